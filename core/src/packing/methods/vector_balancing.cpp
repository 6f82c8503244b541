// Vector balancing, for histograms where nearly every item has a size of its own, in many components: see Balancing.

#include "base/order.hpp"
#include "methods.hpp"
#include "packing/filling/balancing.hpp"
#include "packing/filling/remaining.hpp"

namespace tuplepack::packing {

/// Items are placed one by one; best fit packs more than so many.
static constexpr std::int64_t max_balanced_items = 1 << 20;

/// The bin of every item, from the one with the largest share of a limit to the smallest.
static std::vector<std::uint32_t> items_by_share(const Histogram& histogram, const Limits& limits) {
  std::vector<std::uint32_t> items;
  for (const ScoredBin& entry : bins_by_score(histogram, Score({.kind = Heuristic::Kind::normalized_max}, limits))) {
    for (std::int64_t i = 0; i < histogram.counts[entry.bin]; ++i) items.push_back(entry.bin);
  }
  return items;
}

static Plan plan_of_packs(std::span<std::vector<std::uint32_t>> packs) {
  PlanBuilder plan;
  std::vector<Run> runs;
  for (std::vector<std::uint32_t>& pack : packs) {
    sort_numbers(pack, [](std::uint32_t a, std::uint32_t b) { return a > b; });
    runs.clear();
    for (const std::uint32_t bin : pack) {
      if (runs.empty() || runs.back().bin != bin) runs.push_back({.bin = bin, .copies = 0});
      ++runs.back().copies;
    }
    if (!runs.empty()) plan.add(runs, 1);
  }
  return std::move(plan).finish();
}

Plan pack_vector_balancing(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  Stop stop(options, {.step = "vector-balancing"});
  if (totals(histogram).items <= max_balanced_items) {
    Balancing balancing(histogram.sizes, limits, stop);
    Plan plan = plan_of_packs(balancing.pack(items_by_share(histogram, limits), known_bound(histogram, limits, options),
                                             options.fewer_than - 1));
    stop.report(plan);
    if (plan.strategies() > 0) return plan;
  }
  PlanBuilder best_fit;
  if (!stop.is_stopped() || options.needs_plan()) Remaining(histogram, limits).fill_by_best_fit(best_fit, stop);
  Plan plan = std::move(best_fit).finish();
  return pack_count(plan) < options.fewer_than ? plan : Plan{};
}

}  // namespace tuplepack::packing
