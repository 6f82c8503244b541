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

static py::object mask(const Ids& ids, bool causal, const std::string& padding, bool additive) {
  const PackShape shape = shape_of(ids);
  const MaskOptions options{.causal = causal, .padding = padding_rows(padding)};
  const std::vector<py::ssize_t> sizes{ids.shape(0), ids.shape(1), ids.shape(1)};
  if (additive) {
    py::array_t<float> values(sizes);
    const std::span<float> out(values.mutable_data(), static_cast<std::size_t>(values.size()));
    const py::gil_scoped_release release;
    fill_additive_mask<float>(span_of(ids), shape, options, out);
    return values;
  }
  py::array_t<bool> values(sizes);
  const std::span out(reinterpret_cast<std::uint8_t*>(values.mutable_data()), static_cast<std::size_t>(values.size()));
  const py::gil_scoped_release release;
  fill_boolean_mask(span_of(ids), shape, options, out);
  return values;
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
  module.def("mask", &mask, py::arg("segment_ids"), py::arg("causal") = false, py::arg("padding") = "self",
             py::arg("additive") = false);
  module.def("loss_weights", &loss_weights, py::arg("segment_ids"), py::arg("sequences") = py::none());
}

}  // namespace tuplepack::python
