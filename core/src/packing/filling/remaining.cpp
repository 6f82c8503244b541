#include "remaining.hpp"

#include "base/arithmetic.hpp"
#include "histogram_packing.hpp"
#include "rest.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

Remaining::Remaining(const Histogram& histogram, const Limits& limits)
    : histogram_(histogram), limits_(limits), counts_(histogram.counts) {
  Totals all = totals(histogram);
  sums_ = std::move(all.sums);
  items_ = all.items;
}

std::int64_t Remaining::fewest_packs() const {
  std::int64_t packs = divide_up(items_, limits_.depth);
  for (std::size_t c = 0; c < sums_.size(); ++c) packs = std::max(packs, divide_up(sums_[c], limits_.sizes[c]));
  return packs;
}

std::int64_t Remaining::fill(std::vector<Run>& runs, PlanBuilder& plan) {
  sort_by_bin(runs);
  std::int64_t packs = items_;
  for (const Run& run : runs) packs = std::min(packs, counts_[run.bin] / run.copies);
  for (const Run& run : runs) {
    const std::int64_t used = packs * run.copies;
    counts_[run.bin] -= used;
    items_ -= used;
    const auto size = histogram_.size(run.bin);
    for (std::size_t c = 0; c < sums_.size(); ++c) sums_[c] -= used * size[c];
  }
  plan.add(runs, packs);
  return packs;
}

void Remaining::fill_by_best_fit(PlanBuilder& plan, Stop& stop) {
  if (items_ == 0) return;
  const Rest rest = residual(histogram_, counts_);
  const Heuristic heuristic{.kind = Heuristic::Kind::normalized_max, .component = 0, .weights = {}};
  const Plan packed = pack_longest_first(rest.histogram, limits_, {.heuristic = heuristic, .distribute = true}, stop);
  for (std::size_t s = 0; s < packed.strategies(); ++s) {
    std::vector<Run> runs = rest.runs(packed, s);
    sort_by_bin(runs);
    plan.add(runs, packed.repeats[s]);
  }
  counts_.assign(counts_.size(), 0);
  sums_.assign(sums_.size(), 0);
  items_ = 0;
}

}  // namespace tuplepack::packing
