#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::graph {

// A partitioned graph as the metadata.json beside its parts describes it (DGL's partition configuration).

/// The new ids of the nodes or edges of a type that a part owns: begin … end − 1.
struct OwnedRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  [[nodiscard]] std::int64_t size() const { return end - begin; }
};

/// A node type or an edge type.
struct PartitionedType {
  std::string name;                ///< of an edge type: "source:relation:target"
  std::vector<OwnedRange> ranges;  ///< by part

  [[nodiscard]] std::int64_t size() const;  ///< nodes or edges in all parts
};

/// Paths from the folder of the document.
struct PartFiles {
  std::string graph;
  bool graphbolt = false;        ///< that of the graph is a FusedCSCSamplingGraph of GraphBolt
  std::string coordinates = {};  ///< the graph as coordinates, where both are named: DGL takes whichever exists
  std::string node_features;
  std::string edge_features;
};

struct PartitionedGraph {
  std::string name;
  std::string method;  ///< what made the assignment, as DGL records it
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  std::int64_t hops = 0;                    ///< of HALO nodes
  std::vector<PartitionedType> node_types;  ///< by number
  std::vector<PartitionedType> edge_types;
  std::vector<PartFiles> parts;
  std::string node_map_type = {};  ///< of the elements, as DGL holds the ranges: "int64"; empty: it is not said
  std::string edge_map_type = {};
  std::string document = "metadata.json";  ///< name of the file that this is from; partition_graph calls it GRAPH.json
  bool original_ids = true;                ///< in files beside each graph
};

/// errors  malformed (the ranges of nodes or of edges, by part and then by type, do not tile 0 … their number)
[[nodiscard]] Result<void> check_ranges(const PartitionedGraph& graph);

/// The parts and types of new ids, whose ranges tile.
class OwnerIndex {
 public:
  explicit OwnerIndex(const std::vector<PartitionedType>& types);

  /// part × types + type
  [[nodiscard]] std::size_t entry_of(std::int64_t id) const;
  [[nodiscard]] std::size_t part_of(std::int64_t id) const { return entry_of(id) / types_; }
  [[nodiscard]] std::int64_t type_of(std::int64_t id) const { return static_cast<std::int64_t>(entry_of(id) % types_); }

 private:
  std::size_t types_ = 0;
  std::vector<std::int64_t> begins_;
};

}  // namespace tuplepack::graph
