#include "graph/feature_reader.hpp"
#include "graph/verify/expected_arrays.hpp"

namespace tuplepack {

static std::vector<ExpectedArray> original_ids(const std::vector<PartitionedType>& types, std::size_t part) {
  std::vector<ExpectedArray> arrays;
  arrays.reserve(types.size());
  for (const PartitionedType& type : types) {
    arrays.push_back({type.name, TensorType::int64, {type.ranges[part].size()}});
  }
  return arrays;
}

/// The features of nodes or edges, without their rows.
static Result<std::vector<ExpectedArray>> feature_arrays(const PartsCase& parts,
                                                         const std::vector<FeatureChunks>& features,
                                                         const std::vector<PartitionedType>& types) {
  std::vector<ExpectedArray> arrays;
  for (const FeatureChunks& feature : features) {
    const PartitionedType& type = types[feature.type];
    const auto layout = feature_layout(feature, type.size(), parts.source);
    if (!layout) return tl::unexpected(layout.error());
    const auto stored = npy_tensor_type(layout->type);
    if (!stored) return tl::unexpected(stored.error());
    ExpectedArray array{type.name + "/" + feature.name, *stored, {0}};
    if (layout->columns >= 0) array.shape.push_back(layout->columns);
    arrays.push_back(std::move(array));
  }
  return arrays;
}

/// With the rows of a part.
static std::vector<ExpectedArray> of_part(std::vector<ExpectedArray> arrays, const std::vector<FeatureChunks>& features,
                                          const std::vector<PartitionedType>& types, std::size_t part) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    arrays[i].shape.front() = types[features[i].type].ranges[part].size();
  }
  return arrays;
}

/// Without those that a graph of GraphBolt has no use for.
static std::vector<ExpectedArray> data_arrays(std::vector<ExpectedArray> arrays, bool compressed) {
  if (compressed) {
    std::erase_if(arrays, [](const ExpectedArray& one) { return one.name == "_TYPE" || one.name == "part_id"; });
  }
  return arrays;
}

static Finding wrong_arrays_of(const PartView& view, const PartitionedGraph& graph, std::size_t part) {
  const std::vector<std::int64_t> nodes{view.nodes}, edges{view.edges.size()};
  const bool compressed = view.edges.compressed();
  for (const Finding& finding : {compressed ? wrong_structure(view, graph) : Finding(),
                                 wrong_arrays(view.node_data, data_arrays({{"_ID", TensorType::int64, nodes},
                                                                           {"_TYPE", TensorType::int16, nodes},
                                                                           {"inner_node", TensorType::uint8, nodes},
                                                                           {"part_id", TensorType::int64, nodes, true}},
                                                                          compressed)),
                                 wrong_arrays(view.edge_data, data_arrays({{"_ID", TensorType::int64, edges},
                                                                           {"_TYPE", TensorType::int32, edges},
                                                                           {"inner_edge", TensorType::uint8, edges}},
                                                                          compressed)),
                                 wrong_arrays(view.node_ids, original_ids(graph.node_types, part)),
                                 wrong_arrays(view.edge_ids, original_ids(graph.edge_types, part))}) {
    if (!finding.empty()) return finding;
  }
  return {};
}

template <typename T>
static Column<T> column(const NamedArrays& arrays, const std::string& name) {
  const TensorView* const array = arrays.find(name);
  return array == nullptr ? Column<T>() : Column<T>(array->data);
}

/// Of the edges; none if the graph has no types.
static IntegerColumn type_column(const PartView& view) {
  const bool compressed = view.edges.compressed();
  const TensorView* const types =
      compressed ? view.structure.find("independent_tensors/type_per_edge") : view.edge_data.find("_TYPE");
  return types == nullptr ? IntegerColumn() : IntegerColumn(types->data, width(types->type));
}

static std::vector<Column<std::int64_t>> id_columns(const NamedArrays& arrays,
                                                    const std::vector<PartitionedType>& types) {
  std::vector<Column<std::int64_t>> columns;
  columns.reserve(types.size());
  for (const PartitionedType& type : types) columns.push_back(column<std::int64_t>(arrays, type.name));
  return columns;
}

/// From the first type to the last.
static OwnedRange range_of_part(const std::vector<PartitionedType>& types, std::size_t part) {
  if (types.empty()) return {};
  return {types.front().ranges[part].begin, types.back().ranges[part].end};
}

static PartColumns columns_of(const PartView& view, const PartitionedGraph& graph, std::size_t part) {
  return {.nodes = range_of_part(graph.node_types, part),
          .edges = range_of_part(graph.edge_types, part),
          .node_id = column<std::int64_t>(view.node_data, "_ID"),
          .node_type = column<std::int16_t>(view.node_data, "_TYPE"),
          .inner_node = column<std::uint8_t>(view.node_data, "inner_node"),
          .part_id = column<std::int64_t>(view.node_data, "part_id"),
          .edge_id = column<std::int64_t>(view.edge_data, "_ID"),
          .edge_type = type_column(view),
          .inner_edge = column<std::uint8_t>(view.edge_data, "inner_edge"),
          .node_ids = id_columns(view.node_ids, graph.node_types),
          .edge_ids = id_columns(view.edge_ids, graph.edge_types)};
}

Result<Finding> check_arrays(PartsCase& parts) {
  const PartitionedGraph& graph = parts.parts;
  const auto node_features = feature_arrays(parts, parts.graph.node_features, graph.node_types);
  if (!node_features) return tl::unexpected(node_features.error());
  const auto edge_features = feature_arrays(parts, parts.graph.edge_features, graph.edge_types);
  if (!edge_features) return tl::unexpected(edge_features.error());
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const PartView& view = parts.views[part];
    for (const Finding& finding :
         {wrong_arrays_of(view, graph, part),
          wrong_arrays(view.node_features, of_part(*node_features, parts.graph.node_features, graph.node_types, part)),
          wrong_arrays(view.edge_features,
                       of_part(*edge_features, parts.graph.edge_features, graph.edge_types, part))}) {
      if (!finding.empty()) return finding;
    }
    parts.columns.push_back(columns_of(view, graph, part));
  }
  return {};
}

}  // namespace tuplepack
