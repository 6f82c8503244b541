#pragma once

#include "graph/dispatch/spill.hpp"
#include "graph/dispatch/value_blocks.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"
#include "tuplepack/graph/partition/halo.hpp"
#include "tuplepack/graph/partition/remap.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::graph {

/// The arrays of a part.
///   sources, targets  int64, local ids, of every edge
///   node_ids          int64, new ids of inner nodes, then of the HALO
///   node_types        int32
///   inner_nodes       uint8, 1: inner, 0: HALO
///   owners            int64, the part of every node
///   edge_ids          int64, new ids of the edges to inner nodes, then of others
///   edge_types        int32
///   inner_edges       uint8, 1: its target is an inner node; in the order of new ids or of columns
///   column_starts     as index_type says: the edges of local node v are those from column_starts[v] on
///   column_sources    as index_type says: local ids, of the edges by target, then by new id
///   column_types      as index_type says
///   column_edge_ids   int64, new ids
///   column_targets    as index_type says: local ids
///   column_places     as index_type says: where in the columns each edge is, in the order of sources and targets
///   csr_offsets       int64, local nodes + 1: the edges from local node v are those from csr_offsets[v] on
///   csr_targets       int64, local ids, of the edges by source, then by place among sources and targets
///   csr_edges         int64, that place
///   csc_offsets, csc_sources, csc_edges  the same by target
///   original_nodes    int64, the type-wise ids of the inner nodes of a type
///   original_edges    int64, the type-wise ids of the edges of a type to inner nodes
enum class ArrayKind : std::uint8_t {
  sources,
  targets,
  node_ids,
  node_types,
  inner_nodes,
  owners,
  edge_ids,
  edge_types,
  inner_edges,
  column_starts,
  column_sources,
  column_types,
  column_edge_ids,
  column_targets,
  column_places,
  csr_offsets,
  csr_targets,
  csr_edges,
  csc_offsets,
  csc_sources,
  csc_edges,
  original_nodes,
  original_edges,
};

struct PartArray {
  ArrayKind kind{};
  std::size_t type = 0;  ///< of original_nodes and original_edges
};

/// What the arrays of a part are written from.
struct PartContent {
  std::size_t part = 0;
  const SpilledParts& spill;  ///< the spilled edges; the nodes are in its folder
  const IdRanges& nodes;      ///< new ids
  const IdRanges& edges;
  const LocalNodes& local;                          ///< numbered
  std::int64_t outer_edges = 0;                     ///< edges to other nodes than inner ones, see outer_edges.hpp
  std::span<const std::uint32_t> in_degrees = {};   ///< of local nodes, for columns; see edge_columns.hpp
  std::span<const std::uint32_t> out_degrees = {};  ///< the same for rows
  std::int64_t memory = 0;                          ///< bytes for columns or rows

  [[nodiscard]] std::int64_t edge_count() const { return edges.of(part).size() + outer_edges; }
};

/// Writes one array, in memory that does not depend on its length.
/// errors  of the system; those of the sink
[[nodiscard]] Result<void> write_array(const PartContent& content, PartArray array, const ByteSink& sink);

}  // namespace tuplepack::graph
