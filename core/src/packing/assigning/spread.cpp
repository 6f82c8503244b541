// Vector balancing under a depth. An item then takes one of a further component, and as packs become about equally full in
// every component, they hold about the same number of items, too.

#include "tuplepack/packing/spread.hpp"

#include "base/arithmetic.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

/// In about nanoseconds.
static constexpr std::int64_t max_work = 100'000'000;

/// A plan of at most this many packs; an empty one if none was found.
/// work_left  0 or less once it is used up or the caller has stopped
static Plan balanced(const Histogram& histogram, const Limits& limits, std::int64_t packs, std::int64_t& work_left,
                     const PackOptions& options) {
  constexpr std::int64_t looked_at_every = 1'000'000;
  PackOptions balancing;
  balancing.method = "vector-balancing";
  balancing.fewer_than = packs + 1;
  balancing.bound = packs;
  balancing.ask_every = std::min(options.ask_every, looked_at_every);
  balancing.keep_going = [&](const PackProgress& progress) {
    const PackProgress told{.step = "spread", .packs = packs, .bound = options.bound, .work = progress.work};
    work_left = options.keep_going && !options.keep_going(told) ? 0 : work_left - progress.work;
    return work_left > 0;
  };
  auto packed = pack(histogram, limits, balancing);
  return packed ? std::move(packed->plan) : Plan{};
}

std::optional<Plan> spread_items(const Histogram& histogram, const Limits& limits, const Plan& plan,
                                 const PackOptions& options) {
  const std::int64_t packs = pack_count(plan);
  const std::int64_t items = totals(histogram).items;
  if (packs == 0 || items > max_spread_items) return std::nullopt;
  const std::int64_t average = divide_up(items, packs);
  const std::int64_t little_more = average + std::max<std::int64_t>(1, average / 4);
  if (deepest(plan) <= little_more) return std::nullopt;
  std::int64_t work_left = max_work;
  for (const std::int64_t depth : {average, little_more}) {
    if (work_left <= 0) break;
    Plan spread = balanced(histogram, {.sizes = limits.sizes, .depth = depth}, packs, work_left, options);
    if (spread.strategies() > 0) return spread;
  }
  return std::nullopt;
}

}  // namespace tuplepack::packing
