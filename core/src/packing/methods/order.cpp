#include "../../order.hpp"
#include "methods.hpp"

#include <algorithm>
#include <array>

namespace tuplepack {

/// Sorts by score, largest first, keeping the order of equals. A radix sort, because bins come by the ten thousands and
/// scores use few of their eight bytes.
static void sort_by_score(std::vector<ScoredBin>& order) {
  std::int64_t varying = 0;
  for (const ScoredBin& entry : order) varying |= entry.score ^ order.front().score;
  std::vector<ScoredBin> sorted(order.size());
  for (int shift = 0; shift < 64; shift += 8) {
    const auto digit = [shift](const ScoredBin& entry) { return 255 - (entry.score >> shift & 255); };
    if ((varying >> shift & 255) == 0) continue;
    std::array<std::size_t, 257> next{};
    for (const ScoredBin& entry : order) ++next[static_cast<std::size_t>(digit(entry)) + 1];
    for (std::size_t d = 1; d < next.size(); ++d) next[d] += next[d - 1];
    for (const ScoredBin& entry : order) sorted[next[static_cast<std::size_t>(digit(entry))]++] = entry;
    order.swap(sorted);
  }
}

std::vector<ScoredBin> bins_by_score(const Histogram& histogram, const Score& score) {
  std::vector<ScoredBin> order;
  order.reserve(histogram.bins());
  for (std::size_t bin = histogram.bins(); bin-- > 0;) {
    order.push_back({.score = score(histogram.size(bin)), .bin = static_cast<std::uint32_t>(bin)});
  }
  sort_by_score(order);
  return order;
}

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

}  // namespace tuplepack
