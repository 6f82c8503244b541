#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// The types of a heterogeneous graph. A node has a type-wise id, 0 … nodes − 1 within its type, and a global id: types
// follow each other in the order of the schema, as in DGL's homogeneous graphs. The same holds for edges, by edge type.

/// Node ids, type-wise and global, fit 32 bits.
inline constexpr std::int64_t max_graph_nodes = 4'294'967'295;

/// Whether a type whose nodes nobody counted has ids far beyond the nodes that its edges can have: those of a table of users,
/// or hashes. As many nodes as the largest id would take the memory of a graph that is not there.
/// ends  of edges at nodes of the type
[[nodiscard]] bool are_sparse_ids(std::int64_t largest, std::int64_t ends);

struct NodeType {
  std::string name;
  std::int64_t nodes = 0;
};

struct EdgeType {
  std::size_t source = 0;  ///< index of a node type
  std::string relation;
  std::size_t target = 0;  ///< index of a node type
  std::int64_t edges = 0;
};

struct GraphSchema {
  std::string name;
  std::vector<NodeType> node_types;
  std::vector<EdgeType> edge_types;

  [[nodiscard]] std::int64_t nodes() const;
  [[nodiscard]] std::int64_t edges() const;
  /// The first global id of each type, and the total: types + 1 numbers.
  [[nodiscard]] std::vector<std::int64_t> node_offsets() const;
  [[nodiscard]] std::vector<std::int64_t> edge_offsets() const;
};

/// "source:relation:target", DGL's name of an edge type in files.
[[nodiscard]] std::string edge_type_name(const GraphSchema& schema, const EdgeType& type);

/// The names of all types, in the order of the schema.
[[nodiscard]] std::vector<std::string> node_type_names(const GraphSchema& schema);
[[nodiscard]] std::vector<std::string> edge_type_names(const GraphSchema& schema);

/// The index of the type of this name; none: there is no such type.
[[nodiscard]] std::optional<std::size_t> node_type_named(const GraphSchema& schema, std::string_view name);
[[nodiscard]] std::optional<std::size_t> edge_type_named(const GraphSchema& schema, std::string_view name);

/// errors  empty (no node type; a type without a name) · malformed (a name with ':' or '/', or one that is given twice)
///         · negative (a count) · out_of_range (an edge type of a node type that does not exist; edges, but no nodes)
///         · too_large (max_graph_nodes nodes are exceeded; 2^53 edges or more)
[[nodiscard]] Result<void> check(const GraphSchema& schema);

}  // namespace tuplepack::graph
