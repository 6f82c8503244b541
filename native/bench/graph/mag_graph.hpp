#pragma once

#include "tuplepack/graph/sampling/edges_by_source.hpp"
#include "tuplepack/graph/schema/feature_column.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::bench {

/// Edges by source that own their arrays.
struct OwnedEdges {
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> targets;
  std::vector<std::uint32_t> rows{};  ///< of the reversed set
};

/// A generated graph of the shape of OGBN-MAG: its node sets, numbers of nodes and edges and degrees that follow a power
/// law, with papers near each other sharing authors, references and fields. The same on every platform.
struct MagGraph {
  graph::TensorSchema schema;  ///< node sets author, field_of_study, institution, paper, as the guide declares them
  graph::HeterogeneousGraph graph;  ///< affiliated_with, cites, has_topic, writes and its reverse, written
  std::vector<OwnedEdges> edges;    ///< what the graph views
  std::vector<float> embeddings;    ///< [papers, 128]
  std::vector<std::int64_t> years, labels;

  /// Of each node set: feat, labels and year of papers.
  [[nodiscard]] std::vector<std::vector<graph::FeatureColumn>> node_features() const;
};

/// divisor  1: the size of OGBN-MAG
[[nodiscard]] MagGraph mag_graph(std::uint32_t divisor);

}  // namespace tuplepack::bench
