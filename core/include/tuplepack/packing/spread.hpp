#pragma once

#include "tuplepack/packing/pack.hpp"

#include <cstdint>
#include <optional>

namespace tuplepack::packing {

inline constexpr std::int64_t max_spread_items = std::int64_t{1} << 17;

/// A plan with no more packs, whose deepest pack holds little more than the average number of items. Plans that fill one
/// pack after the other have some packs of many small items and some of a few large ones. That costs memory wherever
/// something is padded to the deepest pack, such as per-sequence losses or the graphs of a batch.
/// histogram, limits, plan  check() accepts the plan
/// options   keep_going, bound (passed on to it) and ask_every
/// result    nothing where the plan is spread already, where none was found, beyond max_spread_items, in a build without vector
///           balancing, or when stopped. The same call gives the same plan on every platform
/// cost      time O(items · k · items in a pack), about 2 µs an item and 0.1 s at most; memory O(items)
[[nodiscard]] std::optional<Plan> spread_items(const Histogram& histogram, const Limits& limits, const Plan& plan,
                                               const PackOptions& options = {});

}  // namespace tuplepack::packing
