#include "tuplepack/training/segments.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::training {

/// Where the item after one of `length` begins.
static std::int64_t next_begin(std::int64_t begin, std::int64_t length, std::int64_t stride) {
  return begin + (length + stride - 1) / stride * stride;
}

/// Calls lay(j, values of item j) for every item and writes zeros everywhere else.
template <typename Lay>
static void lay_items(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> out,
                      Lay&& lay) {
  assert(stride >= 1);
  std::int64_t begin = 0;
  for (std::size_t j = 0; j < lengths.size(); ++j) {
    const std::int64_t next = next_begin(begin, lengths[j], stride);
    assert(lengths[j] >= 0 && next <= static_cast<std::int64_t>(out.size()));
    const auto item = out.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(next - begin));
    const auto length = static_cast<std::size_t>(lengths[j]);
    lay(j, item.first(length));
    std::fill(item.begin() + static_cast<std::ptrdiff_t>(length), item.end(), 0);
    begin = next;
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), 0);
}

void fill_segment_ids(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> segment_ids) {
  lay_items(lengths, stride, segment_ids, [](std::size_t j, std::span<std::int32_t> item) {
    std::fill(item.begin(), item.end(), static_cast<std::int32_t>(j + 1));
  });
}

void fill_position_ids(std::span<const std::int64_t> lengths, std::int64_t stride,
                       std::span<std::int32_t> position_ids) {
  lay_items(lengths, stride, position_ids,
            [](std::size_t, std::span<std::int32_t> item) { std::iota(item.begin(), item.end(), 0); });
}

void fill_cu_seqlens(std::span<const std::int64_t> lengths, std::int64_t stride, std::span<std::int32_t> cu_seqlens) {
  assert(stride >= 1 && cu_seqlens.size() == lengths.size() + 1);
  std::int64_t begin = 0;
  cu_seqlens[0] = 0;
  for (std::size_t j = 0; j < lengths.size(); ++j) {
    begin = next_begin(begin, lengths[j], stride);
    cu_seqlens[j + 1] = static_cast<std::int32_t>(begin);
  }
}

}  // namespace tuplepack::training
