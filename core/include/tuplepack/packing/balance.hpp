#pragma once

#include "tuplepack/packing/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// Ranks that train together take one pack each, and all wait for the one with the most work. So the packs that are
/// worked on at once should be alike.
struct Balance {
  std::int64_t ranks = 1;     ///< packs worked on at once: a group
  std::size_t component = 0;  ///< whose sizes make the work
};

/// The work in one pack of each strategy, as attention has it: Σ size² over its items, in the room they take. Exact
/// below 2^53.
[[nodiscard]] std::vector<double> quadratic_work(const Histogram& histogram, const Plan& plan, std::size_t component);

/// The largest work in a group over its mean: 1 where all are alike.
struct Imbalance {
  double mean = 1;     ///< over the groups
  double largest = 1;  ///< of any group
  double overall = 1;  ///< Σ largest / Σ mean: how much longer all steps take than if the work were even

  bool operator==(const Imbalance&) const = default;
};

/// work   of each pack, in their order; each run of `ranks` packs is a group, and the last one may be smaller
/// ranks  ≥ 1
[[nodiscard]] Imbalance imbalance(std::span<const double> work, std::int64_t ranks);

/// In which order to take packs so that Σ largest over the groups is the least there can be: sorted by their work and
/// cut into groups, the lightest in the last, which may be smaller. Groups, and the packs in each, then come in the
/// order of their first pack, so that a shuffled order stays one.
/// cost  O(packs · log packs)
[[nodiscard]] std::vector<std::uint32_t> balanced_order(std::span<const double> work, std::int64_t ranks);

}  // namespace tuplepack
