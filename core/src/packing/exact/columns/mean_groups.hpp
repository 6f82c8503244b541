#pragma once

#include "packing/plan_builder.hpp"
#include "tuplepack/packing/histogram.hpp"
#include "tuplepack/packing/limits.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Sizes of one component in groups of neighbours, each as large as its members are on average. Unlike groups rounded up
/// they waste nothing: where a group comes many times, its large and small members make up for each other.
///
///   histogram  of the groups; sizes and limit count steps of equal length
///   members    parallel to its bins: what is in the group, bins ascending, Σ copies = count
struct MeanGroups {
  Histogram histogram;
  Limits limits;
  std::vector<std::vector<Run>> members;
};

/// A size with very many items is a group of its own. A mean that is not a whole number of steps is rounded up.
///
/// steps    that the limit is divided into, ≥ 1
/// borders  ascending from 0 to `steps`: groups do not reach far across them
/// assumes  one component
/// cost     O(bins · log(groups))
[[nodiscard]] MeanGroups group_by_mean(const Histogram& histogram, const Limits& limits, std::int64_t steps,
                                       std::span<const std::int64_t> borders);

}  // namespace tuplepack::packing
