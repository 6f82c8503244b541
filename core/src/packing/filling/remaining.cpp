#include "remaining.hpp"

#include "../arithmetic.hpp"
#include "../methods/methods.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack {

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
  Histogram rest{.components = histogram_.components, .sizes = {}, .counts = {}};
  std::vector<std::uint32_t> bin_of;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    if (counts_[bin] == 0) continue;
    const auto size = histogram_.size(bin);
    rest.sizes.insert(rest.sizes.end(), size.begin(), size.end());
    rest.counts.push_back(counts_[bin]);
    bin_of.push_back(static_cast<std::uint32_t>(bin));
  }
  const Heuristic heuristic{.kind = Heuristic::Kind::normalized_max, .component = 0, .weights = {}};
  const Plan packed = pack_longest_first(rest, limits_, {.heuristic = heuristic, .distribute = true}, stop);
  std::vector<Run> runs;
  for (std::size_t s = 0; s < packed.strategies(); ++s) {
    runs.clear();
    for (auto r = static_cast<std::size_t>(packed.offsets[s]); r < static_cast<std::size_t>(packed.offsets[s + 1]); ++r)
      runs.push_back({.bin = bin_of[packed.bins[r]], .copies = packed.copies[r]});
    sort_by_bin(runs);
    plan.add(runs, packed.repeats[s]);
  }
  counts_.assign(counts_.size(), 0);
  sums_.assign(sums_.size(), 0);
  items_ = 0;
}

}  // namespace tuplepack
