#pragma once

#include "tuplepack/graph/partition/refine.hpp"

namespace tuplepack::graph {

struct InitialOptions {
  std::uint64_t seed = 0;
  std::size_t work = 0;    ///< entries of neighbours that the tries of a bisection go through, roughly
  std::size_t fewest = 4;  ///< tries of a bisection, whatever the work
  std::size_t most = 10;
  std::function<bool()> keep_going{};  ///< asked every few milliseconds; false ends the search early
};

/// A partition of a small graph by recursive bisection. Each bisection is multilevel itself: the graph is coarsened to
/// a handful of nodes, a side grows there from a random node along the edges that it has most of, the best of several is
/// refined on the way back, and all that is done a few times, to keep the best.
/// limits  equal for all parts
[[nodiscard]] std::vector<std::uint16_t> initial_partition(const WeightedGraph& graph, const PartLimits& limits,
                                                           const InitialOptions& options);

}  // namespace tuplepack::graph
