#include "methods.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack {

static bool is_tried(const std::string& method) {
  const auto table = methods();
  return std::find_if(table.begin(), table.end(), [&](const Method& row) { return row.name == method; })->tried_by_auto;
}

/// The first best of all combinations worth trying; stops at the lower bound. The published variants are not among
/// them: where they differ from ours they are rarely better, and then by little.
Packed choose_auto(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const std::int64_t bound = lower_bound(histogram, limits).packs;
  Packed best;
  std::int64_t fewest = options.fewer_than;
  for (PackOptions& candidate : combinations(histogram.component_count(), options.paper)) {
    const bool distribute = candidate.distribute.value_or(false);
    if (!is_tried(candidate.method) || options.distribute.value_or(distribute) != distribute) continue;
    candidate.fewer_than = fewest;
    Packed packed = std::move(*pack(histogram, limits, candidate));
    if (packed.plan.strategies() == 0) continue;
    fewest = pack_count(packed.plan);
    best = std::move(packed);
    if (fewest == bound) break;
  }
  return best;
}

}  // namespace tuplepack
