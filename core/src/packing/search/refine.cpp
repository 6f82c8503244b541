// One quick method for all cells of a sweep may miss the best one: on wikipedia with three items per pack, lpfhp finds the
// best limit to be 680, with 98.12 %; by all quick methods it is 672, with 98.62 %.

#include "base/arithmetic.hpp"
#include "sweep_cells.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

/// How many cells to pack by quick, which takes about 100 ms.
static std::size_t cells_to_refine(const Histogram& histogram) {
  constexpr std::int64_t budget = 100'000'000;
  constexpr std::int64_t per_cell = 4'000'000;
  constexpr std::int64_t per_bin = 30'000;
  const std::int64_t cost = per_cell + per_bin * static_cast<std::int64_t>(histogram.bins());
  return static_cast<std::size_t>(std::max<std::int64_t>(budget / cost, 1));
}

/// The first few of some cells, those of the largest value first.
static std::vector<std::uint32_t> highest(std::vector<std::uint32_t> cells, std::span<const double> values,
                                          std::size_t few) {
  const auto end = cells.begin() + static_cast<std::ptrdiff_t>(std::min(few, cells.size()));
  std::partial_sort(cells.begin(), end, cells.end(), [&](std::uint32_t a, std::uint32_t b) {
    return values[a] > values[b] || (values[a] >= values[b] && a < b);
  });
  cells.erase(end, cells.end());
  return cells;
}

/// What the lower bounds allow in a cell.
static double promise(const Sweep& sweep, std::size_t cell, const Histogram& histogram, const SweepOptions& options) {
  const Limits limits{.sizes = sweep.limits(cell), .depth = options.depth};
  const auto fitted = fit(histogram, limits, options.fitting);
  if (!fitted) return 0;
  return harmonic_mean(fitted->real.sums, lower_bound(fitted->histogram, fitted->limits).packs, limits.sizes);
}

/// The cells that are packed best and those that promise most, in turn.
static std::vector<std::uint32_t> worth_refining(const Sweep& sweep, const Histogram& histogram,
                                                 const SweepOptions& options, std::vector<double>& promises) {
  const std::size_t few = cells_to_refine(histogram);
  const Totals sums = totals(histogram);
  const double best = sweep.best ? sweep.cells[*sweep.best].harmonic_mean : 0;
  std::vector<double> means(sweep.cells.size());
  std::vector<std::uint32_t> able;  // to be better than the best
  for (std::uint32_t i = 0; i < sweep.cells.size(); ++i) {
    if (sweep.cells[i].state == SweepCell::State::infeasible) continue;
    const auto cheap = cheaply_bounded_cell(histogram, sums, sweep.limits(i), options);
    if (!cheap || cheap->harmonic_mean < best) continue;
    able.push_back(i);
    means[i] = sweep.cells[i].harmonic_mean;
    promises[i] = cheap->harmonic_mean;
  }
  constexpr std::size_t bounded_per_packed = 4;
  std::vector<std::uint32_t> promising = highest(able, promises, bounded_per_packed * few);
  const std::vector<std::uint32_t> packed = highest(able, means, few);
  std::vector<std::uint32_t> bounded = promising;
  for (const std::uint32_t cell : packed) {
    if (std::find(promising.begin(), promising.end(), cell) == promising.end()) bounded.push_back(cell);
  }
  for (const std::uint32_t cell : bounded) promises[cell] = promise(sweep, cell, histogram, options);
  promising = highest(std::move(promising), promises, few);
  std::vector<std::uint32_t> chosen;
  const auto choose = [&](std::span<const std::uint32_t> from, std::size_t i) {
    if (i >= from.size() || promises[from[i]] <= best || chosen.size() == few) return;
    if (std::find(chosen.begin(), chosen.end(), from[i]) == chosen.end()) chosen.push_back(from[i]);
  };
  for (std::size_t i = 0; i < few; ++i) {
    choose(packed, i);
    choose(promising, i);
  }
  return chosen;
}

Result<void> refine(Sweep& sweep, const Histogram& histogram, const SweepOptions& options) {
  const Totals sums = totals(histogram);
  std::vector<double> promises(sweep.cells.size());
  PackOptions how = options.pack;
  how.method = refining_method;
  for (const std::uint32_t i : worth_refining(sweep, histogram, options, promises)) {
    if (sweep.best && promises[i] <= sweep.cells[*sweep.best].harmonic_mean) continue;
    SweepCell& cell = sweep.cells[i];
    const Limits limits{.sizes = sweep.limits(i), .depth = options.depth};
    const auto packed = pack_cell(cell, histogram, sums, limits, options.fitting, how);
    if (!packed) return tl::unexpected(packed.error());
    cell.refined = true;
    if (!sweep.best || is_better(cell, i, sweep.cells[*sweep.best], *sweep.best)) sweep.best = i;
    if (!*packed) {
      sweep.stopped = true;
      break;
    }
  }
  return {};
}

}  // namespace tuplepack::packing
