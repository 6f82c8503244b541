#include "next_fit.hpp"

#include "open_pack.hpp"
#include "packing/room.hpp"

#include <algorithm>

namespace tuplepack::packing {

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

}  // namespace tuplepack::packing
