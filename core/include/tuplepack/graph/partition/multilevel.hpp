#pragma once

#include "adjacency.hpp"
#include "assignment.hpp"
#include "balance.hpp"
#include "coarsen.hpp"
#include "partition_options.hpp"
#include "tuplepack/base/keep_going.hpp"

namespace tuplepack::graph {

/// Multilevel partitioning: the graph is coarsened by clustering, the coarsest graph is bisected recursively, and the
/// partition is refined on every level on the way back.
/// errors  limit_not_positive or too_large (parts) · those of the balance · stopped
/// memory  6 to 35 bytes per edge beside the adjacency, most where coarse graphs hardly have fewer edges
[[nodiscard]] Result<NodeAssignment> multilevel(const Adjacency& adjacency, const PartBalance& balance,
                                                const PartitionOptions& options, const KeepGoing& keep_going = {});

/// When a graph is coarse enough, and the largest clusters on the way, by constraint.
struct CoarseningGoal {
  std::size_t enough = 0;  ///< nodes
  std::vector<std::int64_t> largest;
};
[[nodiscard]] CoarseningGoal coarsening_goal(const NodeWeights& weights, std::int64_t parts);

/// The part of each node of a graph whose nodes may be clusters.
/// weights  of the nodes in them: of a checked balance
/// errors   limit_not_positive or too_large (parts) · stopped
[[nodiscard]] Result<std::vector<std::uint16_t>> multilevel(const WeightedGraph& graph, const NodeWeights& weights,
                                                            const PartitionOptions& options,
                                                            const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
