#pragma once

#include "graph/unigraph/unigraph.hpp"
#include "tuplepack/base/visible.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// The steps of read_unigraph().

/// A table, and the sets that are read from it.
struct UnigraphTable {
  std::string name;  // as the schema has it
  std::vector<std::string> files;
  std::int64_t bytes = 0;
  std::size_t node_set = 0;            // of the schema
  std::vector<std::size_t> edge_sets;  // of the schema; none: a table of nodes
  bool of_context = false;             // instead of a set
};

/// A graph while its tables are read.
struct UnigraphReading {
  const GraphRequest& request;
  const TableFiles& files;
  const KeepGoing& keep_going;
  std::string folder;
  WholeGraph graph;
  std::int64_t bytes = 0;       // of all tables
  std::int64_t bytes_read = 0;  // of the tables before
  std::vector<std::uint32_t> numbers;
  std::vector<std::string_view> ends;
};

/// A name as messages have it.
[[nodiscard]] inline std::string shown(std::string_view name) {
  return "'" + visible(name, 200) + "'";
}

[[nodiscard]] inline std::string too_many(const std::string& set) {
  return "there are more than 2^32 - 2 ids in " + shown(set);
}

/// The files of a table, and their bytes.
[[nodiscard]] UnigraphTable find_table(const UnigraphReading& reading, const std::string& filename);

/// Reads all files of a table.
/// errors  see read_unigraph
[[nodiscard]] Result<void> read_files(UnigraphReading& reading, const UnigraphTable& table,
                                      const formats::TableColumns& columns, const formats::IdsSink& sink);

/// The rows to make room for: what the schema says, unless the files are too small for that.
[[nodiscard]] std::size_t expected_rows(const SetMetadata& metadata, const UnigraphTable& table);

/// A store for each feature of a set, with room for so many rows.
[[nodiscard]] std::vector<formats::FeatureStore*> add_stores(WholeGraph& graph,
                                                             const std::vector<TensorFeature>& features,
                                                             std::size_t rows);

/// The columns of stores, one for each feature.
[[nodiscard]] std::vector<FeatureColumn> stored_columns(const std::vector<formats::FeatureStore*>& stores,
                                                        const std::vector<TensorFeature>& features);

/// The node set of "#source" or "#target" in the table of an edge set.
[[nodiscard]] std::size_t set_in_table(const TensorSchema& schema, const TensorEdgeSet& set, bool source);

/// Reads a table of edges, for all edge sets that are read from it.
/// errors  see read_unigraph
[[nodiscard]] Result<void> read_edges(UnigraphReading& reading, const UnigraphTable& table);

}  // namespace tuplepack::graph
