// The two methods that every other one is measured against.

#include "methods.hpp"

namespace tuplepack::packing {

/// Every item alone: what padding costs without packing.
Plan pack_none(const Histogram& histogram, const Limits&, const PackOptions&) {
  PlanBuilder plan;
  for (std::size_t bin = histogram.bins(); bin-- > 0;) {
    const Run run{.bin = static_cast<std::uint32_t>(bin), .copies = 1};
    plan.add(std::span(&run, 1), histogram.counts[bin]);
  }
  return std::move(plan).finish();
}

Plan pack_next_fit(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  PlanBuilder plan;
  add_by_next_fit(histogram, limits, bins_by_score(histogram, Score(options.heuristic, limits)), histogram.counts,
                  plan);
  return std::move(plan).finish();
}

}  // namespace tuplepack::packing
