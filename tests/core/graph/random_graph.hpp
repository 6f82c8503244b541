#pragma once

#include "instances.hpp"
#include "tuplepack/graph/partition/adjacency.hpp"

#include <utility>
#include <vector>

namespace tuplepack::tests {

/// An adjacency that owns its arrays.
struct Graph {
  std::vector<std::int64_t> offsets;
  std::vector<std::uint32_t> neighbours;

  [[nodiscard]] graph::Adjacency adjacency() const { return {.offsets = offsets, .neighbours = neighbours}; }
  [[nodiscard]] std::vector<std::uint32_t> degrees() const;
};

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// As Adjacency defines it: self-loops are kept out, parallel edges in.
[[nodiscard]] Graph graph_of(std::int64_t nodes, const Edges& edges);

/// Edges drawn with repetition, self-loops among them; each with one in four a hub, node 0. Many nodes are isolated
/// where there are few edges.
[[nodiscard]] Graph random_graph(Random& random, std::int64_t nodes, std::int64_t edges);

/// Groups of `size` nodes, every node with about `inside` edges in its group; `between` edges anywhere. Ids are shuffled.
[[nodiscard]] Graph random_communities(Random& random, std::int64_t groups, std::int64_t size, std::int64_t inside,
                                       std::int64_t between);

/// Edges between parts, each counted once.
[[nodiscard]] std::int64_t cut_edges(const Graph& graph, const std::vector<std::uint16_t>& part_of);

}  // namespace tuplepack::tests
