#pragma once

#include "tuplepack/packing/fitting.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/packing/range.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// Calls task(0) … task(n−1), in any order, possibly in parallel; returns when all are done. The caller has the threads.
using ForEach = std::function<void(std::size_t n, const std::function<void(std::size_t)>& task)>;

/// By which method a sweep packs cells; that of `auto` is quick enough for all of them.
[[nodiscard]] std::string_view cell_method(std::string_view method);

struct SweepOptions {
  PackOptions pack{.method = "lpfhp"};  ///< `auto`: cell_method(), then refine(). keep_going is asked from the threads
                                        ///< of for_each
  std::int64_t depth = unlimited_depth;
  Fitting fitting{};    ///< applies to every cell
  bool prune = true;    ///< skip cells whose upper bound proves that they are not the best
  double at_least = 0;  ///< harmonic mean of a cell packed elsewhere: cells that cannot reach it are skipped too
  ForEach for_each{};   ///< empty: sequentially
  std::function<bool(std::size_t done, std::size_t of)>
      progress{};  ///< returns false to stop, once a cell is packed; may be empty
};

/// One pair (triple, …) of limits.
struct SweepCell {
  enum class State { packed, pruned, infeasible };  ///< infeasible: some item is over a limit, or no room is left
  State state = State::infeasible;
  bool refined = false;            ///< packed by all quick methods, and not only by the one for all cells
  std::int64_t packs = 0;          ///< packed: of the plan; pruned: the lower bound; infeasible: 0
  std::vector<double> efficiency;  ///< k; for a pruned cell an upper bound; empty when infeasible
  double harmonic_mean = 0;        ///< of the efficiencies, the measure of Krell et al. 2022, Figure 5
};

/// A grid of limits (Krell et al. 2022, §2.5).
struct Sweep {
  std::vector<Range> ranges;     ///< k
  std::vector<SweepCell> cells;  ///< row-major, the last component fastest
  std::optional<std::size_t>
      best;  ///< largest harmonic mean; the first cell among equals; none when all are infeasible
  /// progress or pack.keep_going returned false. Cells that were being packed have the best plan by then; those not
  /// reached stay pruned, with their upper bound.
  bool stopped = false;

  [[nodiscard]] std::vector<std::int64_t> limits(std::size_t cell) const;
};

/// The most cells a sweep may have: some 100 bytes of memory each, and what their report takes.
inline constexpr std::int64_t max_sweep_cells = std::int64_t{1} << 20;

/// With pruning the best cell is the same as without: a cell is skipped only if its efficiency, computed from the lower
/// bound on its packs, is below that of a cell already packed. The result does not depend on for_each.
/// errors  component_mismatch · limit_not_positive (an empty range or a step below 1) · too_large (cells) ·
///         unknown_name (method) · those of room_in_a_pack, if they do not come from a cell's limits
[[nodiscard]] Result<Sweep> sweep(const Histogram& histogram, std::span<const Range> ranges,
                                  const SweepOptions& options = {});

/// By which method the cells that may be the best are packed again.
inline constexpr std::string_view refining_method = "quick";

/// Packs a few cells by `quick`, because the method for all cells may miss the best one: those that it packed best, and
/// those whose lower bounds promise most. A cell keeps the better plan.
/// sweep    has cells, packed or with bounds, for this histogram and these options
/// cost     at most about 100 ms, or one cell where that takes longer
/// errors   those of sweep
[[nodiscard]] Result<void> refine(Sweep& sweep, const Histogram& histogram, const SweepOptions& options);

}  // namespace tuplepack::packing
