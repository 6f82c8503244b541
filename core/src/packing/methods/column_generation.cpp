#include "methods.hpp"
#include "packing/exact/columns/solve.hpp"
#include "tuplepack/packing/bound.hpp"

#include <utility>

namespace tuplepack::packing {

/// Column generation from the plan of quick; see column_generation/solve.hpp.
Packed choose_column_generation(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  const LowerBound bound = lower_bound(histogram, limits);
  Plan start = quick_plan(histogram, limits, bound.packs, options);
  Proof proof{.bound = bound, .certificate = certify(histogram, limits, bound)};
  Solved solved = solve_by_columns(histogram, limits, std::move(start), proof, options);
  if (!solved.certificate.prices.empty()) proof = proof_of(solved);
  return {.plan = std::move(solved.plan),
          .method = "column-generation",
          .heuristic = {},
          .distribute = false,
          .paper = false,
          .proof = std::move(proof)};
}

}  // namespace tuplepack::packing
