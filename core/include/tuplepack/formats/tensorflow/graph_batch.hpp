#pragma once

#include "graph_tensor.hpp"
#include "padding_values.hpp"
#include "tuplepack/graph/schema/size_constraints.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// What padding is like, and what tells it from graphs.
struct PaddingOptions {
  std::string mask{};  ///< name of a feature that is 1 for what is of graphs and 0 for padding; empty: there is none
  bool mask_context = true;  ///< which have that feature: the context, whose components it tells apart
  bool mask_nodes = false;   ///< every node set
  bool mask_edges = false;   ///< every edge set
  PaddingValues values{};
};

/// Options that give the feature of a name to some of "context", "nodes" and "edges".
/// errors  unknown_name (none of these) · malformed (no name, though other than the context is to have it)
[[nodiscard]] Result<PaddingOptions> padding_options(const std::string& mask, std::span<const std::string> mask_of);

/// Merges graphs into one GraphTensor and pads it. Buffers are reused: there is no allocation after the largest batch.
class GraphBatch {
 public:
  /// assumes  check_padding_values() accepts the values for the schema, or for one that has more
  /// errors   unknown_name (an edge set between node sets that the schema does not have) · unsupported (a feature whose
  ///          type is not known) · malformed (the context or a set has a feature of the mask's name)
  [[nodiscard]] static Result<GraphBatch> create(const graph::TensorSchema& schema, const PaddingOptions& padding = {});

  /// Takes the graphs out, to begin another batch.
  void clear();

  /// Adds a graph that read_graph_tensor() has read with this schema. Its strings must stay where they are until clear().
  /// After an error, call clear() before reuse.
  /// errors  malformed (a feature without values) · too_large
  [[nodiscard]] Result<void> add(const GraphTensor& graph);

  /// Pads what was added. Features of the padding have their padding values: 0 or empty strings unless others are given,
  /// and rows without values where they are ragged. Of each key of a readout the edges of the padding lead to its nodes, one
  /// to each.
  /// assumes  check_constraints() accepts them for the schema
  /// errors   too_large · out_of_range, as padded_sizes() · too_large (no node is left for the edges of the padding) ·
  ///          component_mismatch (a readout has other numbers of nodes and of edges of a key in the padding)
  [[nodiscard]] Result<void> pad(const graph::SizeConstraints& constraints);

  /// What was added, and padded if it was. Valid until the batch changes.
  [[nodiscard]] GraphTensor graph() const;

 private:
  /// The values of a feature of all graphs.
  struct Column {
    graph::TensorFeature feature;
    std::size_t kind = 0;  // the alternative of FeatureValues
    PaddingValue padding;  // converted to the kind
    std::vector<std::string_view> bytes;
    std::vector<float> floats;
    std::vector<std::int64_t> integers;
    std::vector<std::vector<std::int64_t>> lengths;  // of each ragged dimension

    void clear();
    [[nodiscard]] TensorValues values() const;
    [[nodiscard]] Result<void> add(const TensorValues& more, std::int64_t rows);
    [[nodiscard]] Result<void> pad(std::int64_t rows);
  };
  struct Set {
    std::string name;
    std::vector<std::int64_t> sizes;
    std::int64_t total = 0;
    std::vector<Column> features;
    std::size_t source = 0, target = 0;  // of an edge set: node sets
    std::string readout_key;             // structure and key, if it is one of a readout
    std::vector<std::int64_t> sources, targets;
    Column mask;  // there is one if it has a name

    void clear();
    [[nodiscard]] TensorPiece piece() const;
    [[nodiscard]] Result<void> add(const TensorPiece& more);
    [[nodiscard]] Result<void> pad(const graph::PaddedSet& padded);
  };

  std::vector<Column> context_;
  std::vector<Set> nodes_;
  std::vector<Set> edges_;
  Column mask_;  // there is one if it has a name
  std::int64_t components_ = 0;

  GraphBatch() = default;
  [[nodiscard]] Result<void> check_readout_padding(const graph::SizeConstraints& constraints) const;
  [[nodiscard]] static Result<std::vector<Column>> columns_of(const std::vector<graph::TensorFeature>& features,
                                                              const FeaturePadding* values);
  template <typename Sets>
  [[nodiscard]] static Result<void> add_sets(std::vector<Set>& sets, const Sets& of, bool masked,
                                             const PaddingOptions& padding);
};

}  // namespace tuplepack::formats
