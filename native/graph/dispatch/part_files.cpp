#include "graph/dispatch/part_files.hpp"

#include "graph/dispatch/edge_columns.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <array>
#include <initializer_list>
#include <optional>

namespace tuplepack::graph {

// ---- Arrays ----

namespace {

/// What the files call an array, and what it holds.
struct ArrayRow {
  ArrayKind kind{};
  std::string_view name;  ///< in files of arrays
  std::string_view type;  ///< as numpy writes it
};

}  // namespace

static constexpr std::array<ArrayRow, 9> graph_arrays{{
    {ArrayKind::sources, "src", "<i8"},
    {ArrayKind::targets, "dst", "<i8"},
    {ArrayKind::node_ids, "nodes/_ID", "<i8"},
    {ArrayKind::node_types, "nodes/_TYPE", "<i4"},
    {ArrayKind::inner_nodes, "nodes/inner_node", "|u1"},
    {ArrayKind::owners, "nodes/part_id", "<i8"},
    {ArrayKind::edge_ids, "edges/_ID", "<i8"},
    {ArrayKind::edge_types, "edges/_TYPE", "<i4"},
    {ArrayKind::inner_edges, "edges/inner_edge", "|u1"},
}};

/// Of GraphBolt's arrays, whose elements are as wide as they need to be.
static std::optional<formats::TensorType> column_type(ArrayKind kind, const PartSizes& sizes) {
  const auto types = static_cast<std::int64_t>(sizes.edges_by_type.size());
  switch (kind) {
    case ArrayKind::column_starts: return index_type(sizes.edges(), formats::TensorType::int32);
    case ArrayKind::column_sources: return index_type(sizes.nodes(), formats::TensorType::int32);
    case ArrayKind::column_types: return index_type(types, formats::TensorType::int8);
    case ArrayKind::column_edge_ids: return formats::TensorType::int64;
    case ArrayKind::column_targets: return index_type(sizes.nodes(), formats::TensorType::int32);
    case ArrayKind::column_places: return index_type(sizes.edges(), formats::TensorType::int32);
    default: return std::nullopt;
  }
}

static bool is_of_nodes(ArrayKind kind) {
  return kind == ArrayKind::node_ids || kind == ArrayKind::node_types || kind == ArrayKind::inner_nodes ||
         kind == ArrayKind::owners;
}

static std::int64_t array_length(PartArray array, const PartSizes& sizes) {
  if (array.kind == ArrayKind::original_nodes) return sizes.nodes_by_type[array.type];
  if (array.kind == ArrayKind::original_edges) return sizes.edges_by_type[array.type];
  if (array.kind == ArrayKind::column_starts || array.kind == ArrayKind::csr_offsets ||
      array.kind == ArrayKind::csc_offsets) {
    return sizes.nodes() + 1;
  }
  return is_of_nodes(array.kind) ? sizes.nodes() : sizes.edges();
}

static std::string_view array_type(ArrayKind kind) {
  for (const ArrayRow& row : graph_arrays) {
    if (row.kind == kind) return row.type;
  }
  return "<i8";  // original ids, compressed rows and columns
}

static std::int64_t element_bytes(ArrayKind kind, const PartSizes& sizes) {
  if (const auto type = column_type(kind, sizes)) return width(*type);
  return array_type(kind).back() - '0';
}

std::int64_t array_bytes(PartArray array, const PartSizes& sizes) {
  return array_length(array, sizes) * element_bytes(array.kind, sizes);
}

namespace {

/// The original ids of every type, and their names.
struct OriginalIds {
  std::vector<PartArray> arrays;
  std::vector<std::string> names;
};

}  // namespace

static OriginalIds ids_of_types(ArrayKind kind, std::vector<std::string> types) {
  OriginalIds ids{.arrays = {}, .names = std::move(types)};
  for (std::size_t type = 0; type < ids.names.size(); ++type) ids.arrays.push_back({.kind = kind, .type = type});
  return ids;
}

static OriginalIds original_nodes(const GraphSchema& schema) {
  return ids_of_types(ArrayKind::original_nodes, node_type_names(schema));
}

static OriginalIds original_edges(const GraphSchema& schema) {
  return ids_of_types(ArrayKind::original_edges, edge_type_names(schema));
}

static bool is_written(const ArrayRow& row, const PartSizes& sizes) {
  return row.kind != ArrayKind::owners || sizes.with_owners;
}

// ---- DGL's files ----

/// The arrays of edges in the order of DGL's file.
static std::vector<PartArray> edge_arrays(const EdgeForms& forms) {
  std::vector<PartArray> arrays;
  const auto add = [&](bool written, std::initializer_list<ArrayKind> kinds) {
    for (const ArrayKind kind : kinds) {
      if (written) arrays.push_back({.kind = kind});
    }
  };
  add(forms.coo, {ArrayKind::sources, ArrayKind::targets});
  add(forms.csr, {ArrayKind::csr_offsets, ArrayKind::csr_targets, ArrayKind::csr_edges});
  add(forms.csc, {ArrayKind::csc_offsets, ArrayKind::csc_sources, ArrayKind::csc_edges});
  return arrays;
}

static PartFile dgl_graph_file(const EdgeForms& forms, const PartSizes& sizes) {
  formats::DglGraph graph{
      .nodes = sizes.nodes(), .edges = sizes.edges(), .forms = forms, .node_data = {}, .edge_data = {}};
  PartFile file{.name = "graph.dgl", .container = {}, .arrays = edge_arrays(forms)};
  for (const ArrayRow& row : graph_arrays) {
    if (!is_written(row, sizes) || row.kind == ArrayKind::sources || row.kind == ArrayKind::targets) continue;
    file.arrays.push_back({.kind = row.kind});
    const formats::Tensor tensor{.name = std::string(row.name.substr(row.name.find('/') + 1)),
                                 .type = formats::tensor_type(row.type).value(),
                                 .shape = {array_length(file.arrays.back(), sizes)}};
    (is_of_nodes(row.kind) ? graph.node_data : graph.edge_data).push_back(tensor);
  }
  file.container = dgl_graph(graph);
  return file;
}

static PartFile dgl_ids_file(std::string name, OriginalIds ids, const PartSizes& sizes) {
  std::vector<formats::Tensor> tensors;
  for (std::size_t i = 0; i < ids.arrays.size(); ++i) {
    tensors.push_back(
        {.name = ids.names[i], .type = formats::TensorType::int64, .shape = {array_length(ids.arrays[i], sizes)}});
  }
  return {.name = std::move(name), .container = dgl_tensors(tensors), .arrays = std::move(ids.arrays)};
}

static std::vector<PartFile> dgl_files(PartFile graph, const GraphSchema& schema, const PartSizes& sizes) {
  std::vector<PartFile> files{std::move(graph)};
  files.push_back(dgl_ids_file("orig_nids.dgl", original_nodes(schema), sizes));
  files.push_back(dgl_ids_file("orig_eids.dgl", original_edges(schema), sizes));
  return files;
}

static std::vector<std::int64_t> rows_and_columns(const FeatureLayout& layout, std::int64_t rows) {
  return layout.columns < 0 ? std::vector<std::int64_t>{rows} : std::vector<std::int64_t>{rows, layout.columns};
}

static std::vector<FeatureFile> dgl_feature_files(const FeatureTables& tables,
                                                  const std::vector<std::int64_t>& counts) {
  FeatureFile file{.name = std::string(tables.name) + ".dgl", .layout = {}, .features = {}};
  std::vector<formats::Tensor> tensors;
  for (std::size_t i = 0; i < tables.features.size(); ++i) {
    const FeatureChunks& feature = tables.features[i];
    file.features.push_back(i);
    tensors.push_back({.name = tables.types[feature.type] + "/" + feature.name,
                       .type = formats::tensor_type(tables.layouts[i].type).value(),
                       .shape = rows_and_columns(tables.layouts[i], counts[feature.type])});
  }
  file.layout = dgl_tensors(tensors);
  return {std::move(file)};
}

// ---- GraphBolt's file ----

/// As DGL converts a part: types of nodes follow from their ids, and a graph of one type has none. The last two arrays are
/// those that DistGraph.find_edges() looks an edge up in.
static PartFile graphbolt_graph_file(const GraphSchema& schema, const PartSizes& sizes) {
  const formats::TensorType places = *column_type(ArrayKind::column_places, sizes);
  const formats::TensorType targets = *column_type(ArrayKind::column_targets, sizes);
  formats::GraphboltGraph graph{
      .nodes = sizes.nodes(),
      .edges = sizes.edges(),
      .indptr = *column_type(ArrayKind::column_starts, sizes),
      .indices = *column_type(ArrayKind::column_sources, sizes),
      .type_per_edge = {},
      .node_types = {},
      .edge_types = {},
      .node_data = {{.name = "_ID", .type = formats::TensorType::int64, .shape = {sizes.nodes()}},
                    {.name = "inner_node", .type = formats::TensorType::uint8, .shape = {sizes.nodes()}}},
      .edge_data = {{.name = "_ID", .type = formats::TensorType::int64, .shape = {sizes.edges()}},
                    {.name = "inner_edge", .type = formats::TensorType::uint8, .shape = {sizes.edges()}},
                    {.name = "_dgl2gb_eid", .type = places, .shape = {sizes.edges()}},
                    {.name = "_gb_dst_id", .type = targets, .shape = {sizes.edges()}}}};
  std::vector<PartArray> arrays{{.kind = ArrayKind::column_starts}, {.kind = ArrayKind::column_sources}};
  if (schema.node_types.size() > 1 || schema.edge_types.size() > 1) {
    graph.type_per_edge = column_type(ArrayKind::column_types, sizes);
    graph.node_types = node_type_names(schema);
    graph.edge_types = edge_type_names(schema);
    arrays.push_back({.kind = ArrayKind::column_types});
  }
  for (const ArrayKind kind : {ArrayKind::node_ids, ArrayKind::inner_nodes, ArrayKind::column_edge_ids,
                               ArrayKind::inner_edges, ArrayKind::column_places, ArrayKind::column_targets}) {
    arrays.push_back({.kind = kind});
  }
  return {.name = "fused_csc_sampling_graph.pt", .container = std::move(graph), .arrays = std::move(arrays)};
}

// ---- Plain arrays ----

static formats::FileLayout npy_layout(std::string_view type, const std::vector<std::int64_t>& shape,
                                      std::int64_t bytes) {
  return {{.text = formats::npy_header(type, shape), .array_bytes = bytes}};
}

static PartFile npy_file(std::string name, PartArray array, const PartSizes& sizes) {
  return {.name = std::move(name) + ".npy",
          .container = npy_layout(array_type(array.kind), {array_length(array, sizes)}, array_bytes(array, sizes)),
          .arrays = {array}};
}

static std::vector<PartFile> npy_files(const GraphSchema& schema, const PartSizes& sizes) {
  std::vector<PartFile> files;
  for (const ArrayRow& row : graph_arrays) {
    if (is_written(row, sizes)) files.push_back(npy_file("graph/" + std::string(row.name), {.kind = row.kind}, sizes));
  }
  const OriginalIds nodes = original_nodes(schema), edges = original_edges(schema);
  for (std::size_t i = 0; i < nodes.names.size(); ++i) {
    files.push_back(npy_file("orig_nids/" + nodes.names[i], nodes.arrays[i], sizes));
  }
  for (std::size_t i = 0; i < edges.names.size(); ++i) {
    files.push_back(npy_file("orig_eids/" + edges.names[i], edges.arrays[i], sizes));
  }
  return files;
}

static std::vector<FeatureFile> npy_feature_files(const FeatureTables& tables,
                                                  const std::vector<std::int64_t>& counts) {
  std::vector<FeatureFile> files;
  for (std::size_t i = 0; i < tables.features.size(); ++i) {
    const FeatureChunks& feature = tables.features[i];
    const FeatureLayout& layout = tables.layouts[i];
    const std::int64_t rows = counts[feature.type];
    const std::string_view type = layout.type == "|b1" ? "|u1" : std::string_view(layout.type);  // as in DGL's files
    files.push_back({.name = std::string(tables.name) + "/" + tables.types[feature.type] + "/" + feature.name + ".npy",
                     .layout = npy_layout(type, rows_and_columns(layout, rows), rows * layout.row_bytes),
                     .features = {i}});
  }
  return files;
}

// ---- By format ----

std::vector<PartFile> part_files(const PartFiling& filing, const GraphSchema& schema, const PartSizes& sizes) {
  switch (filing.format) {
    case PartFormat::npy: return npy_files(schema, sizes);
    case PartFormat::graphbolt: return dgl_files(graphbolt_graph_file(schema, sizes), schema, sizes);
    case PartFormat::dgl: break;
  }
  return dgl_files(dgl_graph_file(filing.forms, sizes), schema, sizes);
}

std::int64_t file_size(const PartFile& file) {
  const auto* const layout = std::get_if<formats::FileLayout>(&file.container);
  return layout != nullptr ? file_size(*layout)
                           : graphbolt_file_size(std::get<formats::GraphboltGraph>(file.container));
}

std::vector<FeatureFile> feature_files(PartFormat format, const FeatureTables& tables,
                                       const std::vector<std::int64_t>& counts) {
  return format == PartFormat::npy ? npy_feature_files(tables, counts) : dgl_feature_files(tables, counts);
}

PartPaths part_paths(PartFormat format) {
  if (format == PartFormat::npy) {
    return {.graph_key = "part_graph", .graph = "graph", .node_features = "node_feat", .edge_features = "edge_feat"};
  }
  PartPaths paths{.graph_key = "part_graph",
                  .graph = "graph.dgl",
                  .node_features = "node_feat.dgl",
                  .edge_features = "edge_feat.dgl"};
  if (format == PartFormat::graphbolt) {
    paths.graph_key = "part_graph_graphbolt";
    paths.graph = "fused_csc_sampling_graph.pt";
  }
  return paths;
}

}  // namespace tuplepack::graph
