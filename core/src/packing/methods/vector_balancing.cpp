// Vector balancing, for histograms where nearly every item has a size of its own, in many components: see Balancing.

#include "base/arithmetic.hpp"
#include "methods.hpp"
#include "packing/filling/balanced_blocks.hpp"
#include "packing/filling/remaining.hpp"

namespace tuplepack::packing {

/// The bin of every item, from the one with the largest share of a limit to the smallest.
static std::vector<std::uint32_t> items_by_share(const Histogram& histogram, const Limits& limits) {
  std::vector<std::uint32_t> items;
  for (const ScoredBin& entry : bins_by_score(histogram, Score({.kind = Heuristic::Kind::normalized_max}, limits))) {
    for (std::int64_t i = 0; i < histogram.counts[entry.bin]; ++i) items.push_back(entry.bin);
  }
  return items;
}

/// All at once, or, if there are very many, in blocks.
static Plan balance(const Histogram& histogram, const Limits& limits, std::int64_t bound, std::int64_t most,
                    Stop& stop) {
  constexpr std::int64_t many = 1 << 19;
  constexpr std::int64_t in_a_block = 1 << 17;
  const std::vector<std::uint32_t> items = items_by_share(histogram, limits);
  const auto count = static_cast<std::int64_t>(items.size());
  return balance_in_blocks(histogram, limits, items, count <= many ? 1 : divide_up(count, in_a_block), bound, most,
                           stop);
}

Plan pack_vector_balancing(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Stop stop(options, {.step = "vector-balancing"});
  constexpr std::int64_t many = 1 << 20;  // which best fit packs
  if (pays_to_balance(histogram, totals(histogram).items, many)) {
    Plan plan = balance(histogram, limits, known_bound(histogram, limits, options), options.fewer_than - 1, stop);
    stop.report(plan);
    if (plan.strategies() > 0) return plan;
  }
  PlanBuilder best_fit;
  if (!stop.is_stopped() || options.needs_plan()) Remaining(histogram, limits).fill_by_best_fit(best_fit, stop);
  Plan plan = std::move(best_fit).finish();
  return pack_count(plan) < options.fewer_than ? plan : Plan{};
}

}  // namespace tuplepack::packing
