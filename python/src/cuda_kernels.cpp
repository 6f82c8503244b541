// The module tuplepack._cuda: the functions of kernels.cpp on arrays in the memory of a device. Each takes, behind those
// arguments, the addresses of its workspace and of its status word, and the stream.
#include "kernels.hpp"

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/cuda/temporal/access.hpp"
#include "tuplepack/cuda/temporal/unique.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/cuda/training/mask.hpp"
#include "tuplepack/cuda/training/segments.hpp"

namespace tuplepack::python {

namespace {

/// What every function takes beside its arguments.
struct Queue {
  std::span<std::byte> workspace;
  cuda::StatusWord* status = nullptr;
  cuda::Stream stream = nullptr;
};

}  // namespace
static Queue queue(Address workspace, std::int64_t workspace_bytes, Address status, Address stream) {
  return {array_at<std::byte>(workspace, workspace_bytes), reinterpret_cast<cuda::StatusWord*>(status),
          reinterpret_cast<cuda::Stream>(stream)};
}

static std::span<const std::int32_t> ids_at(Address ids, training::PackShape shape) {
  return array_at<const std::int32_t>(ids, shape.packs * shape.capacity);
}

static void mask(training::PackShape shape, Address ids, bool causal, const std::string& padding,
                 const std::string& type, float fill, Address out, const Queue& to) {
  const training::MaskOptions options = mask_options(causal, padding, fill);
  const auto given = ids_at(ids, shape);
  const std::int64_t pairs = shape.packs * shape.capacity * shape.capacity;
  if (type == "bool") {
    return value(cuda::fill_boolean_mask(given, shape, options, array_at<std::uint8_t>(out, pairs), to.stream));
  }
  if (type == "bits") {
    const std::int64_t words = shape.packs * shape.capacity * ((shape.capacity + 31) / 32);
    return value(cuda::fill_bit_mask(given, shape, options, array_at<std::uint32_t>(out, words), to.stream));
  }
  with_real(type, [&]<typename T>(std::type_identity<T>) {
    value(cuda::fill_additive_mask<T>(given, shape, options, array_at<T>(out, pairs), to.stream));
  });
}

static void mask_ranges(training::PackShape shape, Address ids, bool causal, const std::string& padding, Address out,
                        const Queue& to) {
  value(cuda::fill_mask_ranges(ids_at(ids, shape), shape, mask_options(causal, padding),
                               array_at<std::int32_t>(out, 2 * shape.packs * shape.capacity), to.workspace, to.status,
                               to.stream));
}

static void block_tables(training::PackShape shape, Address ids, bool causal, const std::string& padding,
                         std::int64_t block, Address partial_counts, Address partial_blocks, Address full_counts,
                         Address full_blocks, const Queue& to) {
  value(cuda::fill_block_tables(ids_at(ids, shape), shape, mask_options(causal, padding), block,
                                table_arrays(shape, block, partial_counts, partial_blocks, full_counts, full_blocks),
                                to.workspace, to.stream));
}

static void derive(training::PackShape shape, Address ids, Address counts, Address lengths, Address position_ids,
                   Address order, Address ranges, Address cu_seqlens, const Queue& to) {
  value(cuda::derive_segments(ids_at(ids, shape), shape,
                              segment_arrays(shape, counts, lengths, position_ids, order, ranges, cu_seqlens),
                              to.workspace, to.status, to.stream));
}

static void token_weights(training::PackShape shape, Address ids, std::int64_t declared, Address weights,
                          const Queue& to) {
  value(cuda::fill_token_weights(ids_at(ids, shape), shape, counting(declared),
                                 array_at<float>(weights, shape.packs * shape.capacity), to.workspace, to.status,
                                 to.stream));
}

static void unpack(training::PackShape shape, Address token_losses, Address correct, Address ids, std::int64_t declared,
                   Address losses, Address accuracies, Address tokens, Address totals, const Queue& to) {
  const std::int64_t positions = shape.packs * shape.capacity;
  value(cuda::unpack_loss(array_at<const float>(token_losses, positions),
                          array_at<const std::uint8_t>(correct, positions), ids_at(ids, shape), shape,
                          counting(declared), sequence_arrays(shape, losses, accuracies, tokens),
                          reinterpret_cast<training::PackedLoss*>(totals), to.workspace, to.status, to.stream));
}

static void token_losses(const RowShape& shape, const std::string& type, Address logits, Address labels,
                         Address row_list, Address weights, Address losses, Address correct, const Queue& to) {
  with_real(type, [&]<typename T>(std::type_identity<T>) {
    const auto of_labels = array_at<const std::int32_t>(labels, shape.tokens);
    const auto list = array_at<const std::int64_t>(row_list, shape.rows);
    const auto into = array_at<float>(losses, shape.tokens);
    const auto hits = array_at<std::uint8_t>(correct, shape.tokens);
    T* const data = reinterpret_cast<T*>(logits);
    if (weights == 0) {
      value(cuda::fill_token_losses<T>({data, shape.rows, shape.vocabulary, shape.stride}, of_labels, list, into, hits,
                                       to.status, to.stream));
    } else {
      value(cuda::replace_logits_by_gradient<T>({data, shape.rows, shape.vocabulary, shape.stride}, of_labels, list,
                                                array_at<const float>(weights, shape.tokens), into, hits, to.status,
                                                to.stream));
    }
  });
}

static void pair_losses(training::PackShape shape, const std::string& type, Address logits, Address labels,
                        Address gradient, Address totals, const Queue& to) {
  const std::int64_t sequences = shape.packs * shape.segments;
  with_real(type, [&]<typename T>(std::type_identity<T>) {
    value(cuda::next_sentence_loss<T>(
        array_at<const T>(logits, 2 * sequences), array_at<const std::int32_t>(labels, sequences), shape,
        array_at<T>(gradient, 2 * sequences), reinterpret_cast<training::PackedLoss*>(totals), to.workspace, to.status,
        to.stream));
  });
}

/// stamps  [rows] uint32, of any content
static void unique(std::int64_t requests, std::int64_t rows, const std::string& order, Address ids, Address stamps,
                   Address unique_ids, Address inverse, Address count, const Queue& to) {
  const temporal::UniqueOrder by = value(tuplepack::temporal::unique_order_by_name(order));
  cuda::UniqueTable table{.stamps = array_at<std::uint32_t>(stamps, rows)};
  value(cuda::unique_inverse(table, array_at<const std::int64_t>(ids, requests), by,
                             array_at<std::int64_t>(unique_ids, requests), array_at<std::uint32_t>(inverse, requests),
                             reinterpret_cast<std::int64_t*>(count), to.workspace, to.status, to.stream));
}

static void gather_rows(std::int64_t rows, std::int64_t width, std::int64_t requests, Address table, Address ids,
                        Address out, const Queue& to) {
  value(cuda::gather({array_at<const std::byte>(table, rows * width), width},
                     array_at<const std::int64_t>(ids, requests), array_at<std::byte>(out, requests * width), to.status,
                     to.stream));
}

static void reconstruct_rows(std::int64_t rows, std::int64_t width, std::int64_t requests, Address unique_rows,
                             Address inverse, Address out, bool to_bfloat16, const Queue& to) {
  const temporal::Field field{.unique = {array_at<const std::byte>(unique_rows, rows * width), width},
                              .out = array_at<std::byte>(out, requests * (to_bfloat16 ? width / 2 : width)),
                              .to_bfloat16 = to_bfloat16};
  value(
      cuda::reconstruct(std::span(&field, 1), array_at<const std::uint32_t>(inverse, requests), to.status, to.stream));
}

/// Bytes of the workspace of a function; 0 for those that need none.
static std::int64_t workspace(const std::string& function, training::PackShape shape, std::int64_t block) {
  if (function == "mask_ranges") return cuda::mask_ranges_workspace(shape);
  if (function == "block_tables") return cuda::block_tables_workspace(shape, block);
  if (function == "derive_segments") return cuda::derive_segments_workspace(shape);
  if (function == "token_weights") return cuda::token_weights_workspace(shape);
  if (function == "unpack_loss") return cuda::unpack_loss_workspace(shape);
  if (function == "next_sentence_loss") return cuda::next_sentence_loss_workspace(shape);
  return 0;
}

}  // namespace tuplepack::python

PYBIND11_MODULE(_cuda, module) {
  using namespace tuplepack::python;
  use_error_of(py::module_::import("tuplepack._core"));
  define_shapes(module);
  py::class_<Queue>(module, "Queue").def(py::init(&queue));
  module.def("workspace", &workspace);
  module.def("unique_workspace", [](std::int64_t requests, std::int64_t rows, const std::string& order) {
    return tuplepack::cuda::unique_inverse_workspace(requests, rows,
                                                     value(tuplepack::temporal::unique_order_by_name(order)));
  });
  module.def("check_status", [](std::uint64_t status) { value(tuplepack::cuda::check_status(status)); });
  module.def("mask", &mask);
  module.def("mask_ranges", &mask_ranges);
  module.def("block_tables", &block_tables);
  module.def("derive_segments", &derive);
  module.def("token_weights", &token_weights);
  module.def("unpack_loss", &unpack);
  module.def("token_losses", &token_losses);
  module.def("next_sentence_loss", &pair_losses);
  module.def("unique", &unique);
  module.def("gather", &gather_rows);
  module.def("reconstruct", &reconstruct_rows);
}
