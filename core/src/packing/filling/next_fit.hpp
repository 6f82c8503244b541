#pragma once

#include "packing/plan_builder.hpp"
#include "score_order.hpp"

#include <cstdint>
#include <span>

namespace tuplepack::packing {

/// Next fit decreasing: items from the largest down; a pack closes as soon as the next item does not fit. The quickest
/// way to a whole plan, and so what a method that is stopped packs the rest by.
/// counts  bins: how many items to pack, ≥ 0
/// cost    O(bins · k)
void add_by_next_fit(const Histogram& histogram, const Limits& limits, std::span<const ScoredBin> order,
                     std::span<const std::int64_t> counts, PlanBuilder& plan);

}  // namespace tuplepack::packing
