// ⌈items / depth⌉, with a pack of its own for each item that leaves no room for any other.

#include "bounds.hpp"

#include <algorithm>

namespace tuplepack::packing {

/// Size comparisons spent on finding items that stay alone. An item not decided by then counts as one that can share a
/// pack, which can only weaken the bound.
static constexpr std::int64_t max_comparisons = 1'000'000;

static bool fit_together(const Histogram& histogram, const Limits& limits, std::size_t a, std::size_t b) {
  if (a == b && histogram.counts[a] == 1) return false;
  const auto first = histogram.size(a);
  const auto second = histogram.size(b);
  for (std::size_t c = 0; c < first.size(); ++c) {
    if (second[c] > limits.sizes[c] - first[c]) return false;
  }
  return true;
}

std::vector<std::size_t> bins_alone(const Histogram& histogram, const Limits& limits) {
  const std::size_t k = histogram.component_count();
  std::vector<std::int64_t> smallest(limits.sizes);
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    for (std::size_t c = 0; c < k; ++c) smallest[c] = std::min(smallest[c], size[c]);
  }
  std::vector<std::size_t> alone;
  std::int64_t comparisons = 0;
  std::size_t company = 0;  // what fits beside one item mostly fits beside the next one
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    if (fit_together(histogram, limits, bin, company)) continue;
    const auto size = histogram.size(bin);
    bool has_room = true;
    for (std::size_t c = 0; c < k; ++c) has_room = has_room && smallest[c] <= limits.sizes[c] - size[c];
    std::size_t other = has_room ? 0 : histogram.bins();
    while (other < histogram.bins() && ++comparisons <= max_comparisons &&
           !fit_together(histogram, limits, bin, other)) {
      ++other;
    }
    if (other == histogram.bins()) {
      alone.push_back(bin);
    } else {
      company = other;
    }
  }
  return alone;
}

Shown bound_by_depth(const Histogram& histogram, const Limits& limits) {
  std::int64_t items = 0;
  for (const std::int64_t count : histogram.counts) items += count;
  std::int64_t alone = 0;
  for (const std::size_t bin : bins_alone(histogram, limits)) alone += histogram.counts[bin];
  return {.packs = alone + divide_up(items - alone, limits.depth)};
}

}  // namespace tuplepack::packing
