#pragma once

#include "tuplepack/graph/schema/schema.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// A chunked graph: edges and features in many files, and a metadata.json that says which (DGL's user guide, 7.1).
// Concatenating the files of a type, in order, gives its edges or its rows by type-wise id.

enum class ChunkFormat : std::uint8_t { csv, numpy, parquet };

/// As metadata.json has it.
[[nodiscard]] std::string_view name(ChunkFormat format);
/// errors  unknown_name
[[nodiscard]] Result<ChunkFormat> chunk_format_by_name(std::string_view name);

/// The edges of a type.
struct EdgeChunks {
  ChunkFormat format = ChunkFormat::csv;
  char delimiter = ' ';             ///< of csv
  std::vector<std::string> files;   ///< relative to the folder of metadata.json, or absolute
  std::vector<std::int64_t> edges;  ///< per file; empty: the metadata does not say
};

/// A feature of a node type or an edge type: one row per node or edge.
struct FeatureChunks {
  std::size_t type = 0;  ///< index in the schema
  std::string name;
  ChunkFormat format = ChunkFormat::numpy;
  std::vector<std::string> files;
  std::string column{};  ///< of Parquet and Arrow files; empty: the one of the feature's name, or the only one
  std::vector<std::string> sources{};  ///< what messages call the files, if they are converted ones; empty: their names
};

struct ChunkedGraph {
  GraphSchema schema;
  std::vector<EdgeChunks> edges;                           ///< by edge type
  std::vector<std::vector<std::int64_t>> nodes_per_chunk;  ///< by node type; an empty list: the metadata does not say
  std::vector<FeatureChunks> node_features;
  std::vector<FeatureChunks> edge_features;
};

}  // namespace tuplepack::graph
