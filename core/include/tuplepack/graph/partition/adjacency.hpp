#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tuplepack::graph {

/// The symmetrized graph used for partitioning, as CSR: the neighbours of node v are
/// neighbours[offsets[v]] … neighbours[offsets[v + 1] − 1]. Every edge u → v with u ≠ v appears twice, as v among the
/// neighbours of u and as u among those of v; parallel edges appear once each.
struct Adjacency {
  std::span<const std::int64_t> offsets;      ///< nodes + 1
  std::span<const std::uint32_t> neighbours;  ///< ascending within a node

  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  [[nodiscard]] std::int64_t degree(std::int64_t v) const {
    const auto i = static_cast<std::size_t>(v);
    return offsets[i + 1] - offsets[i];
  }
  [[nodiscard]] std::span<const std::uint32_t> neighbours_of(std::int64_t v) const {
    const auto i = static_cast<std::size_t>(v);
    return neighbours.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(degree(v)));
  }
};

/// The nodes [begin, end).
struct NodeSlice {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  [[nodiscard]] std::int64_t size() const { return end - begin; }
};

/// The neighbours of the nodes of a slice: all of an adjacency that a step on the slice looks at.
struct AdjacencyRows {
  NodeSlice nodes;
  Adjacency rows;  ///< row i: node nodes.begin + i

  [[nodiscard]] std::span<const std::uint32_t> neighbours_of(std::int64_t v) const {
    return rows.neighbours_of(v - nodes.begin);
  }
};

/// row  of the slice's first node
[[nodiscard]] inline AdjacencyRows rows_from(const Adjacency& adjacency, std::int64_t row, NodeSlice nodes) {
  const auto offsets =
      adjacency.offsets.subspan(static_cast<std::size_t>(row), static_cast<std::size_t>(nodes.size() + 1));
  return {.nodes = nodes, .rows = {.offsets = offsets, .neighbours = adjacency.neighbours}};
}

/// assumes  an adjacency of all nodes
[[nodiscard]] inline AdjacencyRows rows_of(const Adjacency& adjacency, NodeSlice nodes) {
  return rows_from(adjacency, nodes.begin, nodes);
}

}  // namespace tuplepack::graph
