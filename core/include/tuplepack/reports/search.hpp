#pragma once

#include "tuplepack/packing/document.hpp"
#include "tuplepack/packing/search.hpp"

#include <optional>
#include <span>

namespace tuplepack::reports {

/// The harmonic mean of the efficiencies of all components (Krell et al. 2022, Figure 5).
[[nodiscard]] double harmonic_mean(std::span<const double> efficiency);

/// The number of combinations of limits in the ranges. As a double, because the product may be huge.
[[nodiscard]] double candidate_count(std::span<const packing::Range> ranges);

/// A search for a target, and the best limits of the ranges, as quick methods find them, if it found none that reach it.
struct TargetAnswer {
  packing::Search search;
  std::optional<packing::Search> best;
};
/// errors  those of search_target
[[nodiscard]] Result<TargetAnswer> answer_target(const packing::Histogram& histogram, double target,
                                                 const packing::SearchOptions& options);

/// The plan of limits that were found, with what proves their bound.
[[nodiscard]] Result<packing::PlanDocument> document_of(const packing::Histogram& histogram,
                                                        const packing::Candidate& found, std::int64_t depth);

}  // namespace tuplepack::reports
