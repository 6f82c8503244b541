#include "graph/dispatch/part_files.hpp"

#include "tuplepack/formats/dgl.hpp"
#include "tuplepack/formats/npz.hpp"

#include <array>
#include <cassert>

namespace tuplepack {

// ---- Arrays ----

/// What the files call an array, and what it holds.
struct ArrayRow {
  ArrayKind kind{};
  std::string_view name;  ///< in files of arrays
  std::string_view type;  ///< as numpy writes it
};

static constexpr std::array<ArrayRow, 9> graph_arrays{{
    {ArrayKind::sources, "src", "<i8"},
    {ArrayKind::targets, "dst", "<i8"},
    {ArrayKind::node_ids, "nodes/_ID", "<i8"},
    {ArrayKind::node_types, "nodes/_TYPE", "<i2"},
    {ArrayKind::inner_nodes, "nodes/inner_node", "|u1"},
    {ArrayKind::owners, "nodes/part_id", "<i8"},
    {ArrayKind::edge_ids, "edges/_ID", "<i8"},
    {ArrayKind::edge_types, "edges/_TYPE", "<i4"},
    {ArrayKind::inner_edges, "edges/inner_edge", "|u1"},
}};

static bool is_of_nodes(ArrayKind kind) {
  return kind == ArrayKind::node_ids || kind == ArrayKind::node_types || kind == ArrayKind::inner_nodes ||
         kind == ArrayKind::owners;
}

static std::int64_t array_length(PartArray array, const PartSizes& sizes) {
  if (array.kind == ArrayKind::original_nodes) return sizes.nodes_by_type[array.type];
  if (array.kind == ArrayKind::original_edges) return sizes.edges_by_type[array.type];
  return is_of_nodes(array.kind) ? sizes.nodes() : sizes.edges();
}

static std::string_view array_type(ArrayKind kind) {
  for (const ArrayRow& row : graph_arrays) {
    if (row.kind == kind) return row.type;
  }
  return "<i8";  // original ids
}

static std::int64_t type_width(std::string_view type) {
  return type.back() - '0';
}

std::int64_t array_bytes(PartArray array, const PartSizes& sizes) {
  return array_length(array, sizes) * type_width(array_type(array.kind));
}

std::vector<std::string> texts_between(const FileLayout& layout, const std::vector<std::int64_t>& arrays) {
  std::vector<std::string> texts;
  auto piece = layout.begin();
  for (const std::int64_t bytes : arrays) {
    std::string& text = texts.emplace_back();
    if (bytes == 0) continue;
    do {
      assert(piece != layout.end());
      text += piece->text;
    } while (piece++->array_bytes == 0);
    assert(std::prev(piece)->array_bytes == bytes);
  }
  std::string& rest = texts.emplace_back();
  for (; piece != layout.end(); ++piece) rest += piece->text;
  return texts;
}

/// The original ids of every type, and their names.
struct OriginalIds {
  std::vector<PartArray> arrays;
  std::vector<std::string> names;
};

static OriginalIds original_nodes(const GraphSchema& schema) {
  OriginalIds ids;
  for (const NodeType& type : schema.node_types) {
    ids.arrays.push_back({.kind = ArrayKind::original_nodes, .type = ids.names.size()});
    ids.names.push_back(type.name);
  }
  return ids;
}

static OriginalIds original_edges(const GraphSchema& schema) {
  OriginalIds ids;
  for (const EdgeType& type : schema.edge_types) {
    ids.arrays.push_back({.kind = ArrayKind::original_edges, .type = ids.names.size()});
    ids.names.push_back(edge_type_name(schema, type));
  }
  return ids;
}

static bool is_written(const ArrayRow& row, const PartSizes& sizes) {
  return row.kind != ArrayKind::owners || sizes.with_owners;
}

// ---- DGL's files ----

static PartFile dgl_graph_file(const PartSizes& sizes) {
  DglGraph graph{.nodes = sizes.nodes(), .edges = sizes.edges(), .node_data = {}, .edge_data = {}};
  PartFile file{.name = "graph.dgl", .layout = {}, .arrays = {}};
  for (const ArrayRow& row : graph_arrays) {
    if (!is_written(row, sizes)) continue;
    file.arrays.push_back({.kind = row.kind});
    if (row.kind == ArrayKind::sources || row.kind == ArrayKind::targets) continue;
    const Tensor tensor{.name = std::string(row.name.substr(row.name.find('/') + 1)),
                        .type = tensor_type(row.type).value(),
                        .shape = {array_length(file.arrays.back(), sizes)}};
    (is_of_nodes(row.kind) ? graph.node_data : graph.edge_data).push_back(tensor);
  }
  file.layout = dgl_graph(graph);
  return file;
}

static PartFile dgl_ids_file(std::string name, OriginalIds ids, const PartSizes& sizes) {
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < ids.arrays.size(); ++i) {
    tensors.push_back({.name = ids.names[i], .type = TensorType::int64, .shape = {array_length(ids.arrays[i], sizes)}});
  }
  return {.name = std::move(name), .layout = dgl_tensors(tensors), .arrays = std::move(ids.arrays)};
}

static std::vector<PartFile> dgl_files(const GraphSchema& schema, const PartSizes& sizes) {
  std::vector<PartFile> files;
  files.push_back(dgl_graph_file(sizes));
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
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < tables.features.size(); ++i) {
    const FeatureChunks& feature = tables.features[i];
    file.features.push_back(i);
    tensors.push_back({.name = tables.types[feature.type] + "/" + feature.name,
                       .type = tensor_type(tables.layouts[i].type).value(),
                       .shape = rows_and_columns(tables.layouts[i], counts[feature.type])});
  }
  file.layout = dgl_tensors(tensors);
  return {std::move(file)};
}

// ---- Plain arrays ----

static FileLayout npy_layout(std::string_view type, const std::vector<std::int64_t>& shape, std::int64_t bytes) {
  return {{.text = npy_header(type, shape), .array_bytes = bytes}};
}

static PartFile npy_file(std::string name, PartArray array, const PartSizes& sizes) {
  return {.name = std::move(name) + ".npy",
          .layout = npy_layout(array_type(array.kind), {array_length(array, sizes)}, array_bytes(array, sizes)),
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

std::vector<PartFile> part_files(PartFormat format, const GraphSchema& schema, const PartSizes& sizes) {
  return format == PartFormat::npy ? npy_files(schema, sizes) : dgl_files(schema, sizes);
}

std::vector<FeatureFile> feature_files(PartFormat format, const FeatureTables& tables,
                                       const std::vector<std::int64_t>& counts) {
  return format == PartFormat::npy ? npy_feature_files(tables, counts) : dgl_feature_files(tables, counts);
}

PartPaths part_paths(PartFormat format) {
  if (format == PartFormat::npy) {
    return {.graph_key = "part_graph", .graph = "graph", .node_features = "node_feat", .edge_features = "edge_feat"};
  }
  return {.graph_key = "part_graph",
          .graph = "graph.dgl",
          .node_features = "node_feat.dgl",
          .edge_features = "edge_feat.dgl"};
}

}  // namespace tuplepack
