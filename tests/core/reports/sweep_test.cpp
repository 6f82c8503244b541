#include "tuplepack/reports/sweep.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::sweep_test {

using namespace reports;

using CellState = packing::SweepCell::State;

static packing::Sweep sweep_of(const std::vector<std::pair<CellState, double>>& cells) {
  packing::Sweep sweep;
  for (const auto& [state, mean] : cells) {
    sweep.cells.push_back({.state = state, .packs = 1, .efficiency = {mean}, .harmonic_mean = mean});
  }
  return sweep;
}

/// A pruned cell has an upper bound, which may be above the best cell.
static packing::Sweep six_cells() {
  return sweep_of({{CellState::infeasible, 0},
                   {CellState::packed, 0.5},
                   {CellState::packed, 0.75},
                   {CellState::pruned, 0.9},
                   {CellState::packed, 0.75},
                   {CellState::packed, 0.25}});
}

TEST_CASE("cells are counted by state") {
  const CellCounts counts = cell_counts(six_cells());
  CHECK(counts.packed == 4);
  CHECK(counts.pruned == 1);
  CHECK(counts.infeasible == 1);
  CHECK(name(CellState::packed) == "packed");
  CHECK(name(CellState::pruned) == "pruned");
  CHECK(name(CellState::infeasible) == "infeasible");
}

TEST_CASE("the best cells are packed ones, earlier ones first among equals") {
  CHECK(best_cells(six_cells(), 3) == std::vector<std::size_t>{2, 4, 1});
  CHECK(best_cells(six_cells(), 9) == std::vector<std::size_t>{2, 4, 1, 5});
  CHECK(best_cells(six_cells(), 0).empty());
  CHECK(best_cells(sweep_of({{CellState::infeasible, 0}}), 3).empty());
}

TEST_CASE("harmonic means of feasible cells, and where one lies among them") {
  const MeanRange range = mean_range(six_cells());
  CHECK(range.low == 0.25);
  CHECK(range.high == 0.9);
  CHECK(range.share(0.25) == 0);
  CHECK(range.share(0.9) == 1);
  CHECK(range.share(0.575) == doctest::Approx(0.5));
  CHECK(range.share(0.1) == 0);
  CHECK(mean_range(sweep_of({{CellState::packed, 0.5}})).share(0.5) == 1);
}

}  // namespace tuplepack::tests::sweep_test
