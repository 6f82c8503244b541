// The layout of packs.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "kernels.hpp"
#include "tuplepack/training/segments.hpp"

namespace tuplepack::python {

/// errors  item_over_limit (a length, or the pack, takes more than the capacity)
static void check_pack(std::span<const std::int64_t> lengths, std::int64_t capacity, std::int64_t stride,
                       std::size_t pack) {
  std::int64_t used = 0;
  for (const std::int64_t length : lengths) {
    if (length < 0 || length > capacity) {
      refuse(ErrorCode::item_over_limit, "a length is not between 0 and the capacity");
    }
    used += (length + stride - 1) / stride * stride;
    if (used > capacity) {
      refuse(ErrorCode::item_over_limit, "pack " + std::to_string(pack) + " takes more than the capacity");
    }
  }
}

/// The layout of packs: of the items of each, one after another, in rows of `capacity`. Python has the memory:
/// segment_ids and position_ids [packs, capacity], cu_seqlens [lengths + packs].
static void segments(const py::array& given_lengths, const py::array& given_offsets, std::int64_t capacity,
                     std::int64_t stride, Address segment_ids, Address position_ids, Address cu_seqlens) {
  const Wholes lengths(given_lengths, "lengths"), offsets(given_offsets, "offsets");
  const auto all = lengths.values(), ends = offsets.values();
  if (stride < 1) refuse(ErrorCode::limit_not_positive, "stride is not positive");
  const auto packs = std::ssize(ends) - 1;
  const auto ids = array_at<std::int32_t>(segment_ids, packs * capacity);
  const auto positions = array_at<std::int32_t>(position_ids, packs * capacity);
  const auto starts = array_at<std::int32_t>(cu_seqlens, std::ssize(all) + packs);
  const auto width = static_cast<std::size_t>(capacity);
  for (std::size_t pack = 0; pack + 1 < ends.size(); ++pack) {
    const auto begin = static_cast<std::size_t>(ends[pack]), end = static_cast<std::size_t>(ends[pack + 1]);
    const auto own = all.subspan(begin, end - begin);
    check_pack(own, capacity, stride, pack);
    training::fill_segment_ids(own, stride, ids.subspan(pack * width, width));
    training::fill_position_ids(own, stride, positions.subspan(pack * width, width));
    training::fill_cu_seqlens(own, stride, starts.subspan(begin + pack, own.size() + 1));
  }
}

void define_training(py::module_& module) {
  module.def("segments", &segments, py::arg("lengths"), py::arg("offsets"), py::arg("capacity"), py::arg("stride"),
             py::arg("segment_ids"), py::arg("position_ids"), py::arg("cu_seqlens"));
}

}  // namespace tuplepack::python
