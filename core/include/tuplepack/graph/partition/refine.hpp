#pragma once

#include "coarsen.hpp"

namespace tuplepack::graph {

/// What every part may hold at most: entry part × constraints + constraint.
struct PartLimits {
  std::size_t parts = 1;
  std::vector<std::int64_t> most;
};

/// The same limits for all parts.
[[nodiscard]] PartLimits equal_limits(const std::vector<std::int64_t>& limits, std::int64_t parts);

/// How good a partition is: first how far parts are above their limits, then the weight of cut edges.
struct PartitionStanding {
  double excess = 0;     ///< Σ over parts and constraints of what is above the limit, as a share of the limit
  std::int64_t cut = 0;  ///< each edge counted once

  [[nodiscard]] bool is_better(const PartitionStanding& other) const {
    return excess != other.excess ? excess < other.excess : cut < other.cut;
  }
};

[[nodiscard]] PartitionStanding standing_of(const WeightedGraph& graph, std::span<const std::uint16_t> part_of,
                                            const PartLimits& limits);

struct RefineOptions {
  int passes = 4;                      ///< at most; ends earlier where a pass gains little
  std::int64_t fruitless = 300;        ///< moves without a better partition after which a pass ends
  std::function<bool()> keep_going{};  ///< asked every few milliseconds; false ends the pass
};

/// Moves nodes between parts to cut fewer edges, by the method of Fiduccia and Mattheyses with any number of parts: the
/// node with the highest gain goes first, also where it loses, each once per pass; then the pass goes back to the best
/// it has seen. Parts above their limits are emptied first, as far as that is possible.
/// result  no worse than before
/// memory  about 6 bytes per entry of neighbours, or per node and part where that is less, and 30 per node
void refine(const WeightedGraph& graph, std::span<std::uint16_t> part_of, const PartLimits& limits,
            const RefineOptions& options);

}  // namespace tuplepack::graph
