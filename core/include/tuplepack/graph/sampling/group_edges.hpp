#pragma once

#include "edges_by_source.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// Edges in the order of their table.
struct EdgeTable {
  static constexpr std::uint32_t no_node = 0xffff'ffff;  ///< an end that is not in the graph
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> targets;
  std::vector<float> weights;       ///< of every edge, or empty
  std::vector<std::int64_t> times;  ///< the same
  std::size_t dangling = 0;         ///< edges with an end that is no_node
};

/// The arrays of EdgesBySource.
struct GroupedEdges {
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> rows;
  std::vector<float> weights;
  std::vector<std::int64_t> times;

  /// A view of them.
  [[nodiscard]] EdgesBySource view(std::size_t source, std::size_t target) const {
    return {.source = source,
            .target = target,
            .offsets = offsets,
            .targets = targets,
            .rows = rows,
            .weights = weights,
            .times = times};
  }
};

/// Groups edges by source with a counting sort: those of a source stay in the order of the table. Edges with an end
/// that is no_node are left out; the rows of the others stay.
/// reversed  edges go from target to source instead
/// rows      whether the rows of the edges are needed; they are left out where the table is in order already
/// assumes   sources (targets, when reversed) below `nodes` or no_node, and fewer than 2^32 edges
[[nodiscard]] GroupedEdges group_edges(const EdgeTable& table, bool reversed, std::size_t nodes, bool rows);

}  // namespace tuplepack::graph
