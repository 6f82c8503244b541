#include "graph/chunk/feature_reader.hpp"
#include "graph/verify/expected_arrays.hpp"

namespace tuplepack::graph {

static std::vector<ExpectedArray> original_ids(const std::vector<PartitionedType>& types, std::size_t part) {
  std::vector<ExpectedArray> arrays;
  arrays.reserve(types.size());
  for (const PartitionedType& type : types) {
    arrays.push_back({type.name, formats::TensorType::int64, {type.ranges[part].size()}});
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
    const auto stored = formats::npy_tensor_type(layout->type);
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

/// The data of nodes in the file of a graph. A graph of GraphBolt has no use for types and owners, but DGL may leave them.
static std::vector<ExpectedArray> node_arrays(const PartView& view, bool ours) {
  using enum formats::TensorType;
  const std::vector<std::int64_t> shape{view.nodes};
  const bool compressed = view.edges.compressed();
  std::vector<ExpectedArray> arrays{{"_ID", int64, shape}, {"inner_node", uint8, shape}};
  if (!compressed || !ours) {
    arrays.push_back({"_TYPE", int32, shape, compressed});
    if (!ours) arrays.back().or_types = {int8, int16, int64};
    arrays.push_back({"part_id", int64, shape, true});
  }
  return arrays;
}

static std::vector<ExpectedArray> edge_arrays(const PartView& view, bool ours) {
  using enum formats::TensorType;
  const std::vector<std::int64_t> shape{view.edges.size()};
  const bool compressed = view.edges.compressed();
  std::vector<ExpectedArray> arrays{{"_ID", int64, shape}, {"inner_edge", uint8, shape}};
  if (!compressed || !ours) {
    arrays.push_back({"_TYPE", int32, shape, compressed});
    if (!ours) arrays.back().or_types = {int8, int16, int64};
  }
  if (compressed) {  // what DGL's find_edges() looks up
    arrays.push_back({converted_edges, int32, shape, true, {int64}});
    arrays.push_back({column_targets, int32, shape, true, {int64}});
  }
  return arrays;
}

static Finding wrong_arrays_of(const PartsCase& parts, std::size_t part) {
  const PartView& view = parts.views[part];
  const PartitionedGraph& graph = parts.parts;
  for (const Finding& finding :
       {view.edges.compressed() ? wrong_structure(view, graph, parts.ours) : Finding(),
        wrong_arrays(view.node_data, node_arrays(view, parts.ours)),
        wrong_arrays(view.edge_data, edge_arrays(view, parts.ours)),
        graph.original_ids ? wrong_arrays(view.node_ids, original_ids(graph.node_types, part)) : Finding(),
        graph.original_ids ? wrong_arrays(view.edge_ids, original_ids(graph.edge_types, part)) : Finding()}) {
    if (!finding.empty()) return finding;
  }
  return {};
}

template <typename T>
static Column<T> column(const NamedArrays& arrays, const std::string& name) {
  const formats::TensorView* const array = arrays.find(name);
  return array == nullptr ? Column<T>() : Column<T>(array->data);
}

static IntegerColumn integers(const formats::TensorView* array) {
  return array == nullptr ? IntegerColumn() : IntegerColumn(array->data, width(array->type));
}

/// Of the edges; none if the graph has no types.
static IntegerColumn type_column(const PartView& view) {
  return integers(view.edges.compressed() ? view.structure.find("independent_tensors/type_per_edge")
                                          : view.edge_data.find("_TYPE"));
}

static std::vector<SortedOriginals> id_columns(const NamedArrays& arrays, const std::vector<PartitionedType>& types) {
  std::vector<SortedOriginals> columns;
  columns.reserve(types.size());
  for (const PartitionedType& type : types) columns.emplace_back(column<std::int64_t>(arrays, type.name));
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
          .node_type = integers(view.node_data.find("_TYPE")),
          .inner_node = column<std::uint8_t>(view.node_data, "inner_node"),
          .part_id = column<std::int64_t>(view.node_data, "part_id"),
          .edge_id = column<std::int64_t>(view.edge_data, "_ID"),
          .edge_type = type_column(view),
          .inner_edge = column<std::uint8_t>(view.edge_data, "inner_edge"),
          .node_ids = id_columns(view.node_ids, graph.node_types),
          .edge_ids = id_columns(view.edge_ids, graph.edge_types),
          .column_index = {},
          .converted_edge = integers(view.edge_data.find(converted_edges)),
          .column_target = integers(view.edge_data.find(column_targets))};
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
         {wrong_arrays_of(parts, part),
          wrong_arrays(view.node_features, of_part(*node_features, parts.graph.node_features, graph.node_types, part)),
          wrong_arrays(view.edge_features,
                       of_part(*edge_features, parts.graph.edge_features, graph.edge_types, part))}) {
      if (!finding.empty()) return finding;
    }
    parts.columns.push_back(columns_of(view, graph, part));
  }
  return {};
}

}  // namespace tuplepack::graph
