#include "../plan_builder.hpp"
#include "methods.hpp"

#include <algorithm>

namespace tuplepack {

/// The one pack that is open.
struct OpenPack {
  std::vector<std::int64_t> room;
  std::int64_t slots;
  std::vector<Run> runs;
};

static void put(OpenPack& pack, std::span<const std::int64_t> size, std::uint32_t bin, std::int64_t copies) {
  if (copies == 0) return;
  pack.runs.push_back({.bin = bin, .copies = copies});
  pack.slots -= copies;
  for (std::size_t c = 0; c < size.size(); ++c) pack.room[c] -= copies * size[c];
}

/// Next fit decreasing: items from the largest down; a pack closes as soon as the next item does not fit.
Plan pack_next_fit(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  PlanBuilder plan;
  const OpenPack empty{.room = limits.sizes, .slots = limits.depth, .runs = {}};
  OpenPack pack = empty;
  for (const auto& [score, bin] : bins_by_score(histogram, Score(options.heuristic, limits))) {
    const auto size = histogram.size(bin);
    std::int64_t left = histogram.counts[bin];
    const std::int64_t first = copies_that_fit(size, pack.room, std::min(pack.slots, left));
    put(pack, size, bin, first);
    left -= first;
    if (left == 0) continue;
    if (!pack.runs.empty()) plan.add(pack.runs, 1);
    const std::int64_t full = copies_that_fit(size, empty.room, std::min(empty.slots, left));
    // All full packs of this bin but the last part; a whole last one stays open for the next bin.
    const std::int64_t repeat = (left - 1) / full;
    const Run run{.bin = bin, .copies = full};
    if (repeat > 0) plan.add(std::span(&run, 1), repeat);
    pack = empty;
    put(pack, size, bin, left - repeat * full);
  }
  if (!pack.runs.empty()) plan.add(pack.runs, 1);
  return std::move(plan).finish();
}

}  // namespace tuplepack
