#pragma once

#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/pack.hpp"

#include <functional>
#include <vector>

namespace tuplepack::reports {

struct CompareOptions {
  packing::Fitting fitting{};
  bool paper = false;                                              ///< only the published methods, as published
  std::function<bool(const packing::PackProgress&)> keep_going{};  ///< as in PackOptions
  std::function<bool(std::size_t, std::size_t)> packed{};  ///< called after each plan with the number of plans so far
                                                           ///< and of all; false stops; may be empty
  std::function<double()> clock{};                         ///< in seconds, to time each method by; may be empty
};

/// The plans of all methods for the same items.
struct PlanComparison {
  struct Row {
    packing::Packed packed;
    packing::Metrics metrics;
    double seconds = 0;                     ///< 0 without a clock
    std::int64_t packs_after_a_second = 0;  ///< of the best plan that the method had by then; 0: it had none
  };
  packing::LowerBound bound;
  std::vector<Row> rows;  ///< at least one
  bool stopped = false;   ///< some combinations were not tried

  /// Packs that could be saved at most.
  [[nodiscard]] std::int64_t gap(const Row& row) const { return row.metrics.packs - bound.packs; }
};

/// Fits once and packs by every combination of method, heuristic and distribute. A plan that was cut short is left
/// out, unless it is the first.
/// result  in the order of combinations()
/// errors  those of fit · too_large (packs · limit beyond max_exact)
[[nodiscard]] Result<PlanComparison> compare_plans(const packing::Histogram& histogram, const packing::Limits& limits,
                                                   const CompareOptions& options = {});

/// Sorts the rows by their packs; those with equally many keep their order.
void rank(PlanComparison& comparison);

}  // namespace tuplepack::reports
