#pragma once

#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/checking_work.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tuplepack::packing {

/// A node of the branching tree: a leaf pruned by its prices, or an inner node with two exhaustive cases (Ryan and Foster 1981).
///
/// A case with a split (a, b) of bins that a pack may share is followed by its two subtrees in preorder:
///   together   some pack holds an item of a and one of b. Which ones makes no difference, so that two of them are merged
///              into the only item of a new bin, appended at the end and as large as both together, which inherits the bins
///              that a or b is apart from.
///   apart      no pack holds an item of a and one of b. (a = b: no pack holds two items of a.)
///
/// Prices close a case as they do in a certificate, by the packs of the case and with all limits.
struct Case {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> split{};
  std::int64_t scale = 1;              ///< without a split: ≥ 1
  std::vector<std::int64_t> prices{};  ///< without a split: bins, glued ones included, each ≥ 0
};

/// A proof that no plan has fewer than so many packs: a price for every bin, such that no pack can hold items worth
/// more than `scale`. All items together then need ⌈Σ count · price / scale⌉ packs, however the prices were found. (They are
/// a feasible solution of the dual of the linear program of Gilmore and Gomory 1961.)
///
/// Example: limit 10, three items of 6 and one of 4. Prices {4: 0, 6: 1}, scale 1: no pack holds two items of 6, so
/// there are at least 3 packs.
///
/// Where that is not enough, a proof by cases follows. Each of them needs `packs` packs.
struct Certificate {
  std::int64_t scale = 1;                  ///< ≥ 1
  std::vector<std::int64_t> prices;        ///< bins, each ≥ 0
  std::optional<std::size_t> component{};  ///< shown with the limit of this component alone; none: with all limits
  bool uses_depth = false;                 ///< shown with the limit of items too
  std::int64_t packs = 0;                  ///< shown by the cases; 0: there are none
  std::vector<Case> cases{};               ///< the first is the whole problem
  std::int64_t work = 0;                   ///< steps that verify() takes; 0: not counted
};

/// A bound, and what proves it.
struct Proof {
  LowerBound bound;
  Certificate certificate;
};

/// The certificate of a bound: its dual feasible function, as prices.
/// bound    one of lower_bounds() for these arguments
/// result   proves bound.packs or more, and verify() accepts it
[[nodiscard]] Certificate certify(const Histogram& histogram, const Limits& limits, const LowerBound& bound);

/// ⌈Σ count · price / scale⌉, or `packs` of the cases if that is more: the number of packs that a certificate proves if
/// it is right.
/// assumes  one price for each bin, scale ≥ 1
[[nodiscard]] std::int64_t packs_proven(const Histogram& histogram, const Certificate& certificate);

/// Verifies a certificate independently, by exact integer arithmetic.
/// result  packs_proven()
/// errors  malformed (prices are not one per bin, or not between 0 and the scale; no such component) ·
///         unsupported (too large to verify) · plan_mismatch (some pack is worth more than the scale) · the same of a
///         case, named by its place among the cases, counted from 0 · unsupported or stopped: see CheckingWork
/// cost    the steps in `work`; of prices that are at most the share of one limit, a few for each bin
[[nodiscard]] Result<std::int64_t> verify(const Histogram& histogram, const Limits& limits,
                                          const Certificate& certificate, CheckingWork& work);
/// The same with at most CheckingWork::usual steps.
[[nodiscard]] Result<std::int64_t> verify(const Histogram& histogram, const Limits& limits,
                                          const Certificate& certificate);

}  // namespace tuplepack::packing
