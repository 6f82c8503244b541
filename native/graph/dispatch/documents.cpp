#include "graph/dispatch/documents.hpp"

namespace tuplepack::graph {

// ---- metadata.json ----

/// The range of every part, by type.
static void write_ranges(formats::JsonWriter& json, std::string_view key, const std::vector<std::string>& types,
                         const IdRanges& ranges, std::size_t parts) {
  json.object(key, [&] {
    for (std::size_t type = 0; type < types.size(); ++type) {
      json.array(types[type], [&] {
        for (std::size_t part = 0; part < parts; ++part) {
          const IdRange range = ranges.of(part, type);
          json.value(std::vector<std::int64_t>{range.begin, range.end});
        }
      });
    }
  });
}

static void write_indices(formats::JsonWriter& json, std::string_view key, const std::vector<std::string>& types) {
  json.object(key, [&] {
    for (std::size_t type = 0; type < types.size(); ++type) json.field(types[type], type);
  });
}

std::string metadata_text(const DispatchIdentity& identity, const DispatchPlan& plan) {
  const GraphSchema& schema = identity.graph.schema;
  const auto nodes = node_type_names(schema), edges = edge_type_names(schema);
  const auto parts = static_cast<std::size_t>(identity.parts);
  const PartPaths paths = part_paths(identity.filing.format);
  std::string text;
  formats::JsonWriter json(text);
  json.object([&] {
    json.field("graph_name", schema.name);
    json.field("num_nodes", schema.nodes());
    json.field("num_edges", schema.edges());
    json.field("part_method", "metis");
    json.field("num_parts", identity.parts);
    json.field("halo_hops", identity.stored.hops);
    if (identity.filing.format == PartFormat::graphbolt) {
      json.field("node_map_dtype", "int64");
      json.field("edge_map_dtype", "int64");
    }
    json.new_line();
    write_ranges(json, "node_map", nodes, plan.nodes, parts);
    json.new_line();
    write_ranges(json, "edge_map", edges, plan.edges, parts);
    json.new_line();
    write_indices(json, "ntypes", nodes);
    json.new_line();
    write_indices(json, "etypes", edges);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::string folder = "part" + std::to_string(part) + "/";
      json.new_line();
      json.object("part-" + std::to_string(part), [&] {
        json.field("node_feats", folder + std::string(paths.node_features));
        json.field("edge_feats", folder + std::string(paths.edge_features));
        json.field(paths.graph_key, folder + std::string(paths.graph));
      });
    }
  });
  return text + "\n";
}

// ---- manifest.json ----

void write_graph(formats::JsonWriter& json, const GraphSchema& schema) {
  json.object("graph", [&] {
    json.field("name", schema.name);
    json.field("nodes", schema.nodes());
    json.field("edges", schema.edges());
  });
}

static void write_identity(formats::JsonWriter& json, const DispatchIdentity& identity) {
  json.field("schema", "tuplepack.dispatch/1");
  write_graph(json, identity.graph.schema);
  json.field("parts", identity.parts);
  json.field("format", name(identity.filing.format));
  if (identity.filing.forms != EdgeForms{}) json.field("graph_formats", names(identity.filing.forms));
  json.field("hops", identity.stored.hops);
  json.field("stored_edges", identity.stored.both ? "both" : "in");
  json.field("hash", "xxh3-128");
  json.object("input", [&] {
    json.field("metadata", identity.metadata_hash);
    json.field("assignment", identity.assignment_hash);
    json.field("chunks", identity.chunks_hash);
  });
}

void write_part_sizes(formats::JsonWriter& json, const PartSizes& sizes, std::int64_t bytes) {
  json.object([&] {
    json.field("nodes", sizes.inner_nodes);
    json.field("halo", sizes.halo_nodes);
    json.field("edges", sizes.inner_edges);
    json.field("outer_edges", sizes.outer_edges);
    json.field("bytes", bytes);
  });
}

std::string manifest_beginning(const DispatchIdentity& identity) {
  std::string text;
  formats::JsonWriter json(text);
  json.object([&] { write_identity(json, identity); });
  text.pop_back();
  return text + ",";
}

std::string manifest_beginning_without_content(const DispatchIdentity& identity) {
  const std::string whole = manifest_beginning(identity);
  return whole.substr(0, whole.rfind(identity.chunks_hash));
}

std::string manifest_text(const DispatchIdentity& identity, const DispatchPlan& plan,
                          const std::vector<std::int64_t>& part_bytes, const std::vector<WrittenFile>& files) {
  std::string text;
  formats::JsonWriter json(text);
  json.object([&] {
    write_identity(json, identity);
    json.array("part_sizes", [&] {
      for (std::size_t part = 0; part < part_bytes.size(); ++part) {
        const PartSizes sizes = part_sizes(plan, identity.stored, part);
        json.new_line();
        write_part_sizes(json, sizes, part_bytes[part]);
      }
    });
    json.array("files", [&] {
      for (const WrittenFile& file : files) {
        json.new_line();
        json.object([&] {
          json.field("path", file.path);
          json.field("bytes", file.bytes);
          json.field("hash", file.hash);
        });
      }
    });
  });
  return text + "\n";
}

}  // namespace tuplepack::graph
