#include "chunk_report.hpp"

#include "tuplepack/formats/json/json_writer.hpp"

#include <fmt/format.h>

#include <vector>

namespace tuplepack::cli {

static std::vector<std::string> features_of(const std::vector<graph::FeatureChunks>& features, std::size_t type) {
  std::vector<std::string> names;
  for (const graph::FeatureChunks& feature : features) {
    if (feature.type == type) names.push_back(feature.name);
  }
  return names;
}

std::string chunk_text(const ChunkReport& report, const Terminal& terminal) {
  const graph::GraphSchema& schema = report.graph.schema;
  std::string text = bold(fmt::format("{}: {} and {} in {}", visible(schema.name), counted(schema.nodes(), "node"),
                                      counted(schema.edges(), "edge"), counted(report.chunks, "chunk")),
                          terminal) +
                     "\n\n";
  Table table{.header = {"type", "count", "features"}, .rows = {}, .left = {true, false, true}, .marked = {}};
  for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
    const auto features = features_of(report.graph.node_features, type);
    table.rows.push_back(
        {schema.node_types[type].name, counted(schema.node_types[type].nodes, "node"), join(features, ", ")});
  }
  for (std::size_t type = 0; type < schema.edge_types.size(); ++type) {
    const auto features = features_of(report.graph.edge_features, type);
    const graph::EdgeType& edges = schema.edge_types[type];
    table.rows.push_back({edge_type_name(schema, edges), counted(edges.edges, "edge"), join(features, ", ")});
  }
  text += table.text(terminal) + "\n";
  text += fmt::format("  wrote  {} ({})\n", visible(report.output), byte_count(report.bytes));
  text += fmt::format("  time   {}\n", duration(report.seconds));
  return text;
}

static void write_features(formats::JsonWriter& json, const std::vector<graph::FeatureChunks>& features,
                           std::size_t type) {
  json.field("features", features_of(features, type));
}

std::string chunk_json(const ChunkReport& report) {
  const graph::GraphSchema& schema = report.graph.schema;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.chunk/1");
    json.object("graph", [&] {
      json.field("name", schema.name);
      json.field("nodes", schema.nodes());
      json.field("edges", schema.edges());
    });
    json.array("node_types", [&] {
      for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
        json.object([&] {
          json.field("name", schema.node_types[type].name);
          json.field("nodes", schema.node_types[type].nodes);
          write_features(json, report.graph.node_features, type);
        });
      }
    });
    json.array("edge_types", [&] {
      for (std::size_t type = 0; type < schema.edge_types.size(); ++type) {
        json.object([&] {
          json.field("name", edge_type_name(schema, schema.edge_types[type]));
          json.field("edges", schema.edge_types[type].edges);
          write_features(json, report.graph.edge_features, type);
        });
      }
    });
    json.object("metrics", [&] {
      json.field("chunks", report.chunks);
      json.field("bytes", report.bytes);
      json.field("seconds", report.seconds);
    });
    json.field("output", report.output);
  });
}

}  // namespace tuplepack::cli
