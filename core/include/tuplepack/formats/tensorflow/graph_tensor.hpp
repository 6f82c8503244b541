#pragma once

#include "tf_example.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/graph/schema/tensor_schema.hpp"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// GraphTensors of TensorFlow GNN as tf.Examples: a feature is named "context/F", "nodes/SET.F" or "edges/SET.F". Its
// values are flat; dimension i of a ragged feature has the lengths of its rows in "….d{i}", where dimension 0 is that of
// the nodes, edges or components. Sets have "#size", one number per component; edge sets "#source" and "#target", which
// count the nodes of all components.

/// The lengths of the rows of a ragged dimension, over all rows of the dimension before.
struct RaggedLengths {
  std::size_t dimension = 1;
  std::span<const std::int64_t> lengths;
};

struct TensorValues {
  std::string_view name;
  FeatureValues values;               ///< nothing: omitted, and not written
  std::vector<RaggedLengths> ragged;  ///< by dimension
};

struct TensorPiece {
  std::string_view name;
  std::span<const std::int64_t> sizes;   ///< of each component
  std::span<const std::int64_t> source;  ///< of edge sets
  std::span<const std::int64_t> target;
  std::vector<TensorValues> features;
};

/// A non-owning view of a graph's values.
struct GraphTensor {
  std::vector<TensorValues> context;
  std::vector<TensorPiece> node_sets;
  std::vector<TensorPiece> edge_sets;
};

/// The features of its tf.Example, in no order.
/// names   keeps those of the features; it must not change while they are used
/// prefix  of the names
[[nodiscard]] std::vector<NamedFeature> example_features(const GraphTensor& graph, std::deque<std::string>& names,
                                                         std::string_view prefix = {});

/// Appends it as a tf.Example, in deterministic bytes.
/// prefix   of the names of features
/// assumes  names that differ
void append_graph_tensor(std::string& out, const GraphTensor& graph, std::string_view prefix = {});

/// Parses a tf.Example according to a schema. Sets are in the order of the schema; features that it does not declare are
/// ignored. A set without #size is empty where there is one component, and features of sets may be omitted.
/// features  sorted by name, as ExampleReader has them
/// errors    malformed (values of another kind than the schema's type; too few or too many values, lengths, sources or
///           targets; a feature of the context that is missing) · negative · out_of_range (an edge of a node that is not
///           there) · component_mismatch
[[nodiscard]] Result<GraphTensor> read_graph_tensor(std::span<const NamedFeature> features,
                                                    const graph::TensorSchema& schema);

}  // namespace tuplepack::formats
