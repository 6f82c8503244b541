#pragma once

#include "graph/chunk/feature_reader.hpp"
#include "graph/dispatch/part_arrays.hpp"
#include "tuplepack/formats/bytes/file_layout.hpp"
#include "tuplepack/formats/dgl/pickle_zip.hpp"
#include "tuplepack/graph/partition/chunks.hpp"
#include "tuplepack/graph/partition/part_format.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tuplepack::graph {

/// How a part is written.
struct PartFiling {
  PartFormat format{};
  EdgeForms forms{};  ///< of the edges in DGL's file

  /// Whether edges are written by their node at an end.
  [[nodiscard]] bool has_columns() const {
    return format == PartFormat::graphbolt || (format == PartFormat::dgl && forms.csc);
  }
  [[nodiscard]] bool has_rows() const { return format == PartFormat::dgl && forms.csr; }
};

/// How large the arrays of a part are.
struct PartSizes {
  std::int64_t inner_nodes = 0;
  std::int64_t halo_nodes = 0;
  std::int64_t inner_edges = 0;
  std::int64_t outer_edges = 0;
  std::vector<std::int64_t> nodes_by_type;  ///< inner ones
  std::vector<std::int64_t> edges_by_type;  ///< to inner ones
  bool with_owners = false;                 ///< the part of every node is written too

  [[nodiscard]] std::int64_t nodes() const { return inner_nodes + halo_nodes; }
  [[nodiscard]] std::int64_t edges() const { return inner_edges + outer_edges; }
};

/// A file of a part.
struct PartFile {
  std::string name;                                                      ///< within the folder of the part
  std::variant<formats::FileLayout, formats::GraphboltGraph> container;  ///< what is around the arrays
  std::vector<PartArray> arrays;                                         ///< as they follow each other, empty ones too
};

[[nodiscard]] std::int64_t file_size(const PartFile& file);

/// The files with structure: the graph and the original ids.
[[nodiscard]] std::vector<PartFile> part_files(const PartFiling& filing, const GraphSchema& schema,
                                               const PartSizes& sizes);

/// Features of nodes, or of edges, and what their headers say.
struct FeatureTables {
  std::vector<FeatureChunks> features;
  std::vector<FeatureLayout> layouts;
  std::vector<std::string> types;  ///< the names of the types that they are of
  std::string_view name;           ///< "node_feat" or "edge_feat"
};

/// A file of a part with features.
struct FeatureFile {
  std::string name;
  formats::FileLayout layout;
  std::vector<std::size_t> features;  ///< indices, as they follow each other
};

/// counts  rows of each type in the part
[[nodiscard]] std::vector<FeatureFile> feature_files(PartFormat format, const FeatureTables& tables,
                                                     const std::vector<std::int64_t>& counts);

/// The paths in metadata.json, within the folder of a part: the graph, features of nodes and of edges.
struct PartPaths {
  std::string_view graph_key, graph, node_features, edge_features;
};
[[nodiscard]] PartPaths part_paths(PartFormat format);

/// Bytes of an array.
[[nodiscard]] std::int64_t array_bytes(PartArray array, const PartSizes& sizes);

}  // namespace tuplepack::graph
