#pragma once

#include "graph/chunk/edge_reader.hpp"
#include "graph/dispatch/part_files.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/remap.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::graph {

/// Which edges a part stores.
struct StoredEdges {
  std::int64_t hops = 1;  ///< beyond 1: also edges to HALO nodes that are fewer hops away
  bool both = false;      ///< also edges from inner nodes to others

  /// Whether there are edges that another part owns.
  [[nodiscard]] bool outer() const { return hops > 1 || both; }
};

/// Where all nodes and edges go, and how many others the parts store besides.
struct DispatchPlan {
  IdRanges nodes;
  IdRanges edges;
  std::vector<std::int64_t> halo_nodes;   ///< by part
  std::vector<std::int64_t> outer_edges;  ///< by part
};

[[nodiscard]] PartSizes part_sizes(const DispatchPlan& plan, StoredEdges stored, std::size_t part);

/// Counts what dispatch would write: reads the edges once for as many parts as there is memory for, and once more for
/// each further hop. Each rank reads its run. Collective.
/// memory  bytes for sets of nodes; those of one part are always there
/// errors  those of read_edges, the same on all ranks
[[nodiscard]] Result<DispatchPlan> count_parts(const ChunkedGraph& graph, const std::string& folder,
                                               const NodeParts& assignment, const NodeMap& map, StoredEdges stored,
                                               std::int64_t memory, const KeepGoing& keep_going);

/// Bytes that count_parts takes for sets of nodes.
[[nodiscard]] std::int64_t count_memory(std::int64_t nodes, std::int64_t parts, StoredEdges stored,
                                        std::int64_t memory);

}  // namespace tuplepack::graph
