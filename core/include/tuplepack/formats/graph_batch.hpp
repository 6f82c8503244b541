#pragma once

#include "tuplepack/formats/graph_tensor.hpp"
#include "tuplepack/graph/size_constraints.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// Joins graphs into one, whose components are theirs, and pads it. Memory is used again: nothing is allocated once the
/// largest batch was made.
class GraphBatch {
 public:
  /// mask    name of a feature that the context gets: 1 for the components of graphs, 0 for those of the padding; empty:
  ///         there is none
  /// errors  unknown_name (an edge set between node sets that the schema does not have) · unsupported (a feature whose
  ///         type is not known) · malformed (the context has a feature of the mask's name)
  [[nodiscard]] static Result<GraphBatch> create(const TensorSchema& schema, const std::string& mask = {});

  /// Takes the graphs out, to begin another batch.
  void clear();

  /// Adds a graph that read_graph_tensor() has read with this schema. Its strings must stay where they are until clear().
  /// After an error the batch is to be cleared.
  /// errors  malformed (a feature without values) · too_large
  [[nodiscard]] Result<void> add(const GraphTensor& graph);

  /// Pads what was added. Features of the padding are 0, empty strings, and rows without values where they are ragged. Of
  /// each key of a readout the edges of the padding lead to its nodes, one to each.
  /// assumes  check_constraints() accepts them for the schema
  /// errors   too_large · out_of_range, as padded_sizes() · too_large (no node is left for the edges of the padding) ·
  ///          component_mismatch (a readout has other numbers of nodes and of edges of a key in the padding)
  [[nodiscard]] Result<void> pad(const SizeConstraints& constraints);

  /// What was added, and padded if it was. Valid until the batch changes.
  [[nodiscard]] GraphTensor graph() const;

 private:
  /// The values of a feature of all graphs.
  struct Column {
    TensorFeature feature;
    std::size_t kind = 0;  // the alternative of FeatureValues
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

    void clear();
    [[nodiscard]] TensorPiece piece() const;
    [[nodiscard]] Result<void> add(const TensorPiece& more);
    [[nodiscard]] Result<void> pad(const PaddedSet& padded);
  };

  std::vector<Column> context_;
  std::vector<Set> nodes_;
  std::vector<Set> edges_;
  Column mask_;  // there is one if it has a name
  std::int64_t components_ = 0;

  GraphBatch() = default;
  [[nodiscard]] Result<void> check_readout_padding(const SizeConstraints& constraints) const;
  [[nodiscard]] static Result<std::vector<Column>> columns_of(const std::vector<TensorFeature>& features);
};

}  // namespace tuplepack
