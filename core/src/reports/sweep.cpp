#include "tuplepack/reports/sweep.hpp"

#include "packing/search/sweep_cells.hpp"

#include <algorithm>

namespace tuplepack::reports {

using State = packing::SweepCell::State;

std::string_view name(State state) {
  switch (state) {
    case State::packed: return "packed";
    case State::pruned: return "pruned";
    case State::infeasible: return "infeasible";
  }
  return {};
}

CellCounts cell_counts(const packing::Sweep& sweep) {
  const auto count = [&](State state) -> std::int64_t {
    return std::count_if(sweep.cells.begin(), sweep.cells.end(),
                         [state](const packing::SweepCell& cell) { return cell.state == state; });
  };
  const std::int64_t refined = std::count_if(sweep.cells.begin(), sweep.cells.end(),
                                             [](const packing::SweepCell& cell) { return cell.refined; });
  return {.packed = count(State::packed),
          .refined = refined,
          .pruned = count(State::pruned),
          .infeasible = count(State::infeasible)};
}

std::vector<std::size_t> best_cells(const packing::Sweep& sweep, std::size_t most) {
  std::vector<std::size_t> packed;
  for (std::size_t cell = 0; cell < sweep.cells.size(); ++cell) {
    if (sweep.cells[cell].state == State::packed) packed.push_back(cell);
  }
  const auto better = [&](std::size_t a, std::size_t b) { return is_better(sweep.cells[a], a, sweep.cells[b], b); };
  const auto end = packed.begin() + static_cast<std::ptrdiff_t>(std::min(most, packed.size()));
  std::partial_sort(packed.begin(), end, packed.end(), better);
  packed.erase(end, packed.end());
  return packed;
}

double MeanRange::share(double mean) const {
  return high > low ? std::clamp((mean - low) / (high - low), 0.0, 1.0) : 1;
}

MeanRange mean_range(const packing::Sweep& sweep) {
  MeanRange range;
  for (const packing::SweepCell& cell : sweep.cells) {
    if (cell.state == State::infeasible) continue;
    range.low = std::min(range.low, cell.harmonic_mean);
    range.high = std::max(range.high, cell.harmonic_mean);
  }
  return range;
}

}  // namespace tuplepack::reports
