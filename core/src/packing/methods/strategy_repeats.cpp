// Kosec, Fu, Krell 2021: NNLSHP, §3.1.2, appendix D.4 and listing 3; ENNLSHP, appendix G.1, equation 24 and listing 9.
//
// Both choose how often to use each strategy that fills a pack exactly, so that A x approximates the counts. ENNLSHP
// adds a slack s per length and the rows A x − s = counts with a large weight: shortage is expensive, surplus costs its
// padding. Listing 9 fills the slack block with +1 where equation 24 has −I; its columns are then equal, and one stands
// for all.
//
// The paper's weight is a million, whose square leaves four digits of a double to the rest of the problem. With ten
// thousand the plans are as good and found in a fifth of the time.

#include "strategy_repeats.hpp"

#include "nonnegative_least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tuplepack::packing {

static constexpr std::int64_t max_units = 1024;
static constexpr std::int64_t max_strategies = 1'000'000;

static std::int64_t unit_of(const Histogram& histogram) {
  std::int64_t unit = 0;
  for (const std::int64_t size : histogram.sizes) unit = std::gcd(unit, size);
  return std::max<std::int64_t>(unit, 1);
}

Result<void> strategies_fit(const Histogram& histogram, const Limits& limits) {
  if (histogram.component_count() != 1) {
    return fail(ErrorCode::unsupported,
                "nnlshp and ennlshp pack one component, not " + std::to_string(histogram.component_count()));
  }
  if (limits.depth == unlimited_depth) {
    return fail(ErrorCode::unsupported,
                "nnlshp and ennlshp need a depth, best 2 to 4: they list every way to fill a pack");
  }
  const std::int64_t units = limits.sizes[0] / unit_of(histogram);
  if (units > max_units) {
    return fail(ErrorCode::unsupported, "a limit of " + std::to_string(limits.sizes[0]) +
                                            " is too large for nnlshp and ennlshp, which go up to " +
                                            std::to_string(max_units * unit_of(histogram)) + " here");
  }
  if (count_filling_strategies(units, limits.depth, max_strategies) > max_strategies) {
    return fail(ErrorCode::unsupported, "there are more than a million ways to fill a pack of " +
                                            std::to_string(limits.sizes[0]) + " with " + std::to_string(limits.depth) +
                                            " items, too many for nnlshp and ennlshp; give a smaller depth");
  }
  return {};
}

/// Counts by length in units, from 1.
static std::vector<std::int64_t> counts_by_length(const Histogram& histogram, std::int64_t unit, std::size_t lengths) {
  std::vector<std::int64_t> counts(lengths, 0);
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    if (histogram.sizes[bin] == 0) continue;
    counts[static_cast<std::size_t>(histogram.sizes[bin] / unit - 1)] = histogram.counts[bin];
  }
  return counts;
}

/// A strategy's column: how often it has each length, times the weight of the length; below, times that of the slack.
/// slack_weight  0: no such rows
static void add_column(SparseColumns& matrix, std::span<const std::uint32_t> strategy,
                       const std::vector<double>& weights, double slack_weight) {
  for (std::size_t first = 0, next = 0; first < strategy.size(); first = next) {
    while (next < strategy.size() && strategy[next] == strategy[first]) ++next;
    const double copies = static_cast<double>(next - first);
    const std::size_t row = strategy[first] - 1;
    matrix.add(row, weights[row] * copies);
    if (slack_weight > 0) matrix.add(weights.size() + row, slack_weight * copies);
  }
  matrix.finish_column();
}

/// -weight on the diagonal; the listing's columns, all of them full of +weight, are one.
static void add_slack(SparseColumns& matrix, std::size_t lengths, double weight, bool paper) {
  for (std::size_t row = lengths; row < 2 * lengths; ++row) {
    matrix.add(row, paper ? weight : -weight);
    if (!paper) matrix.finish_column();
  }
  if (paper) matrix.finish_column();
}

static std::vector<double> weights_of(std::size_t lengths, Residual residual) {
  std::vector<double> weights(lengths, 1.0);
  if (residual == Residual::extended) {
    std::iota(weights.begin(), weights.end(), 1.0);
  } else {
    std::fill_n(weights.begin(), std::min<std::size_t>(lengths, 8), 0.09);
  }
  return weights;
}

static std::vector<double> solve(const Strategies& strategies, const std::vector<std::int64_t>& counts,
                                 Residual residual, bool paper, Stop& stop) {
  const std::vector<double> weights = weights_of(counts.size(), residual);
  const double slack_weight = residual == Residual::plain ? 0 : paper ? 1e6 : 1e4;
  SparseColumns matrix;
  for (std::size_t s = 0; s < strategies.count(); ++s) add_column(matrix, strategies[s], weights, slack_weight);
  stop.after(static_cast<std::int64_t>(strategies.lengths.size()) * 20);
  std::vector<double> wanted;
  for (std::size_t i = 0; i < counts.size(); ++i) wanted.push_back(weights[i] * static_cast<double>(counts[i]));
  if (slack_weight > 0) {
    add_slack(matrix, counts.size(), slack_weight, paper);
    for (const std::int64_t count : counts) wanted.push_back(slack_weight * static_cast<double>(count));
  }
  return nonnegative_least_squares(matrix, wanted, stop);
}

/// Packs missing items of each length by the strategy of that length and its complement to the limit.
static void complete_as_published(StrategyRepeats& uses, std::vector<std::int64_t> short_of) {
  const Strategies& strategies = uses.strategies;
  for (std::size_t s = 0; s < strategies.count(); ++s) {
    for (const std::uint32_t length : strategies[s]) short_of[length - 1] -= uses.repeats[s];
  }
  for (std::size_t s = 0; s < strategies.count(); ++s) {
    const auto lengths = strategies[s];
    if (lengths.size() > 2) continue;
    uses.repeats[s] += std::max<std::int64_t>(short_of[lengths[0] - 1], 0);
    if (lengths.back() != lengths[0]) uses.repeats[s] += std::max<std::int64_t>(short_of[lengths.back() - 1], 0);
  }
}

StrategyRepeats strategy_repeats(const Histogram& histogram, const Limits& limits, Residual residual, bool paper,
                                 Stop& stop) {
  StrategyRepeats uses{.unit = unit_of(histogram), .strategies = {}, .repeats = {}};
  const std::int64_t units = limits.sizes[0] / uses.unit;
  if (units == 0) return uses;  // the limit is below every item but those of length 0
  uses.strategies = filling_strategies(units, limits.depth);
  const auto counts = counts_by_length(histogram, uses.unit, static_cast<std::size_t>(units));
  const std::vector<double> solution = solve(uses.strategies, counts, residual, paper, stop);
  for (std::size_t s = 0; s < uses.strategies.count(); ++s) uses.repeats.push_back(std::llrint(solution[s]));
  if (paper) complete_as_published(uses, counts);
  return uses;
}

}  // namespace tuplepack::packing
