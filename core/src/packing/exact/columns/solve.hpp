#pragma once

#include "tuplepack/packing/certificate.hpp"
#include "tuplepack/packing/pack.hpp"

namespace tuplepack::packing {

/// A plan, and a lower bound.
struct Solved {
  Plan plan;
  std::int64_t bound = 0;   ///< no plan has fewer packs
  Certificate certificate;  ///< of the bound, if it was raised; else without prices
};

/// Improves a plan and a bound by column generation until they meet, the dives are exhausted, or it is stopped. More than
/// `max_groups` bins are also grouped, see grouping.hpp and mean_refinement.hpp.
///
/// start   a plan that check() accepts
/// known   the best bound so far; its prices are the initial duals
[[nodiscard]] Solved solve_by_columns(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                                      const PackOptions& options);

/// The same for the bound alone, without groups. The plan only helps to find it.
[[nodiscard]] Solved bound_by_columns(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                                      const PackOptions& options);

/// The bound "linear-program" of a solution, with its certificate.
/// assumes  it has prices
[[nodiscard]] Proof proof_of(const Solved& solved);

}  // namespace tuplepack::packing
