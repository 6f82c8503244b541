#pragma once

#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/pack.hpp"

#include <functional>
#include <optional>
#include <string_view>

namespace tuplepack::packing {

/// The schema of plan files: what this version writes, and all that it reads.
inline constexpr std::string_view plan_schema = "tuplepack.plan/1";

/// A plan with everything around it: what came in, what was asked, what came out. This is what a plan file holds.
struct PlanDocument {
  Histogram histogram;          ///< as packed, i.e. after fitting; the plan's bins are its bins
  Totals real;                  ///< items and sizes that carry data
  std::size_t source_bins = 0;  ///< bins of the input histogram
  Limits limits;                ///< as asked
  Limits room;                  ///< as packed
  Fitting fitting;
  OverlongCount overlong;
  /// The only component whose limit was obeyed; limits and room then hold what the others need.
  std::optional<std::size_t> baseline;
  std::int64_t packs_multiple = 1;
  bool spread = false;  ///< spread_items() made the plan of another, which `packed` describes otherwise
  bool even = false;    ///< all packs are filled alike, those too that make the number a multiple
  Packed packed;
  std::optional<Certificate> certificate;  ///< proves the bound; from a file: unverified
  LowerBound bound;
  Metrics metrics;

  /// Packs that could be saved at most. Of even packs none that make the number a multiple.
  [[nodiscard]] std::int64_t gap() const;
  /// The same of the plan and another lower bound.
  [[nodiscard]] std::int64_t gap_to(std::int64_t packs) const;
};

/// The limits that bounds are for: those of the room, without those that a baseline ignores.
[[nodiscard]] Limits bounding_limits(const PlanDocument& document);

/// Fills in bound and metrics from everything else. Where the bound proves the plan optimal, also its certificate and
/// Ended::optimal. The bound of a baseline is that of its component alone, and so never above what a plan that ignores
/// the other limits can reach.
/// assumes  check() accepts the plan for `histogram` and `room`
/// errors   see measure
[[nodiscard]] Result<void> evaluate(PlanDocument& document);

/// The number of packs that the document's certificate proves for its problem.
/// errors  those of verify · empty (there is no certificate) · plan_mismatch (the plan has fewer packs)
[[nodiscard]] Result<std::int64_t> verify(const PlanDocument& document, CheckingWork& work);
[[nodiscard]] Result<std::int64_t> verify(const PlanDocument& document);

/// The steps of checking the certificate, where a search has proven the bound; 0 where they are more than
/// CheckingWork::usual, or where a quick bound is certified, which takes a few for each bin. A count that it has already is
/// taken as it is.
[[nodiscard]] std::int64_t checking_steps(const PlanDocument& document);

/// Whether a plan is for these items: they, fitted as the document says, are those in its packs.
/// errors  plan_mismatch (names what differs) · those of fit
[[nodiscard]] Result<void> check_source(const PlanDocument& document, const Histogram& source);

struct PlanRequest {
  Limits limits;
  Fitting fitting{};
  PackOptions pack{};
  std::optional<std::size_t> baseline{};
  std::int64_t packs_multiple = 1;
  /// About as many items in every pack where that takes no more packs, see spread_items(); a baseline stays as it is.
  /// Default: for auto and optimal, unless bound to published methods, from 2,048 items on.
  std::optional<bool> spread{};
  bool even = false;                                    ///< fill all packs alike, see even_packs()
  std::function<void(const PlanDocument&)> improved{};  ///< called with every better plan of a long search, before
                                                        ///< pack.keep_going is; may be empty; not for a baseline
};

/// fit → pack → spread_items and even_packs, if asked for → bound → measure.
/// errors  as those · unsupported (a baseline that is fitted or spread) · limit_not_positive (packs_multiple) ·
///         too_large (more items than can be spread, or more items or packs, or a larger multiple, than can be filled
///         alike)
[[nodiscard]] Result<PlanDocument> make_plan(const Histogram& histogram, const PlanRequest& request);

}  // namespace tuplepack::packing
