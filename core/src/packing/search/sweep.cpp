#include "tuplepack/packing/sweep.hpp"

#include "base/order.hpp"
#include "sweep_cells.hpp"

#include <algorithm>

namespace tuplepack::packing {

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
    const bool is_countable = range.size() <= max_exact / cells;
    cells = is_countable ? cells * range.size() : max_exact;
    if (!is_countable) break;
  }
  if (cells <= max_sweep_cells) return static_cast<std::size_t>(cells);
  return fail(ErrorCode::too_large, "the ranges have " + std::to_string(cells) +
                                        (cells == max_exact ? " or more" : "") + " cells, and a sweep has at most " +
                                        std::to_string(max_sweep_cells) +
                                        "; take larger steps, or ranges that are narrower");
}

std::string_view cell_method(std::string_view method) {
  return method == "auto" ? "lpfhp" : method;
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
  const bool refines = cell_method(options.pack.method) != options.pack.method;
  PackOptions how = options.pack;
  how.method = cell_method(options.pack.method);
  Sweep result;
  result.ranges.assign(ranges.begin(), ranges.end());
  result.cells.reserve(*cells);
  for (std::size_t i = 0; i < *cells; ++i) {
    auto cell = cheaply_bounded_cell(histogram, sums, result.limits(i), options);
    if (!cell) return tl::unexpected(cell.error());
    result.cells.push_back(std::move(*cell));
  }

  const std::vector<std::uint32_t> order = order_of_work(result.cells, options.prune);
  // In rounds of a fixed size, so that what is pruned does not depend on the threads that for_each brings.
  constexpr std::size_t round = 16;
  std::vector<Result<bool>> packed(round);
  for (std::size_t done = 0; done < order.size() && !result.stopped; done += round) {
    const bool goes_on = !options.progress || options.progress(done, order.size());
    if (!goes_on && result.best) {
      result.stopped = true;
      break;
    }
    const double rival = std::max(options.at_least, result.best ? result.cells[*result.best].harmonic_mean : 0);
    if (options.prune && result.cells[order[done]].harmonic_mean < rival) break;
    const std::size_t n = std::min(round, order.size() - done);
    const auto task = [&](std::size_t i) {
      const std::size_t cell = order[done + i];
      const Limits limits{.sizes = result.limits(cell), .depth = options.depth};
      const bool may_be_left_out = result.best || i > 0;
      if (may_be_left_out && options.pack.keep_going && !options.pack.keep_going({.step = options.pack.method})) {
        packed[i] = false;
      } else {
        packed[i] = pack_cell(result.cells[cell], histogram, sums, limits, options.fitting, how);
      }
    };
    if (options.for_each) {
      options.for_each(n, task);
    } else {
      for (std::size_t i = 0; i < n; ++i) task(i);
    }
    for (std::size_t place = 0; place < n; ++place) {
      if (!packed[place]) return tl::unexpected(packed[place].error());
      if (!*packed[place]) result.stopped = true;
      const std::size_t i = order[done + place];
      if (result.cells[i].state != SweepCell::State::packed) continue;
      if (!result.best || is_better(result.cells[i], i, result.cells[*result.best], *result.best)) result.best = i;
    }
  }
  if (!refines || result.stopped) return result;
  if (auto refined = refine(result, histogram, options); !refined) return tl::unexpected(refined.error());
  return result;
}

}  // namespace tuplepack::packing
