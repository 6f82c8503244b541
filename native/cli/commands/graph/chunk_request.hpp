#pragma once

#include "chunk_edges.hpp"
#include "cli/requests/arguments.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// What the command chunk is asked for.
struct ChunkRequest {
  graph::GraphSchema schema;                        ///< types in the order of the command line; counts are 0
  std::vector<std::optional<std::int64_t>> nodes;   ///< by node type, as given by --nodes
  std::vector<std::vector<std::string>> edges;      ///< files by edge type
  std::vector<graph::FeatureChunks> node_features;  ///< files as on the command line
  std::vector<graph::FeatureChunks> edge_features;
  bool relabel = false;               ///< ids of nodes are any text, and are numbered
  std::vector<std::string> node_ids;  ///< by node type: the file that lists them; empty: none
  EdgeFileOptions reading;            ///< of the files of edges
  std::int64_t chunks = 0;
  graph::ChunkFormat format{};
  std::string output;
};

/// Throws Failure.
[[nodiscard]] ChunkRequest chunk_request(const Arguments& arguments);

}  // namespace tuplepack::cli
