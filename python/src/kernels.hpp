#pragma once

#include "errors.hpp"
#include "tuplepack/training/loss.hpp"
#include "tuplepack/training/mask.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

/// What the functions on arrays of any framework share (kernels.cpp on the CPU, cuda_kernels.cpp on a device). Python has
/// checked types and sizes (tuplepack/_numpy_place.py); arrays come as addresses, 0 for those not wanted.
namespace tuplepack::python {

using Address = std::uintptr_t;

template <typename T>
[[nodiscard]] std::span<T> array_at(Address address, std::int64_t size) {
  if (address == 0) return {};
  return {reinterpret_cast<T*>(address), static_cast<std::size_t>(size)};
}

[[nodiscard]] inline training::MaskOptions mask_options(bool causal, const std::string& padding, float fill = 0) {
  const auto rows = [&] {
    if (padding == "none") return training::PaddingRows::none;
    if (padding == "self") return training::PaddingRows::self;
    if (padding == "block") return training::PaddingRows::block;
    refuse(ErrorCode::unknown_name, "padding is '" + padding + "'; expected none, self or block");
  };
  return {.causal = causal, .padding = rows(), .fill = fill};
}

/// declared  0: the sequences that have tokens
[[nodiscard]] inline training::Counting counting(std::int64_t declared) {
  if (declared == 0) return {};
  return {.mode = training::SequenceCount::declared, .declared = declared};
}

/// Calls function(std::type_identity<T>) for the type of logits and masks of this name.
template <typename Function>
auto with_real(const std::string& name, const Function& function) {
  if (name == "float32") return function(std::type_identity<float>{});
  if (name == "float16") return function(std::type_identity<Float16>{});
  if (name == "bfloat16") return function(std::type_identity<BFloat16>{});
  refuse(ErrorCode::unknown_name, "dtype is '" + name + "'; expected float32, float16 or bfloat16");
}

[[nodiscard]] inline training::SegmentArrays segment_arrays(training::PackShape shape, Address counts, Address lengths,
                                                            Address position_ids, Address order, Address ranges,
                                                            Address cu_seqlens) {
  const std::int64_t positions = shape.packs * shape.capacity;
  return {.counts = array_at<std::int32_t>(counts, shape.packs),
          .lengths = array_at<std::int32_t>(lengths, shape.packs * shape.segments),
          .position_ids = array_at<std::int32_t>(position_ids, positions),
          .order = array_at<training::SegmentOrder>(order, shape.packs),
          .ranges = array_at<std::int32_t>(ranges, 2 * positions),
          .cu_seqlens = array_at<std::int32_t>(cu_seqlens, shape.packs * (shape.segments + 1) + 1)};
}

[[nodiscard]] inline training::BlockTables table_arrays(training::PackShape shape, std::int64_t block,
                                                        Address partial_counts, Address partial_blocks,
                                                        Address full_counts, Address full_blocks) {
  const std::int64_t blocks = (shape.capacity + block - 1) / block;
  const std::int64_t rows = shape.packs * blocks;
  return {.partial_counts = array_at<std::int32_t>(partial_counts, rows),
          .partial_blocks = array_at<std::int32_t>(partial_blocks, rows * blocks),
          .full_counts = array_at<std::int32_t>(full_counts, rows),
          .full_blocks = array_at<std::int32_t>(full_blocks, rows * blocks)};
}

[[nodiscard]] inline training::SequenceArrays sequence_arrays(training::PackShape shape, Address losses,
                                                              Address accuracies, Address tokens) {
  const std::int64_t sequences = shape.packs * shape.segments;
  return {.losses = array_at<float>(losses, sequences),
          .accuracies = array_at<float>(accuracies, sequences),
          .tokens = array_at<std::int32_t>(tokens, sequences)};
}

/// Rows of a cross-entropy: logits [rows, vocabulary] for `tokens` tokens.
struct RowShape {
  std::int64_t rows = 0;
  std::int64_t vocabulary = 0;
  std::int64_t stride = 0;
  std::int64_t tokens = 0;
};

/// The two shapes as classes of a module.
inline void define_shapes(py::module_& module) {
  py::class_<training::PackShape>(module, "PackShape", py::module_local())
      .def(py::init([](std::int64_t packs, std::int64_t capacity, std::int64_t segments) {
        return training::PackShape{packs, capacity, segments};
      }));
  py::class_<RowShape>(module, "RowShape", py::module_local())
      .def(py::init([](std::int64_t rows, std::int64_t vocabulary, std::int64_t stride, std::int64_t tokens) {
        return RowShape{rows, vocabulary, stride, tokens};
      }));
}

}  // namespace tuplepack::python
