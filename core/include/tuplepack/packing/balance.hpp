#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/packing/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// Ranks that train together take one pack each, and all wait for the one with the most work. So the packs of one step
/// should take about equally long.
struct Balance {
  std::int64_t ranks = 1;     ///< packs per step: a group
  std::size_t component = 0;  ///< the component whose sizes determine the work
};

/// The component that determines the work: "quadratic", the first, or "quadratic:NAME".
/// errors  malformed (something else) · unknown_name (no such component)
[[nodiscard]] Result<std::size_t> balanced_component(std::string_view text, std::span<const std::string> components);

/// The attention cost of one pack of each strategy: Σ size² over its items, aligned as packed. Exact below 2^53.
[[nodiscard]] std::vector<double> quadratic_work(const Histogram& histogram, const Plan& plan, std::size_t component);

/// The largest work in a group over the group's mean: 1 when all are equal.
struct Imbalance {
  double mean = 1;     ///< over the groups
  double largest = 1;  ///< of any group
  double overall = 1;  ///< Σ largest / Σ mean: how much longer all steps take than with even work

  bool operator==(const Imbalance&) const = default;
};

/// work   of each pack, in order; each run of `ranks` packs is a group, and the last one may be smaller
/// ranks  ≥ 1
[[nodiscard]] Imbalance imbalance(std::span<const double> work, std::int64_t ranks);

/// The order of packs that minimises Σ largest over the groups: packs sorted by work and cut into groups, the lightest
/// last, in a group that may be smaller. Groups are then ordered by their first pack, and the packs in each stay in
/// order, so that a shuffled order remains shuffled.
/// work   of each kind of pack
/// kinds  of each pack, in order
/// cost   O(packs + kinds · log kinds)
[[nodiscard]] std::vector<std::uint32_t> balanced_order(std::span<const double> work,
                                                        std::span<const std::uint32_t> kinds, std::int64_t ranks);

}  // namespace tuplepack::packing
