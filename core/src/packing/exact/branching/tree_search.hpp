#pragma once

#include "packing/exact/columns/solve.hpp"

namespace tuplepack::packing {

/// What branch and price has come to.
///   solved   its certificate holds cases if they raised the bound; else it has no prices
///   cases    that were solved
struct Branched {
  Solved solved;
  std::int64_t cases = 0;
};

/// Closes the gap between a plan and a bound by branch and price: a tree of cases, see CaseProblem, depth first. Every
/// case solves its linear program; where that allows a plan of as few packs as the bound, it is rounded, and the case
/// divided in two. When all cases are closed, the bound rises by one pack, and the tree starts over.
///
/// Where items are too many for that, it rounds the linear program of the whole at random instead, as long as it may.
///
/// start           a plan that check() accepts
/// known           the best bound so far
/// until_stopped   continue until the gap is closed or the options stop it; else it gives up after a few cases
[[nodiscard]] Branched solve_by_cases(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                                      bool until_stopped, const PackOptions& options);

/// Whether cases are the quicker way to plan and bound: few items, and a pack has more rooms than column generation can
/// tabulate quickly.
[[nodiscard]] bool suits_cases(const Histogram& histogram, const Limits& limits);

/// The bound "branch-and-price" of a solution, with its certificate.
/// assumes  it has prices
[[nodiscard]] Proof proof_of(const Branched& branched);

}  // namespace tuplepack::packing
