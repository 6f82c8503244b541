#pragma once

#include "graph/parts/part_view.hpp"
#include "graph/verify/checks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// What an array has to be.
struct ExpectedArray {
  std::string name;
  formats::TensorType type{};
  std::vector<std::int64_t> shape;
  bool optional = false;
  std::vector<formats::TensorType> or_types = {};  ///< that are as good
};

/// Arrays that are missing, of another type or shape, there twice or surplus.
[[nodiscard]] Finding wrong_arrays(const NamedArrays& found, const std::vector<ExpectedArray>& expected);

/// What a graph of GraphBolt has beside data of nodes and edges: the compressed columns and the numbers of types.
/// ours  by dispatch, which chooses the narrowest types; otherwise any are fine that GraphBolt takes
[[nodiscard]] Finding wrong_structure(const PartView& view, const PartitionedGraph& graph, bool ours);

/// What DGL's dgl_partition_to_graphbolt adds for find_edges(): for each edge the one that it was as coordinates, and its
/// destination.
inline constexpr const char* converted_edges = "_dgl2gb_eid";
inline constexpr const char* column_targets = "_gb_dst_id";

}  // namespace tuplepack::graph
