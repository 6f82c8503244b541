// The bound L2 of Martello and Toth 1990, §8.3.
//
// No two items over half the limit C share a pack. For a threshold t ≤ C / 2, those over C − t have no room for items
// of t or more; the n others, of total size s, have room for n · C − s of the items between t and C / 2. What does not
// fit there needs packs of its own.
//
// An item over C / 2 contributes at most C < 2 · size to a sum, so sums stay below 2^54.

#include "bounds.hpp"

#include <algorithm>

namespace tuplepack::packing {

Shown bound_by_large_items(const Projection& items) {
  const std::int64_t limit = items.limit;
  const auto first_large = static_cast<std::size_t>(
      std::upper_bound(items.sizes.begin(), items.sizes.end(), limit / 2) - items.sizes.begin());
  const std::int64_t large = items.at_least[first_large];
  Shown best{.packs = large, .parameter = 0};

  // From the largest threshold down: more small items count, and more large items leave room for them.
  std::int64_t small_total = 0;
  std::int64_t room = 0;
  std::size_t next_large = first_large;
  for (std::size_t bin = first_large; bin-- > 0;) {
    const std::int64_t threshold = items.sizes[bin];
    small_total += items.count(bin) * threshold;
    for (; next_large < items.sizes.size() && items.sizes[next_large] <= limit - threshold; ++next_large) {
      room += items.count(next_large) * (limit - items.sizes[next_large]);
    }
    const std::int64_t packs = large + divide_up(std::max<std::int64_t>(small_total - room, 0), limit);
    if (packs > best.packs) best = {.packs = packs, .parameter = threshold};
  }
  return best;
}

}  // namespace tuplepack::packing
