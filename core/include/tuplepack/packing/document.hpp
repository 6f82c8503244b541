#pragma once

#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/pack.hpp"

#include <functional>
#include <optional>

namespace tuplepack {

/// Everything a plan needs to say for itself: what came in, what was asked, what came out. This is what a plan file
/// holds.
struct PlanDocument {
  Histogram histogram;          ///< as packed, i.e. after fitting; the plan's bins are its bins
  Totals real;                  ///< items and sizes that carry data
  std::size_t source_bins = 0;  ///< bins of the histogram that came in
  Limits limits;                ///< as asked
  Limits room;                  ///< as packed
  Fitting fitting;
  OverlongCount overlong;
  /// The one component whose limit was obeyed; limits and room then hold what the others need.
  std::optional<std::size_t> baseline;
  std::int64_t packs_multiple = 1;
  Packed packed;
  std::optional<Certificate> certificate;  ///< proves the bound, if it is that of packed.proof; from a file: unverified
  LowerBound bound;
  Metrics metrics;
};

/// Fills in bound and metrics from everything else. The bound of a baseline is that of its component alone, and so
/// never above what a plan that ignores the other limits can reach.
/// assumes  check() accepts the plan for `histogram` and `room`
/// errors   see measure
[[nodiscard]] Result<void> evaluate(PlanDocument& document);

/// The number of packs that the document's certificate proves for its problem.
/// errors  those of verify · empty (there is no certificate)
[[nodiscard]] Result<std::int64_t> verify(const PlanDocument& document);

struct PlanRequest {
  Limits limits;
  Fitting fitting{};
  PackOptions pack{};
  std::optional<std::size_t> baseline{};
  std::int64_t packs_multiple = 1;
  std::function<void(const PlanDocument&)> improved{};  ///< hears of every better plan of a long search, before
                                                        ///< pack.keep_going does; may be empty; not for a baseline
};

/// fit → pack → bound → measure.
/// errors  as those · unsupported (a baseline together with a fitting) · limit_not_positive (packs_multiple)
[[nodiscard]] Result<PlanDocument> make_plan(const Histogram& histogram, const PlanRequest& request);

}  // namespace tuplepack
