// Dual feasible functions. Such a function f maps sizes to sizes so that items which fit into a pack still fit after f
// was applied to each of them: Σ x ≤ C implies Σ f(x) ≤ f(C). So ⌈Σ f(x) / f(C)⌉ over all items is a lower bound.
//
//   u^(k)   Fekete and Schepers 2001, theorem 1: with p = (k + 1) · x / C, of k · C
//             x · k                          p is whole
//             ⌊p⌋ · C                        else
//   CCM1    Carlier, Clautiaux and Moukrim 2007: with a divisor d, of 2 · ⌊C / d⌋
//             2 · ⌊x / d⌋                    x < C / 2
//             ⌊C / d⌋                        x = C / 2
//             2 · (⌊C / d⌋ − ⌊(C − x) / d⌋)  x > C / 2
//
// ⌊p⌋ is how many of the steps 1, 2, … lie at or below p. Summed over all items, a step contributes the number of items
// at or above it. So a parameter costs as many look-ups as there are steps, whatever the number of bins.
//
// u^(k) of an item is below (k + 1) · size and CCM1 below 4 · size, so with k ≤ 100 sums stay below 2^60. k · C stays
// below 2^53, so that a certificate can say the same.

#include "bounds.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

static constexpr std::int64_t largest_k = 100;

static constexpr std::int64_t largest_table = 1 << 16;

// Every divisor up to C / 2 is tried while the limit is small, or not much larger than the number of bins: C / 2 · log C
// look-ups in all. Else only those where a function jumps, for this many sizes and with few steps each.
static constexpr std::int64_t small_limit = 1 << 12;
static constexpr std::int64_t limit_per_bin = 8;
static constexpr std::int64_t max_steps = 128;
static constexpr std::size_t max_sizes_tried = 64;

namespace {

/// How many items have at least a size: one look-up each.
class CountTable {
 public:
  explicit CountTable(const Projection& items) : at_least_(static_cast<std::size_t>(items.limit) + 2) {
    std::size_t size = 0;
    for (std::size_t bin = 0; bin < items.sizes.size(); ++bin) {
      for (; size <= static_cast<std::size_t>(items.sizes[bin]); ++size) at_least_[size] = items.at_least[bin];
    }
  }
  [[nodiscard]] std::int64_t operator()(std::int64_t size) const { return at_least_[static_cast<std::size_t>(size)]; }

 private:
  std::vector<std::int64_t> at_least_;  // sizes 0 … limit + 1
};

/// The same by binary search.
class CountSearch {
 public:
  explicit CountSearch(const Projection& items) : items_(items) {}
  [[nodiscard]] std::int64_t operator()(std::int64_t size) const {
    const auto found = std::lower_bound(items_.sizes.begin(), items_.sizes.end(), size);
    return items_.at_least[static_cast<std::size_t>(found - items_.sizes.begin())];
  }

 private:
  const Projection& items_;
};

}  // namespace

template <typename Count>
static std::int64_t packs_by_u(std::int64_t limit, const Count& at_least, std::int64_t k) {
  std::int64_t sum = 0;
  std::int64_t step = 0;  // ⌊j · limit / (k + 1)⌋
  std::int64_t rest = 0;  // j · limit mod (k + 1)
  for (std::int64_t j = 1; j <= k + 1; ++j) {
    step += limit / (k + 1);
    rest += limit % (k + 1);
    if (rest > k) {
      rest -= k + 1;
      ++step;
    }
    if (rest > 0) {
      sum += limit * at_least(step + 1);
    } else {  // items that lie on the step: k · x instead of j · limit, and these differ by x
      sum += limit * at_least(step) - step * (at_least(step) - at_least(step + 1));
    }
  }
  return divide_up(sum, k * limit);
}

template <typename Count>
static std::int64_t packs_by_ccm1(std::int64_t limit, const Count& at_least, std::int64_t divisor) {
  const std::int64_t half_or_more = at_least(limit - limit / 2);
  const std::int64_t over_half = at_least(limit / 2 + 1);
  const std::int64_t whole = limit / divisor;
  std::int64_t sum = 2 * whole * over_half + whole * (half_or_more - over_half);
  for (std::int64_t step = divisor; step < limit - step; step += divisor) {
    const std::int64_t below_half = at_least(step) - half_or_more;
    const std::int64_t over_half_with_room = over_half - at_least(limit - step + 1);
    sum += 2 * (below_half - over_half_with_room);
  }
  return divide_up(sum, 2 * whole);
}

/// CCM1 grows with its divisor until a quotient falls, so the best ones lie where x / d or (C − x) / d is nearly whole.
static std::vector<std::int64_t> divisors_at_jumps(const Projection& items) {
  const std::int64_t lowest = std::max<std::int64_t>(items.limit / (2 * max_steps), 1);
  std::vector<std::int64_t> divisors;
  const std::size_t stride = (items.sizes.size() - 1) / max_sizes_tried + 1;
  for (std::size_t bin = 0; bin < items.sizes.size(); bin += stride) {
    const std::int64_t size = items.sizes[bin];
    for (std::int64_t quotient = 1; quotient <= 3; ++quotient) {
      const std::int64_t divisor = size <= items.limit / 2 ? size / quotient : (items.limit - size) / quotient + 1;
      if (divisor >= lowest && divisor <= items.limit / 2) divisors.push_back(divisor);
    }
  }
  std::sort(divisors.begin(), divisors.end());
  divisors.erase(std::unique(divisors.begin(), divisors.end()), divisors.end());
  return divisors;
}

static std::vector<std::int64_t> divisors_to_try(const Projection& items) {
  const auto bins = static_cast<std::int64_t>(items.sizes.size());
  if (items.limit > largest_table || items.limit > std::max(small_limit, limit_per_bin * bins)) {
    return divisors_at_jumps(items);
  }
  std::vector<std::int64_t> all(static_cast<std::size_t>(items.limit / 2));
  std::iota(all.begin(), all.end(), 1);
  return all;
}

template <typename Count>
static Shown try_all(const Projection& items, const Count& at_least) {
  Shown best;
  const auto raise = [&](std::int64_t packs, std::int64_t parameter) {
    if (packs > best.packs) best = {.packs = packs, .parameter = parameter};
  };
  const std::int64_t first_k = std::max<std::int64_t>(items.limit / items.sizes.back() - 1, 1);  // below it, u is 0
  const std::int64_t last_k = std::min({largest_k, items.limit - 1, max_exact / items.limit});
  for (std::int64_t k = first_k; k <= last_k; ++k) raise(packs_by_u(items.limit, at_least, k), k);
  for (const std::int64_t divisor : divisors_to_try(items)) {
    raise(packs_by_ccm1(items.limit, at_least, divisor), divisor);
  }
  return best;
}

Shown bound_by_dual_feasible_functions(const Projection& items) {
  if (items.sizes.empty()) return {};
  return items.limit <= largest_table ? try_all(items, CountTable(items)) : try_all(items, CountSearch(items));
}

}  // namespace tuplepack::packing
