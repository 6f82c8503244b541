#include "room.hpp"

#include "base/order.hpp"

#include <algorithm>

namespace tuplepack::packing {

std::vector<std::uint32_t> tightest_first(const Histogram& histogram, const Limits& limits) {
  const std::vector<std::int64_t> sums = totals(histogram).sums;
  const auto packs = [&](std::size_t c) { return static_cast<double>(sums[c]) / static_cast<double>(limits.sizes[c]); };
  return sorted_numbers(sums.size(), [&](std::size_t a, std::size_t b) { return packs(a) > packs(b); });
}

std::int64_t copies_that_fit(std::span<const std::int64_t> size, std::span<const std::int64_t> room,
                             std::int64_t most) {
  for (std::size_t c = 0; c < size.size(); ++c) {
    if (size[c] > 0) most = std::min(most, room[c] / size[c]);
  }
  return most;
}

}  // namespace tuplepack::packing
