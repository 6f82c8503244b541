#include "inspection.hpp"

#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <cmath>

namespace tuplepack::cli {

static void write_layouts(formats::JsonWriter& json, const std::vector<graph::FeatureChunks>& features,
                          const std::vector<graph::FeatureLayout>& layouts, std::size_t type) {
  json.array("features", [&] {
    for (std::size_t i = 0; i < features.size(); ++i) {
      if (features[i].type != type) continue;
      json.object([&] {
        json.field("name", features[i].name);
        json.field("type", formats::npy_type_name(layouts[i].type));
        json.field("columns", layouts[i].columns < 0 ? std::nullopt : std::optional(layouts[i].columns));
        json.field("files", features[i].files.size());
      });
    }
  });
}

std::string chunked_json(const ChunkedInspection& found) {
  const graph::GraphSchema& schema = found.graph.schema;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.inspect/1");
    json.field("kind", "chunks");
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
          write_layouts(json, found.graph.node_features, found.node_features, type);
        });
      }
    });
    json.array("edge_types", [&] {
      for (std::size_t type = 0; type < schema.edge_types.size(); ++type) {
        json.object([&] {
          json.field("name", edge_type_name(schema, schema.edge_types[type]));
          json.field("edges", schema.edge_types[type].edges);
          json.field("files", found.graph.edges[type].files.size());
          write_layouts(json, found.graph.edge_features, found.edge_features, type);
        });
      }
    });
  });
}

std::string assignment_json(const AssignmentInspection& found) {
  const std::size_t types = found.schema.node_types.size();
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.inspect/1");
    json.field("kind", "assignment");
    json.field("method", found.assignment.algorithm);
    json.field("parts", found.assignment.parts);
    json.field("nodes", found.schema.nodes());
    json.object("nodes_by_type", [&] {
      for (std::size_t type = 0; type < types; ++type) {
        json.array(found.schema.node_types[type].name, [&] {
          for (std::size_t i = type; i < found.nodes.size(); i += types) json.value(found.nodes[i]);
        });
      }
    });
  });
}

static void write_stored_features(formats::JsonWriter& json, std::string_view key,
                                  const std::vector<graph::StoredFeature>& features) {
  json.array(key, [&] {
    for (const graph::StoredFeature& feature : features) {
      json.object([&] {
        json.field("name", feature.name);
        json.field("type", name(feature.type));
        json.field("columns", feature.columns < 0 ? std::nullopt : std::optional(feature.columns));
      });
    }
  });
}

static void write_part(formats::JsonWriter& json, const graph::PartsInspection& found, const FetchPrice& price,
                       std::size_t part) {
  const graph::PartitionQuality& quality = found.quality;
  const std::size_t types = found.graph.node_types.size();
  json.object([&] {
    json.field("part", part);
    json.field("nodes", quality.part_nodes(part));
    json.field("edges", quality.part_edges(part));
    json.field("halo", quality.halo[part]);
    json.field("outer_edges", found.outer_edges[part]);
    json.field("bytes", found.bytes[part]);
    json.object("nodes_by_type", [&] {
      for (const graph::PartitionedType& type : found.graph.node_types) json.field(type.name, type.ranges[part].size());
    });
    json.object("halo_by_type", [&] {
      for (std::size_t type = 0; type < types; ++type) {
        json.field(found.graph.node_types[type].name, found.halo_types[part * types + type]);
      }
    });
    json.object("edges_by_type", [&] {
      for (const graph::PartitionedType& type : found.graph.edge_types) json.field(type.name, type.ranges[part].size());
    });
    if (price.rows.empty()) return;
    json.object("step", [&] {
      json.field("requested_rows", formats::SixDecimals{price.rows[part].requested});
      json.field("unique_rows", formats::SixDecimals{price.rows[part].unique});
      json.field("row_bytes", price.row_bytes[part]);
      json.field("bytes", price.bytes(part));
    });
  });
}

std::string parts_json(const graph::PartsInspection& found, const FetchPrice& price, std::optional<std::size_t> part) {
  const graph::PartitionQuality& quality = found.quality;
  const std::size_t parts = found.graph.parts.size();
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.inspect/1");
    json.field("kind", "parts");
    json.object("graph", [&] {
      json.field("name", found.graph.name);
      json.field("nodes", found.graph.nodes);
      json.field("edges", found.graph.edges);
    });
    json.field("parts", parts);
    json.field("hops", found.graph.hops);
    write_stored_features(json, "node_features", found.node_features);
    write_stored_features(json, "edge_features", found.edge_features);
    json.object("metrics", [&] {
      json.field("cut", quality.cut);
      json.field("cut_fraction", quality.cut_fraction());
      json.field("node_balance", quality.node_balance());
      json.field("edge_balance", quality.edge_balance());
      json.field("replication", quality.replication());
    });
    json.field("fanout", price.fanouts);
    json.field("batch_size", price.seeds);
    json.array("part_sizes", [&] {
      for (std::size_t p = part.value_or(0); p < (part ? *part + 1 : parts); ++p) write_part(json, found, price, p);
    });
    json.array("cut_matrix", [&] {
      for (std::size_t i = 0; i < parts && !quality.flow.empty(); ++i) {
        json.array([&] {
          for (std::size_t j = 0; j < parts; ++j) json.value(quality.flow[i * parts + j]);
        });
      }
    });
  });
}

}  // namespace tuplepack::cli
