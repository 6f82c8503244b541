#pragma once

#include "mean_groups.hpp"
#include "packing/stop.hpp"

#include <optional>

namespace tuplepack::packing {

/// Packs of more items are repacked: with so many it is easy.
inline constexpr std::size_t max_items_rearranged = 64;

/// Puts the members of groups into the packs of a plan for the groups. Each strategy gets a fair sample of every group;
/// then its items change places until its packs are about equally large (the rearrangement algorithm of Puccetti and
/// Rüschendorf 2012). An item too many goes into the room that others left, or into a pack of its own.
///
/// result  none when stopped
/// cost    about O(items in a pack · (bins + strategies) · log) for each of at most 20 rounds
[[nodiscard]] std::optional<Plan> with_members(const Plan& plan, const MeanGroups& groups, const Histogram& histogram,
                                               const Limits& limits, Stop& stop);

}  // namespace tuplepack::packing
