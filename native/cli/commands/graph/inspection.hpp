#pragma once

#include "cli/output/text.hpp"
#include "graph/chunk/feature_reader.hpp"
#include "graph/inspect/inspect_parts.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/chunks.hpp"
#include "tuplepack/graph/sampling/fetch.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

// What inspect answers, as text and as JSON (tuplepack.inspect/1). Both end with a newline.

struct ChunkedInspection {
  graph::ChunkedGraph graph;
  std::vector<graph::FeatureLayout> node_features;  ///< as in the graph
  std::vector<graph::FeatureLayout> edge_features;
};
[[nodiscard]] std::string chunked_text(const ChunkedInspection& found, const Terminal& terminal);
[[nodiscard]] std::string chunked_json(const ChunkedInspection& found);

struct AssignmentInspection {
  graph::GraphSchema schema;  ///< node types only
  graph::NodeAssignment assignment;
  std::vector<std::int64_t> nodes;  ///< part × types + type
};
[[nodiscard]] std::string assignment_text(const AssignmentInspection& found, const Terminal& terminal);
[[nodiscard]] std::string assignment_json(const AssignmentInspection& found);

/// What a training step fetches from other parts.
struct FetchPrice {
  std::vector<std::int64_t> fanouts;
  std::int64_t seeds = 0;
  std::vector<std::int64_t> row_bytes;  ///< by part: of the features of a HALO node, on average
  std::vector<graph::RemoteRows> rows;  ///< by part; empty: too many parts

  /// Unique rows and an index per request, as access counts them.
  [[nodiscard]] std::int64_t bytes(std::size_t part) const;
};
[[nodiscard]] std::string parts_text(const graph::PartsInspection& found, const FetchPrice& price,
                                     const Terminal& terminal);
[[nodiscard]] std::string part_text(const graph::PartsInspection& found, const FetchPrice& price, std::size_t part,
                                    const Terminal& terminal);
/// part  the only one to write; none: all
[[nodiscard]] std::string parts_json(const graph::PartsInspection& found, const FetchPrice& price,
                                     std::optional<std::size_t> part);

/// Numbers of pairs of parts as shaded cells, at most `width` characters wide; neighbouring parts share a cell where
/// there are too many.
/// flow  parts × parts
[[nodiscard]] std::string matrix_text(const std::vector<std::int64_t>& flow, std::size_t parts, std::size_t width);

}  // namespace tuplepack::cli
