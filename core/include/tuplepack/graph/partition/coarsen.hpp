#pragma once

#include "adjacency.hpp"
#include "balance.hpp"

#include <functional>
#include <vector>

namespace tuplepack::graph {

/// A graph with weights: a level of multilevel partitioning.
struct WeightedGraph {
  std::span<const std::int64_t> offsets;        ///< nodes + 1
  std::span<const std::uint32_t> neighbours;    ///< in any order within a node; every edge at both ends
  std::span<const std::uint32_t> edge_weights;  ///< beside neighbours; empty: 1 each
  std::span<const std::uint32_t> node_weights;  ///< node × constraints + constraint
  std::size_t constraints = 1;

  [[nodiscard]] std::size_t nodes() const { return offsets.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> weights_of(std::size_t v) const {
    return node_weights.subspan(v * constraints, constraints);
  }
  [[nodiscard]] std::uint32_t edge_weight(std::size_t i) const { return edge_weights.empty() ? 1 : edge_weights[i]; }
};

/// Some nodes of a graph, with their neighbours.
struct WeightedRows {
  std::uint32_t first = 0;
  WeightedGraph rows;  ///< row i: node first + i; node weights are those of all nodes
};

[[nodiscard]] inline WeightedRows weighted_rows(const AdjacencyRows& rows, std::span<const std::uint32_t> node_weights,
                                                std::size_t constraints) {
  return {.first = static_cast<std::uint32_t>(rows.nodes.begin),
          .rows = {.offsets = rows.rows.offsets,
                   .neighbours = rows.rows.neighbours,
                   .edge_weights = {},
                   .node_weights = node_weights,
                   .constraints = constraints}};
}

/// The same as WeightedGraph with arrays of its own.
struct CoarseGraph {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint32_t> neighbours;
  std::vector<std::uint32_t> edge_weights;
  std::vector<std::uint32_t> node_weights;
  std::size_t constraints = 1;

  [[nodiscard]] WeightedGraph view() const {
    return {.offsets = offsets,
            .neighbours = neighbours,
            .edge_weights = edge_weights,
            .node_weights = node_weights,
            .constraints = constraints};
  }
};

/// The weights of all nodes, node × constraints + constraint: 1 for the class, and the second weight.
[[nodiscard]] std::vector<std::uint32_t> node_weights_of(const NodeWeights& weights, std::int64_t nodes);

/// The sum of all nodes, by constraint.
[[nodiscard]] std::vector<std::int64_t> total_weights(const WeightedGraph& graph);

/// A partition of the nodes into clusters.
struct Clusters {
  std::vector<std::uint32_t> cluster_of;  ///< by node, 0 … count − 1
  std::uint32_t count = 0;
};

struct ClusterOptions {
  std::vector<std::int64_t> largest;   ///< what a cluster may weigh, by constraint; nodes above it stay alone
  int rounds = 2;                      ///< over all nodes
  std::uint64_t seed = 0;              ///< of the order of nodes; 0: from low degrees to high
  bool lightest = false;               ///< of clusters with equal edge weight, nodes join the lightest, not the first
  std::function<bool()> keep_going{};  ///< asked every few milliseconds; false stops, with the clusters as they are
};

/// Clusters by size-constrained label propagation (Meyerhenke, Sanders, Schulz 2014): starting with all nodes alone,
/// each joins the neighbouring cluster that it has most edge weight to and fits into. Nodes left alone join others that
/// are left alone and would have joined the same cluster (two hops apart, as leaves of a hub); isolated nodes join each
/// other.
/// cost    O(rounds · edges)
/// memory  24 + 4 · constraints bytes per node
[[nodiscard]] Clusters cluster(const WeightedGraph& graph, const ClusterOptions& options);

/// The weights of clusters, cluster × constraints + constraint.
[[nodiscard]] std::vector<std::uint32_t> weights_of_clusters(std::span<const std::uint32_t> node_weights,
                                                             std::size_t constraints, const Clusters& clusters);

/// The graph of clusters: weights of nodes and of edges between clusters are added up, edges inside are left out.
[[nodiscard]] CoarseGraph contract(const WeightedGraph& graph, const Clusters& clusters);

/// A coarser graph, and the node of it that each node of the finer graph is in.
struct GraphLevel {
  CoarseGraph graph;
  std::vector<std::uint32_t> cluster_of;
};

/// The part of each node: that of its cluster.
[[nodiscard]] std::vector<std::uint16_t> parts_of_nodes(std::span<const std::uint32_t> cluster_of,
                                                        std::span<const std::uint16_t> part_of_cluster);

/// Coarsens until the graph is small enough or shrinks too little. Each level is made from the previous one; levels whose
/// successor has more than half of their edges are omitted. There is none if the graph is small enough.
[[nodiscard]] std::vector<GraphLevel> coarsen(const WeightedGraph& graph, std::size_t enough,
                                              const ClusterOptions& options);

}  // namespace tuplepack::graph
