#pragma once

#include "tuplepack/packing/sweep.hpp"

#include <string_view>
#include <vector>

namespace tuplepack::reports {

/// "packed", "pruned" or "infeasible".
[[nodiscard]] std::string_view name(packing::SweepCell::State state);

/// The cells in each state.
struct CellCounts {
  std::int64_t packed = 0;
  std::int64_t refined = 0;  ///< of those packed
  std::int64_t pruned = 0;
  std::int64_t infeasible = 0;
};
[[nodiscard]] CellCounts cell_counts(const packing::Sweep& sweep);

/// The best packed cells, at most `most`: largest harmonic mean first, earlier cells first among equals.
[[nodiscard]] std::vector<std::size_t> best_cells(const packing::Sweep& sweep, std::size_t most);

/// The harmonic means of all feasible cells.
struct MeanRange {
  double low = 1;
  double high = 0;  ///< below low where no cell is feasible

  /// Where a mean lies in the range: 0 to 1; 1 where the range has no width.
  [[nodiscard]] double share(double mean) const;
};
[[nodiscard]] MeanRange mean_range(const packing::Sweep& sweep);

}  // namespace tuplepack::reports
