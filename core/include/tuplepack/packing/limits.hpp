#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <limits>

namespace tuplepack::packing {

inline constexpr std::int64_t unlimited_depth = std::numeric_limits<std::int64_t>::max();

/// The room in one pack.
struct Limits {
  std::vector<std::int64_t> sizes;       ///< k, capacity of each component, each ≥ 1
  std::int64_t depth = unlimited_depth;  ///< items allowed in a pack, ≥ 1
};

/// The limits without those of all other components, which become max_exact.
[[nodiscard]] Limits limits_of_component(Limits limits, std::size_t component);

/// The limits must not admit more items in a pack than this. It bounds the length of a strategy, and with it the time
/// and memory of every pass over one.
inline constexpr std::int64_t max_items_in_a_pack = std::int64_t{1} << 24;

/// Whether a histogram can be packed within these limits.
/// errors  component_mismatch · limit_not_positive · item_over_limit (names the first such bin) ·
///         too_large (a pack could hold more than max_items_in_a_pack items: give a depth)
/// cost    O(bins · k)
[[nodiscard]] Result<void> validate(const Histogram& histogram, const Limits& limits);

}  // namespace tuplepack::packing
