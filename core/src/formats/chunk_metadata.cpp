#include "tuplepack/formats/chunk_metadata.hpp"
#include "text.hpp"

namespace tuplepack {

/// The text of each entry, between brackets, on one line.
template <typename Range, typename Text>
static std::string json_list(const Range& range, Text text) {
  std::string joined;
  for (const auto& entry : range) joined += (joined.empty() ? "" : ", ") + text(entry);
  return "[" + joined + "]";
}

static std::string count_list(const std::vector<std::int64_t>& counts) {
  return json_list(counts, [](std::int64_t count) { return std::to_string(count); });
}

/// An object with a member on each line.
/// members  "key": value
static std::string json_block(const std::vector<std::string>& members, std::size_t indent) {
  std::string text;
  for (const std::string& member : members) {
    text += (text.empty() ? "\n" : ",\n") + std::string(indent + 2, ' ') + member;
  }
  return members.empty() ? "{}" : "{" + text + "\n" + std::string(indent, ' ') + "}";
}

static std::string json_member(std::string_view key, const std::string& value) {
  return json_string(key) + ": " + value;
}

static std::string files_text(std::string_view format, const std::vector<std::string>& files, std::size_t indent) {
  return json_block({json_member("format", std::string(format)),
                     json_member("data", json_list(files, [](const std::string& file) { return json_string(file); }))},
                    indent);
}

static std::string edge_files_text(const ChunkedGraph& graph, const std::vector<std::string>& names) {
  std::vector<std::string> types;
  for (std::size_t type = 0; type < names.size(); ++type) {
    const EdgeChunks& chunks = graph.edges[type];
    const std::string csv = R"({"name": "csv", "delimiter": )" + json_string(std::string(1, chunks.delimiter)) + "}";
    const std::string format = chunks.format == ChunkFormat::csv     ? csv
                               : chunks.format == ChunkFormat::numpy ? R"({"name": "numpy"})"
                                                                     : R"({"name": "parquet"})";
    types.push_back(json_member(names[type], files_text(format, chunks.files, 4)));
  }
  return json_block(types, 2);
}

static std::string features_text(const std::vector<FeatureChunks>& features, const std::vector<std::string>& names) {
  std::vector<std::string> types;
  for (std::size_t type = 0; type < names.size(); ++type) {
    std::vector<std::string> members;
    for (const FeatureChunks& feature : features) {
      if (feature.type != type) continue;
      const bool numpy = feature.format == ChunkFormat::numpy;
      members.push_back(json_member(
          feature.name, files_text(numpy ? R"({"name": "numpy"})" : R"({"name": "parquet"})", feature.files, 6)));
    }
    if (!members.empty()) types.push_back(json_member(names[type], json_block(members, 4)));
  }
  return json_block(types, 2);
}

std::string chunk_metadata(const ChunkedGraph& graph) {
  const GraphSchema& schema = graph.schema;
  std::vector<std::string> node_names, edge_names;
  std::vector<std::vector<std::int64_t>> edges_per_chunk;
  for (const NodeType& type : schema.node_types) node_names.push_back(type.name);
  for (const EdgeType& type : schema.edge_types) edge_names.push_back(edge_type_name(schema, type));
  for (const EdgeChunks& chunks : graph.edges) edges_per_chunk.push_back(chunks.edges);
  const auto quoted = [](const std::string& name) { return json_string(name); };
  const auto nodes = [](const NodeType& type) { return std::to_string(type.nodes); };
  const auto edges = [](const EdgeType& type) { return std::to_string(type.edges); };
  return json_block({json_member("graph_name", json_string(schema.name)),
                     json_member("node_type", json_list(node_names, quoted)),
                     json_member("num_nodes_per_type", json_list(schema.node_types, nodes)),
                     json_member("num_nodes_per_chunk", json_list(graph.nodes_per_chunk, count_list)),
                     json_member("edge_type", json_list(edge_names, quoted)),
                     json_member("num_edges_per_type", json_list(schema.edge_types, edges)),
                     json_member("num_edges_per_chunk", json_list(edges_per_chunk, count_list)),
                     json_member("edges", edge_files_text(graph, edge_names)),
                     json_member("node_data", features_text(graph.node_features, node_names)),
                     json_member("edge_data", features_text(graph.edge_features, edge_names))},
                    0) +
         "\n";
}

}  // namespace tuplepack
