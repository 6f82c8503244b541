// What a packed batch needs while it trains, on arrays in the memory of the host, of whatever framework. The twins of
// cuda_kernels.cpp, with the same names and arguments.
#include "kernels.hpp"

#include "module.hpp"
#include "tuplepack/temporal/access.hpp"

#include <algorithm>
#include <cstring>

namespace tuplepack::python {

/// Lets other threads of Python run while the core computes.
template <typename Function>
static auto released(const Function& function) {
  const py::gil_scoped_release release;
  return function();
}

static std::span<const std::int32_t> ids_at(Address ids, training::PackShape shape) {
  return array_at<const std::int32_t>(ids, shape.packs * shape.capacity);
}

/// errors  out_of_range (a negative id)
static std::span<const std::int32_t> any_ids(Address ids, training::PackShape shape) {
  const auto all = ids_at(ids, shape);
  const auto wrong = std::find_if(all.begin(), all.end(), [](std::int32_t id) { return id < 0; });
  if (wrong != all.end()) {
    refuse(ErrorCode::out_of_range, "segment id " + std::to_string(*wrong) + " at position " +
                                        std::to_string(wrong - all.begin()) + " of the batch is negative");
  }
  return all;
}

/// errors  out_of_range (an id outside 0 … K)
static std::span<const std::int32_t> checked_ids(Address ids, training::PackShape shape) {
  const auto all = any_ids(ids, shape);
  const auto wrong = std::find_if(all.begin(), all.end(), [&](std::int32_t id) { return id > shape.segments; });
  if (wrong != all.end()) {
    refuse(ErrorCode::out_of_range, "segment id " + std::to_string(*wrong) + " at position " +
                                        std::to_string(wrong - all.begin()) + " of the batch is not in 0 … " +
                                        std::to_string(shape.segments));
  }
  return all;
}

static void mask(training::PackShape shape, Address ids, bool causal, const std::string& padding,
                 const std::string& type, float fill, Address out) {
  const training::MaskOptions options = mask_options(causal, padding, fill);
  const auto given = any_ids(ids, shape);
  const std::int64_t pairs = shape.packs * shape.capacity * shape.capacity;
  if (type == "bool") {
    return released([&] { fill_boolean_mask(given, shape, options, array_at<std::uint8_t>(out, pairs)); });
  }
  if (type == "bits") {
    const std::int64_t words = shape.packs * shape.capacity * ((shape.capacity + 31) / 32);
    return released([&] { fill_bit_mask(given, shape, options, array_at<std::uint32_t>(out, words)); });
  }
  with_real(type, [&]<typename T>(std::type_identity<T>) {
    released([&] { fill_additive_mask<T>(given, shape, options, array_at<T>(out, pairs)); });
  });
}

static void mask_ranges(training::PackShape shape, Address ids, bool causal, const std::string& padding, Address out) {
  const training::MaskOptions options = mask_options(causal, padding);
  const auto ranges = array_at<std::int32_t>(out, 2 * shape.packs * shape.capacity);
  value(released([&] { return fill_mask_ranges(ids_at(ids, shape), shape, options, ranges); }));
}

static void block_tables(training::PackShape shape, Address ids, bool causal, const std::string& padding,
                         std::int64_t block, Address partial_counts, Address partial_blocks, Address full_counts,
                         Address full_blocks) {
  const training::MaskOptions options = mask_options(causal, padding);
  const training::BlockTables out =
      table_arrays(shape, block, partial_counts, partial_blocks, full_counts, full_blocks);
  const auto given = any_ids(ids, shape);
  released([&] { fill_block_tables(given, shape, options, block, out); });
}

static void derive(training::PackShape shape, Address ids, Address counts, Address lengths, Address position_ids,
                   Address order, Address ranges, Address cu_seqlens) {
  const training::SegmentArrays out = segment_arrays(shape, counts, lengths, position_ids, order, ranges, cu_seqlens);
  value(released([&] { return derive_segments(ids_at(ids, shape), shape, out); }));
}

static void token_weights(training::PackShape shape, Address ids, std::int64_t declared, Address weights) {
  const auto given = checked_ids(ids, shape);
  const auto out = array_at<float>(weights, shape.packs * shape.capacity);
  released([&] { fill_token_weights(given, shape, counting(declared), out); });
}

static void unpack(training::PackShape shape, Address token_losses, Address correct, Address ids, std::int64_t declared,
                   Address losses, Address accuracies, Address tokens, Address totals) {
  const std::int64_t positions = shape.packs * shape.capacity;
  const auto given = checked_ids(ids, shape);
  const training::PackedLoss loss = released([&] {
    return unpack_loss(array_at<const float>(token_losses, positions), array_at<const std::uint8_t>(correct, positions),
                       given, shape, counting(declared), sequence_arrays(shape, losses, accuracies, tokens));
  });
  std::memcpy(reinterpret_cast<void*>(totals), &loss, sizeof loss);
}

static void token_losses(const RowShape& shape, const std::string& type, Address logits, Address labels,
                         Address row_list, Address weights, Address losses, Address correct) {
  with_real(type, [&]<typename T>(std::type_identity<T>) {
    const auto of_labels = array_at<const std::int32_t>(labels, shape.tokens);
    const auto list = array_at<const std::int64_t>(row_list, shape.rows);
    const auto to = array_at<float>(losses, shape.tokens);
    const auto hits = array_at<std::uint8_t>(correct, shape.tokens);
    T* const data = reinterpret_cast<T*>(logits);
    const auto of_weights = array_at<const float>(weights, shape.tokens);
    value(released([&]() -> Result<void> {
      if (weights == 0) {
        return training::fill_token_losses<T>({data, shape.rows, shape.vocabulary, shape.stride}, of_labels, list, to,
                                              hits);
      }
      return training::replace_logits_by_gradient<T>({data, shape.rows, shape.vocabulary, shape.stride}, of_labels,
                                                     list, of_weights, to, hits);
    }));
  });
}

static void pair_losses(training::PackShape shape, const std::string& type, Address logits, Address labels,
                        Address gradient, Address totals) {
  const std::int64_t sequences = shape.packs * shape.segments;
  const training::PackedLoss loss = with_real(type, [&]<typename T>(std::type_identity<T>) {
    return value(released([&] {
      return next_sentence_loss<T>(array_at<const T>(logits, 2 * sequences),
                                   array_at<const std::int32_t>(labels, sequences), shape,
                                   array_at<T>(gradient, 2 * sequences));
    }));
  });
  std::memcpy(reinterpret_cast<void*>(totals), &loss, sizeof loss);
}

/// count  [1] receives the number of unique ids
static void unique(std::int64_t requests, std::int64_t rows, const std::string& order, Address ids, Address,
                   Address unique_ids, Address inverse, Address count) {
  const temporal::UniqueOrder by = value(temporal::unique_order_by_name(order));
  constexpr std::int64_t rows_a_request = 64;  // of a table that is cleared in the time of hashing one
  const auto wanted = array_at<const std::int64_t>(ids, requests);
  const auto found = array_at<std::int64_t>(unique_ids, requests);
  const auto places = array_at<std::uint32_t>(inverse, requests);
  *reinterpret_cast<std::int64_t*>(count) = value(released([&] {
    if (rows / rows_a_request > requests) return unique_inverse(rows, wanted, by, found, places);
    temporal::UniqueTable table(rows);
    return unique_inverse(table, wanted, by, found, places);
  }));
}

static void gather_rows(std::int64_t rows, std::int64_t width, std::int64_t requests, Address table, Address ids,
                        Address out) {
  value(released([&] {
    return temporal::gather({array_at<const std::byte>(table, rows * width), width},
                            array_at<const std::int64_t>(ids, requests), array_at<std::byte>(out, requests * width));
  }));
}

/// errors  out_of_range (an entry of the inverse outside the rows)
static void reconstruct_rows(std::int64_t rows, std::int64_t width, std::int64_t requests, Address unique_rows,
                             Address inverse, Address out, bool to_bfloat16) {
  const auto of_requests = array_at<const std::uint32_t>(inverse, requests);
  const auto wrong =
      std::find_if(of_requests.begin(), of_requests.end(), [&](std::uint32_t row) { return row >= rows; });
  if (wrong != of_requests.end()) {
    refuse(ErrorCode::out_of_range, "the inverse has " + std::to_string(*wrong) + " at index " +
                                        std::to_string(wrong - of_requests.begin()) + ", of " + std::to_string(rows) +
                                        " rows");
  }
  const temporal::Field field{.unique = {array_at<const std::byte>(unique_rows, rows * width), width},
                              .out = array_at<std::byte>(out, requests * (to_bfloat16 ? width / 2 : width)),
                              .to_bfloat16 = to_bfloat16};
  released([&] { reconstruct(std::span(&field, 1), of_requests); });
}

void define_kernels(py::module_& module) {
  py::module_ kernels = module.def_submodule("kernels", "Functions on arrays at addresses; use the package tuplepack.");
  define_shapes(kernels);
  kernels.def("mask", &mask);
  kernels.def("mask_ranges", &mask_ranges);
  kernels.def("block_tables", &block_tables);
  kernels.def("derive_segments", &derive);
  kernels.def("token_weights", &token_weights);
  kernels.def("unpack_loss", &unpack);
  kernels.def("token_losses", &token_losses);
  kernels.def("next_sentence_loss", &pair_losses);
  kernels.def("unique_workspace", [](std::int64_t, std::int64_t, const std::string&) { return 0; });
  kernels.def("unique", &unique);
  kernels.def("gather", &gather_rows);
  kernels.def("reconstruct", &reconstruct_rows);
}

}  // namespace tuplepack::python
