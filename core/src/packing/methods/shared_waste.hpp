#pragma once

#include "tuplepack/packing/pack.hpp"

namespace tuplepack::packing {

/// Does with fewer packs, if it can, where few items differ so much that no pack has to be full: packs are filled one at a
/// time, each with about its share of the waste that as many packs as the bound have. Small items are what fills packs to
/// the last unit; they would be used up before the last packs if each was as full as possible. A few attempts, which
/// begin packs in other orders and share the waste less evenly.
///
/// bound       packs that no plan can go under
/// fewer_than  packs that the plan has to stay below
/// work        at most, in about nanoseconds; never more than 0.3 s
/// result      none if no such plan was found, all packs have to be full, several components or a depth bind, or there
///             are too many items or sums
/// cost        for each attempt O(packs · items · limit / 64), in units of the sizes' greatest common divisor
[[nodiscard]] Plan fill_with_shared_waste(const Histogram& histogram, const Limits& limits, std::int64_t bound,
                                          std::int64_t fewer_than, std::int64_t work, const PackOptions& options);

}  // namespace tuplepack::packing
