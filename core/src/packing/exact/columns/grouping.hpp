#pragma once

#include "solve.hpp"

namespace tuplepack::packing {

/// Histograms of more bins are beyond column generation, or make it slow.
inline constexpr std::size_t max_groups = 1024;

/// Improves a plan and a bound where sizes are too many for column generation. Sizes are grouped, at most `max_groups`
/// of them: rounded up to multiples of a unit, a plan for them is one for the real sizes; rounded down, a bound for them
/// holds for the real sizes.
///
/// start   a plan that check() accepts
/// known   the best bound so far; its prices are the initial duals
/// result  `start`, or a plan with fewer packs; a certificate if the bound was raised
[[nodiscard]] Solved solve_by_groups(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                                     const PackOptions& options);

}  // namespace tuplepack::packing
