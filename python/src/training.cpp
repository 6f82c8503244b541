// The layout of packs.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "tuplepack/training/segments.hpp"

namespace tuplepack::python {

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
      refuse(ErrorCode::malformed, "offsets do not match the lengths");
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
    training::fill_segment_ids(own, stride, std::span(ids).subspan(pack * width, width));
    training::fill_position_ids(own, stride, std::span(positions).subspan(pack * width, width));
    std::vector<std::int32_t> of_pack(own.size() + 1);
    training::fill_cu_seqlens(own, stride, of_pack);
    starts.insert(starts.end(), of_pack.begin(), of_pack.end());
  }
  py::dict result;
  result["segment_ids"] = to_numpy(std::move(ids), width);
  result["position_ids"] = to_numpy(std::move(positions), width);
  result["cu_seqlens"] = to_numpy(std::move(starts));
  return result;
}

void define_training(py::module_& module) {
  module.def("segments", &segments, py::arg("lengths"), py::arg("offsets"), py::arg("capacity"), py::arg("stride") = 1);
}

}  // namespace tuplepack::python
