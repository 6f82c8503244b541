// The two methods that every other one is measured against.

#include "../filling/open_pack.hpp"
#include "methods.hpp"

#include <algorithm>

namespace tuplepack {

/// Every item alone: what padding costs without packing.
Plan pack_none(const Histogram& histogram, const Limits&, const PackOptions&) {
  PlanBuilder plan;
  for (std::size_t bin = histogram.bins(); bin-- > 0;) {
    const Run run{.bin = static_cast<std::uint32_t>(bin), .copies = 1};
    plan.add(std::span(&run, 1), histogram.counts[bin]);
  }
  return std::move(plan).finish();
}

void add_by_next_fit(const Histogram& histogram, const Limits& limits, std::span<const ScoredBin> order,
                     std::span<const std::int64_t> counts, PlanBuilder& plan) {
  const OpenPack empty(limits);
  OpenPack pack = empty;
  for (const auto& [score, bin] : order) {
    const auto size = histogram.size(bin);
    std::int64_t left = counts[bin];
    if (left == 0) continue;
    const std::int64_t first = copies_that_fit(size, pack.room, std::min(pack.slots, left));
    pack.put_new(bin, size, first);
    left -= first;
    if (left == 0) continue;
    if (!pack.runs.empty()) plan.add(pack.runs, 1);
    const std::int64_t full = copies_that_fit(size, empty.room, std::min(empty.slots, left));
    // All full packs of this bin but the last part; a whole last one stays open for the next bin.
    const std::int64_t repeat = (left - 1) / full;
    const Run run{.bin = bin, .copies = full};
    if (repeat > 0) plan.add(std::span(&run, 1), repeat);
    pack = empty;
    pack.put_new(bin, size, left - repeat * full);
  }
  if (!pack.runs.empty()) plan.add(pack.runs, 1);
}

Plan pack_next_fit(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  PlanBuilder plan;
  add_by_next_fit(histogram, limits, bins_by_score(histogram, Score(options.heuristic, limits)), histogram.counts,
                  plan);
  return std::move(plan).finish();
}

}  // namespace tuplepack
