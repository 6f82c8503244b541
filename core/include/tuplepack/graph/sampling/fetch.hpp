#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// Rows of features that one training step requests from other parts, as expected values.
struct RemoteRows {
  double requested = 0;  ///< each time a node is sampled
  double unique = 0;     ///< each node once per step
};

/// Estimates what a step of each part requests when it samples neighbours hop by hop, and every node that is reached
/// needs its row. Nodes that are reached count as average nodes of their part, and requests fall evenly on the nodes of a
/// part; where they concentrate on hubs, fewer rows are unique.
/// nodes       by part
/// neighbours  by hop: entry i × parts + j is how many neighbours in part j a node of part i samples on average
/// seeds       of a step, nodes of the part
/// result      by part
/// cost        O(hops × parts³)
[[nodiscard]] std::vector<RemoteRows> remote_rows(std::span<const std::int64_t> nodes,
                                                  std::span<const std::vector<double>> neighbours, std::int64_t seeds);

}  // namespace tuplepack::graph
