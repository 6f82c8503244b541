#pragma once

#include "tuplepack/packing/certificate.hpp"
#include "tuplepack/packing/pack.hpp"

namespace tuplepack {

/// A plan, and why there cannot be one with many packs less.
struct Solved {
  Plan plan;
  std::int64_t bound = 0;   ///< no plan has fewer packs
  Certificate certificate;  ///< for the bound, if it is above the one known before; else without prices
};

/// Improves a plan and a bound by column generation until they meet, nothing more is to be gained, or
/// options.keep_going says no.
///
/// start   a plan that check() accepts
/// known   the best bound so far; its prices are where the search for better ones begins
[[nodiscard]] Solved solve_by_columns(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                                      const PackOptions& options);

/// What the certificate of a solution proves, under the name "linear-program".
/// assumes  it has prices
[[nodiscard]] Proof proof_of(const Solved& solved);

}  // namespace tuplepack
