#pragma once

#include "graph/unigraph/whole_graph.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/formats/tables/table.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// How the files of tables are found and read. Both may throw.
struct TableFiles {
  /// The files that a name stands for, "nodes.csv" or "nodes.csv@4": all its shards.
  std::function<std::vector<std::string>(const std::string& name)> named;
  /// The content of a file of text or records, unpacked.
  std::function<formats::TextPieces(const std::string& path, formats::TableFormat format)> open;
};

/// Reads the tables that a schema names (a unigraph of TensorFlow GNN), node sets first. Ids are numbered in the order of
/// their tables; a node set without a table has the ids that edges name, in their order. Edges with the metadata
/// edge_type: reversed go from the target to the source of their table. The table of the context has one row, and no ids.
/// folder  what the names of files are relative to
/// cost    about 5 million edges per second from CSV. Memory: the result, and 8 bytes per edge of the largest set
/// errors  FILE:LINE:COLUMN or FILE: those of read_table and read_column_table · malformed (an id that is given twice, or
///         that an edge names and no node has) · unsupported (a file of no such format; features of a set without a table; an edge set without
///         a table) · too_large (2^32 − 1 nodes or edges of a set) · stopped
[[nodiscard]] Result<WholeGraph> read_unigraph(const TensorSchema& schema, const std::string& folder,
                                               const GraphRequest& request, const TableFiles& files,
                                               const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
