#include "score_order.hpp"

#include <array>
#include <cstddef>

namespace tuplepack::packing {

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

}  // namespace tuplepack::packing
