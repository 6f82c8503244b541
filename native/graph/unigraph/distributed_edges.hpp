#pragma once

#include "graph/unigraph/whole_graph.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tuplepack::graph {

/// Which rank has the edges of a node: nodes are dealt out in turn, so that those with many edges are spread.
struct DistributedNodes {
  std::uint32_t ranks = 1;
  std::uint32_t rank = 0;  ///< this one

  [[nodiscard]] std::uint32_t owner(std::uint32_t node) const { return node % ranks; }
  /// Its place among the nodes of its owner.
  [[nodiscard]] std::size_t index(std::uint32_t node) const { return node / ranks; }
  /// How many of these nodes this rank owns.
  [[nodiscard]] std::size_t owned(std::uint64_t nodes) const {
    return static_cast<std::size_t>((nodes + ranks - 1 - rank) / ranks);
  }
};

/// Bytes that the edges of the requested sets take, and the numbers of nodes while they are read.
/// schema  parts_schema(), perhaps with reversed sets
[[nodiscard]] std::int64_t bytes_of_edges(const TensorSchema& schema, const GraphRequest& request);

/// Reads the edges of a partitioned graph. Collective: each rank reads some of the parts, each edge once, and sends it to the
/// owner of its source. Fills edges and graph.edge_sets, where sources are the nodes that this rank owns, by index.
/// schema   parts_schema(), perhaps with reversed sets
/// graph    read_parts_graph() with edges_elsewhere
/// cost     memory: while reading 4 bytes per node of the whole graph, and 28 per edge that this rank gets of the largest
///          set; of the result 8 per edge, 12 with weights, 8 more with times
/// errors   those of read_parts_graph, the same on all ranks
[[nodiscard]] Result<void> read_distributed_edges(const TensorSchema& schema, const std::string& folder,
                                                  const GraphRequest& request, const DistributedNodes& nodes,
                                                  WholeGraph& graph, const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
