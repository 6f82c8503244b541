// What a packed batch needs while it trains.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "tuplepack/training/loss.hpp"
#include "tuplepack/training/mask.hpp"
#include "tuplepack/training/segments.hpp"

#include <pybind11/stl.h>

#include <algorithm>

namespace tuplepack::python {

using Ids = py::array_t<std::int32_t, py::array::c_style | py::array::forcecast>;

/// The layout of packs: of the items of each, one after another, in rows of `capacity`.
static py::dict segments(const py::array& given_lengths, const py::array& given_offsets, std::int64_t capacity,
                         std::int64_t stride) {
  const Wholes lengths(given_lengths, "lengths"), offsets(given_offsets, "offsets");
  const auto all = lengths.values(), ends = offsets.values();
  if (stride < 1) refuse(ErrorCode::limit_not_positive, "stride is not positive");
  if (capacity < 0 || capacity > INT32_MAX) refuse(ErrorCode::out_of_range, "capacity is not between 0 and 2^31");
  const std::size_t packs = ends.empty() ? 0 : ends.size() - 1;
  const auto width = static_cast<std::size_t>(capacity);
  std::vector<std::int32_t> ids(packs * width), positions(packs * width), starts;
  for (std::size_t pack = 0; pack < packs; ++pack) {
    if (ends[pack] < 0 || ends[pack + 1] < ends[pack] || ends[pack + 1] > static_cast<std::int64_t>(all.size())) {
      refuse(ErrorCode::malformed, "offsets are not those of the lengths");
    }
    const auto own =
        all.subspan(static_cast<std::size_t>(ends[pack]), static_cast<std::size_t>(ends[pack + 1] - ends[pack]));
    std::int64_t used = 0;
    for (const std::int64_t length : own) {
      if (length < 0 || length > capacity)
        refuse(ErrorCode::item_over_limit, "a length is not between 0 and the capacity");
      used += (length + stride - 1) / stride * stride;
      if (used > capacity) {
        refuse(ErrorCode::item_over_limit, "pack " + std::to_string(pack) + " takes more than the capacity");
      }
    }
    fill_segment_ids(own, stride, std::span(ids).subspan(pack * width, width));
    fill_position_ids(own, stride, std::span(positions).subspan(pack * width, width));
    std::vector<std::int32_t> of_pack(own.size() + 1);
    fill_cu_seqlens(own, stride, of_pack);
    starts.insert(starts.end(), of_pack.begin(), of_pack.end());
  }
  py::dict result;
  result["segment_ids"] = to_numpy(std::move(ids), width);
  result["position_ids"] = to_numpy(std::move(positions), width);
  result["cu_seqlens"] = to_numpy(std::move(starts));
  return result;
}

static PackShape shape_of(const Ids& ids) {
  if (ids.ndim() != 2) refuse(ErrorCode::component_mismatch, "segment ids are not [packs, positions]");
  const std::int32_t* const end = ids.data() + ids.size();
  const std::int32_t* const most = std::max_element(ids.data(), end);
  const std::int32_t* const least = std::min_element(ids.data(), end);
  if (least != end && *least < 0) refuse(ErrorCode::out_of_range, "a segment id is negative");
  return {.packs = ids.shape(0), .capacity = ids.shape(1), .segments = most == end ? 0 : *most};
}

static std::span<const std::int32_t> span_of(const Ids& ids) {
  return {ids.data(), static_cast<std::size_t>(ids.size())};
}

static PaddingRows padding_rows(const std::string& name) {
  if (name == "none") return PaddingRows::none;
  if (name == "self") return PaddingRows::self;
  if (name == "block") return PaddingRows::block;
  refuse(ErrorCode::unknown_name, "padding is '" + name + "'; expected none, self or block");
}

/// An array of numbers that are T to the core.
template <typename T, typename Number = T>
struct Output {
  py::array_t<Number> array;
  explicit Output(const std::vector<py::ssize_t>& shape) : array(shape) {}
  [[nodiscard]] std::span<T> values() {
    return {reinterpret_cast<T*>(array.mutable_data()), static_cast<std::size_t>(array.size())};
  }
};

template <typename T, typename Number>
static py::object additive_mask(const Ids& ids, const MaskOptions& options) {
  Output<T, Number> out({ids.shape(0), ids.shape(1), ids.shape(1)});
  const PackShape shape = shape_of(ids);
  const auto values = out.values();
  const py::gil_scoped_release release;
  fill_additive_mask<T>(span_of(ids), shape, options, values);
  return std::move(out.array);
}

/// type  bool, float32, or the bits of float16 and bfloat16
static py::object mask(const Ids& ids, bool causal, const std::string& padding, const std::string& type, float fill) {
  const MaskOptions options{.causal = causal, .padding = padding_rows(padding), .fill = fill};
  if (type == "float32") return additive_mask<float, float>(ids, options);
  if (type == "float16") return additive_mask<Float16, std::uint16_t>(ids, options);
  if (type == "bfloat16") return additive_mask<BFloat16, std::uint16_t>(ids, options);
  Output<std::uint8_t, bool> out({ids.shape(0), ids.shape(1), ids.shape(1)});
  const PackShape shape = shape_of(ids);
  const auto values = out.values();
  const py::gil_scoped_release release;
  fill_boolean_mask(span_of(ids), shape, options, values);
  return std::move(out.array);
}

static py::object mask_bits(const Ids& ids, bool causal, const std::string& padding) {
  const PackShape shape = shape_of(ids);
  Output<std::uint32_t> out({ids.shape(0), ids.shape(1), (ids.shape(1) + 31) / 32});
  const auto values = out.values();
  const MaskOptions options{.causal = causal, .padding = padding_rows(padding)};
  const py::gil_scoped_release release;
  fill_bit_mask(span_of(ids), shape, options, values);
  return std::move(out.array);
}

static py::object mask_ranges(const Ids& ids, bool causal, const std::string& padding) {
  const PackShape shape = shape_of(ids);
  Output<std::int32_t> out({ids.shape(0), ids.shape(1), 2});
  const auto values = out.values();
  const MaskOptions options{.causal = causal, .padding = padding_rows(padding)};
  Result<void> done = [&] {
    const py::gil_scoped_release release;
    return fill_mask_ranges(span_of(ids), shape, options, values);
  }();
  value(std::move(done));
  return std::move(out.array);
}

/// The four tables, in the order of the arguments of BlockMask.from_kv_blocks, for one head.
static py::tuple block_tables(const Ids& ids, bool causal, const std::string& padding, std::int64_t block) {
  if (block < 1) refuse(ErrorCode::limit_not_positive, "block is not positive");
  const PackShape shape = shape_of(ids);
  const py::ssize_t blocks = (ids.shape(1) + block - 1) / block;
  Output<std::int32_t> counts({ids.shape(0), 1, blocks}), full_counts({ids.shape(0), 1, blocks});
  Output<std::int32_t> tables({ids.shape(0), 1, blocks, blocks}), full_tables({ids.shape(0), 1, blocks, blocks});
  const BlockTables out{.partial_counts = counts.values(),
                        .partial_blocks = tables.values(),
                        .full_counts = full_counts.values(),
                        .full_blocks = full_tables.values()};
  const MaskOptions options{.causal = causal, .padding = padding_rows(padding)};
  {
    const py::gil_scoped_release release;
    fill_block_tables(span_of(ids), shape, options, block, out);
  }
  return py::make_tuple(counts.array, tables.array, full_counts.array, full_tables.array);
}

static py::array_t<float> loss_weights(const Ids& ids, const py::object& sequences) {
  const PackShape shape = shape_of(ids);
  Counting counting;
  if (!sequences.is_none()) {
    counting = {.mode = SequenceCount::declared, .declared = sequences.cast<std::int64_t>()};
    if (counting.declared < 1) refuse(ErrorCode::limit_not_positive, "sequences is not positive");
  }
  py::array_t<float> weights({ids.shape(0), ids.shape(1)});
  const std::span<float> out(weights.mutable_data(), static_cast<std::size_t>(weights.size()));
  const py::gil_scoped_release release;
  fill_token_weights(span_of(ids), shape, counting, out);
  return weights;
}

void define_training(py::module_& module) {
  module.def("segments", &segments, py::arg("lengths"), py::arg("offsets"), py::arg("capacity"), py::arg("stride") = 1);
  module.def("mask", &mask, py::arg("segment_ids"), py::arg("causal"), py::arg("padding"), py::arg("type"),
             py::arg("fill"));
  module.def("mask_bits", &mask_bits, py::arg("segment_ids"), py::arg("causal"), py::arg("padding"));
  module.def("mask_ranges", &mask_ranges, py::arg("segment_ids"), py::arg("causal"), py::arg("padding"));
  module.def("block_tables", &block_tables, py::arg("segment_ids"), py::arg("causal"), py::arg("padding"),
             py::arg("block"));
  module.def("loss_weights", &loss_weights, py::arg("segment_ids"), py::arg("sequences") = py::none());
}

}  // namespace tuplepack::python
