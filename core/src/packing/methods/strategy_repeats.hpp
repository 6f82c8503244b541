#pragma once

#include "packing/stop.hpp"
#include "strategies.hpp"

namespace tuplepack::packing {

enum class Residual {
  plain,     ///< NNLSHP: items too many and too few count alike, those of the 8 shortest lengths little
  extended,  ///< ENNLSHP: an item too many costs its length in padding, one too few many times more
};

/// How often each strategy is used. Lengths are in units: the largest number that divides all sizes.
struct StrategyRepeats {
  std::int64_t unit = 1;
  Strategies strategies;
  std::vector<std::int64_t> repeats;  ///< each ≥ 0
};

/// The solution of the least-squares problem, rounded to nearest; items may be short or over. When stopped, the solution
/// so far. With `paper`, items that are short get a strategy of the length and what it lacks, as in the listings; then
/// none is short.
/// assumes  one component, and that strategies_fit() allows it
[[nodiscard]] StrategyRepeats strategy_repeats(const Histogram& histogram, const Limits& limits, Residual residual,
                                               bool paper, Stop& stop);

/// Whether there are few enough strategies and lengths for nnlshp and ennlshp.
/// errors  unsupported (several components · an unlimited depth · a limit of more than 1024 units · more than a
///         million strategies)
[[nodiscard]] Result<void> strategies_fit(const Histogram& histogram, const Limits& limits);

}  // namespace tuplepack::packing
