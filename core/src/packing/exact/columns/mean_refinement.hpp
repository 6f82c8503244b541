#pragma once

#include "solve.hpp"

namespace tuplepack::packing {

/// Whether there is one component, and packs are so many that most of them will be alike.
[[nodiscard]] bool suits_mean_groups(const Histogram& histogram, const Plan& plan);

/// Improves a plan and a bound for one component where sizes are too many for column generation, by groups of sizes that
/// are as large as their members on average. The plan of the groups becomes one for the real sizes, see
/// rearrangement.hpp. The groups' prices, interpolated for the sizes between them, become a bound once they are lowered
/// so far that no pack is worth too much. Then groups are divided where prices bend, and it begins again.
///
/// start   a plan that check() accepts
/// known   the best bound so far
/// result  `start`, or a plan with fewer packs; a certificate if the bound was raised
/// assumes suits_mean_groups()
[[nodiscard]] Solved solve_by_mean_groups(const Histogram& histogram, const Limits& limits, Plan start,
                                          const Proof& known, const PackOptions& options);

}  // namespace tuplepack::packing
