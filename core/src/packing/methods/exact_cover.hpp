#pragma once

#include "strategy_repeats.hpp"

namespace tuplepack::packing {

/// A plan near to these uses of strategies in which every item is in exactly one pack.
///
/// Packs that hold surplus items are given up, those first that hold the most of them. What remains are full packs; all
/// other items go by best fit into packs of their own, or by next fit when stopped. With `paper` the packs are kept and
/// filled with virtual padding, as in the listings: the surplus items are left out.
///
/// assumes  one component
/// cost     O(strategy items · depth) and that of lpfhp
[[nodiscard]] Plan exact_cover(const Histogram& histogram, const Limits& limits, const StrategyRepeats& uses,
                               bool paper, Stop& stop);

}  // namespace tuplepack::packing
