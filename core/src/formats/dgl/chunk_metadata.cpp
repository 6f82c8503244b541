#include "tuplepack/formats/dgl/chunk_metadata.hpp"

#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>

namespace tuplepack::formats {

static void write_edge_files(JsonWriter& json, const graph::EdgeChunks& chunks) {
  json.object("format", [&] {
    json.field("name", name(chunks.format));
    if (chunks.format == graph::ChunkFormat::csv) json.field("delimiter", std::string(1, chunks.delimiter));
  });
  json.field("data", chunks.files);
}

/// The features of every type that has some.
static void write_feature_files(JsonWriter& json, const std::vector<graph::FeatureChunks>& features,
                                const std::vector<std::string>& types) {
  for (std::size_t type = 0; type < types.size(); ++type) {
    const auto is_of_type = [=](const graph::FeatureChunks& feature) { return feature.type == type; };
    if (std::none_of(features.begin(), features.end(), is_of_type)) continue;
    json.new_line();
    json.object(types[type], [&] {
      for (const graph::FeatureChunks& feature : features) {
        if (!is_of_type(feature)) continue;
        json.new_line();
        json.object(feature.name, [&] {
          json.object("format", [&] { json.field("name", name(feature.format)); });
          json.field("data", feature.files);
        });
      }
    });
  }
}

std::string chunk_metadata(const graph::ChunkedGraph& graph) {
  const graph::GraphSchema& schema = graph.schema;
  const auto node_names = node_type_names(schema), edge_names = edge_type_names(schema);
  return json_line([&](JsonWriter& json) {
    json.field("graph_name", schema.name);
    json.new_line();
    json.field("node_type", node_names);
    json.array("num_nodes_per_type", [&] {
      for (const graph::NodeType& type : schema.node_types) json.value(type.nodes);
    });
    json.field("num_nodes_per_chunk", graph.nodes_per_chunk);
    json.new_line();
    json.field("edge_type", edge_names);
    json.array("num_edges_per_type", [&] {
      for (const graph::EdgeType& type : schema.edge_types) json.value(type.edges);
    });
    json.array("num_edges_per_chunk", [&] {
      for (const graph::EdgeChunks& chunks : graph.edges) json.value(chunks.edges);
    });
    json.new_line();
    json.object("edges", [&] {
      for (std::size_t type = 0; type < edge_names.size(); ++type) {
        json.new_line();
        json.object(edge_names[type], [&] { write_edge_files(json, graph.edges[type]); });
      }
    });
    json.new_line();
    json.object("node_data", [&] { write_feature_files(json, graph.node_features, node_names); });
    json.new_line();
    json.object("edge_data", [&] { write_feature_files(json, graph.edge_features, edge_names); });
  });
}

}  // namespace tuplepack::formats
