#include "tuplepack/packing/sweep.hpp"

#include "../order.hpp"
#include "arithmetic.hpp"

#include <algorithm>
#include <optional>

namespace tuplepack {

std::vector<std::int64_t> Sweep::limits(std::size_t cell) const {
  std::vector<std::int64_t> limits(ranges.size());
  for (std::size_t c = ranges.size(); c-- > 0;) {
    const auto size = static_cast<std::size_t>(ranges[c].size());
    limits[c] = ranges[c][static_cast<std::int64_t>(cell % size)];
    cell /= size;
  }
  return limits;
}

/// How many cells the ranges have.
static Result<std::size_t> count_cells(const Histogram& histogram, std::span<const Range> ranges) {
  if (auto valid = validate(histogram, ranges); !valid) return tl::unexpected(valid.error());
  std::int64_t cells = 1;
  for (const Range& range : ranges) {
    if (range.size() > max_sweep_cells / cells) {
      return fail(ErrorCode::too_large, "the ranges have more than " + std::to_string(max_sweep_cells) + " cells");
    }
    cells *= range.size();
  }
  return static_cast<std::size_t>(cells);
}

/// What a number of packs means for efficiency.
static void set_packs(SweepCell& cell, std::int64_t packs, const Totals& real, std::span<const std::int64_t> limits) {
  cell.packs = packs;
  cell.efficiency.resize(limits.size());
  for (std::size_t c = 0; c < limits.size(); ++c) cell.efficiency[c] = efficiency(real.sums[c], packs, limits[c]);
  cell.harmonic_mean = harmonic_mean(real.sums, packs, limits);
}

/// Starts a cell with the cheapest bound there is: total size over limit, items over depth.
/// taken, room  what the items take and where, after fitting; real, limits  what efficiency counts
static SweepCell bounded_cell(const Totals& taken, const Limits& room, const Totals& real,
                              std::span<const std::int64_t> limits) {
  SweepCell cell;
  for (std::size_t c = 0; c < limits.size(); ++c) {
    if (taken.maxima[c] > room.sizes[c]) return cell;
  }
  std::int64_t packs = std::max<std::int64_t>(divide_up(taken.items, room.depth), 1);
  for (std::size_t c = 0; c < limits.size(); ++c) packs = std::max(packs, divide_up(taken.sums[c], room.sizes[c]));
  cell.state = SweepCell::State::pruned;
  set_packs(cell, packs, real, limits);
  return cell;
}

/// The same where items are aligned, cut or left out first.
static Result<SweepCell> bounded_fitted_cell(const Histogram& histogram, const Limits& limits, const Fitting& fitting) {
  const auto fitted = fit(histogram, limits, fitting);
  if (fitted) return bounded_cell(totals(fitted->histogram), fitted->limits, fitted->real, limits.sizes);
  switch (fitted.error().code) {
    case ErrorCode::item_over_limit:
    case ErrorCode::limit_not_positive:
    case ErrorCode::empty: return SweepCell{};
    default: return tl::unexpected(fitted.error());
  }
}

/// result  whether it was packed to the end, and not stopped
static Result<bool> pack_cell(SweepCell& cell, const Histogram& histogram, const Totals& sums, const Limits& limits,
                              const SweepOptions& options) {
  std::optional<Fitted> fitted;
  if (options.fitting != Fitting{}) {
    auto fits = fit(histogram, limits, options.fitting);
    if (!fits) return tl::unexpected(fits.error());
    fitted = std::move(*fits);
  }
  const auto packed = pack(fitted ? fitted->histogram : histogram, fitted ? fitted->limits : limits, options.pack);
  if (!packed) return tl::unexpected(packed.error());
  set_packs(cell, pack_count(packed->plan), fitted ? fitted->real : sums, limits.sizes);
  cell.state = SweepCell::State::packed;
  return packed->ended != Ended::stopped;
}

static bool is_better(const SweepCell& a, std::size_t a_index, const SweepCell& b, std::size_t b_index) {
  return a.harmonic_mean != b.harmonic_mean ? a.harmonic_mean > b.harmonic_mean : a_index < b_index;
}

/// The cells to pack, those that promise most first when pruning.
static std::vector<std::uint32_t> order_of_work(const std::vector<SweepCell>& cells, bool prune) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < cells.size(); ++i) {
    if (cells[i].state != SweepCell::State::infeasible) order.push_back(i);
  }
  if (prune) {
    sort_numbers(order, [&](std::uint32_t a, std::uint32_t b) { return is_better(cells[a], a, cells[b], b); });
  }
  return order;
}

Result<Sweep> sweep(const Histogram& histogram, std::span<const Range> ranges, const SweepOptions& options) {
  const auto cells = count_cells(histogram, ranges);
  if (!cells) return tl::unexpected(cells.error());
  if (options.depth < 1) {
    return fail(ErrorCode::limit_not_positive, "depth " + std::to_string(options.depth) + " is not positive");
  }
  // Where there is all the room there can be, an error is the fitting's and not a cell's.
  const Limits most{.sizes = std::vector<std::int64_t>(ranges.size(), max_exact), .depth = options.depth};
  if (auto room = room_in_a_pack(histogram.components, most, options.fitting); !room) {
    return tl::unexpected(room.error());
  }
  const Totals sums = totals(histogram);
  Sweep result;
  result.ranges.assign(ranges.begin(), ranges.end());
  result.cells.reserve(*cells);
  for (std::size_t i = 0; i < *cells; ++i) {
    const Limits limits{.sizes = result.limits(i), .depth = options.depth};
    if (options.fitting == Fitting{}) {
      result.cells.push_back(bounded_cell(sums, limits, sums, limits.sizes));
    } else {
      auto cell = bounded_fitted_cell(histogram, limits, options.fitting);
      if (!cell) return tl::unexpected(cell.error());
      result.cells.push_back(std::move(*cell));
    }
  }

  const std::vector<std::uint32_t> order = order_of_work(result.cells, options.prune);
  std::vector<Result<bool>> packed(order.size());
  // In rounds of a fixed size, so that what is pruned does not depend on the threads that for_each brings.
  constexpr std::size_t round = 16;
  for (std::size_t done = 0; done < order.size() && !result.stopped; done += round) {
    const bool goes_on = !options.progress || options.progress(done, order.size());
    if (!goes_on && result.best) {
      result.stopped = true;
      break;
    }
    if (options.prune && result.best &&
        result.cells[order[done]].harmonic_mean < result.cells[*result.best].harmonic_mean) {
      break;
    }
    const std::size_t n = std::min(round, order.size() - done);
    const auto task = [&](std::size_t i) {
      const std::size_t cell = order[done + i];
      const Limits limits{.sizes = result.limits(cell), .depth = options.depth};
      const bool may_be_left_out = result.best || i > 0;
      if (may_be_left_out && options.pack.keep_going && !options.pack.keep_going({.step = options.pack.method})) {
        packed[done + i] = false;
      } else {
        packed[done + i] = pack_cell(result.cells[cell], histogram, sums, limits, options);
      }
    };
    if (options.for_each) {
      options.for_each(n, task);
    } else {
      for (std::size_t i = 0; i < n; ++i) task(i);
    }
    for (std::size_t position = done; position < done + n; ++position) {
      if (!packed[position]) return tl::unexpected(packed[position].error());
      if (!*packed[position]) result.stopped = true;
      const std::size_t i = order[position];
      if (result.cells[i].state != SweepCell::State::packed) continue;
      if (!result.best || is_better(result.cells[i], i, result.cells[*result.best], *result.best)) result.best = i;
    }
  }
  return result;
}

}  // namespace tuplepack
