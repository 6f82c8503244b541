#include "graph/verify/checks.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace tuplepack::graph {

/// The index in `names` of each type of the parts; none: they have other names.
static std::optional<std::vector<std::size_t>> order_of(const std::vector<PartitionedType>& types,
                                                        std::vector<std::string> names, std::string_view only) {
  if (types.size() != names.size()) return std::nullopt;
  if (types.size() == 1 && types.front().name == only) names.front() = only;
  std::vector<std::size_t> order;
  for (const PartitionedType& type : types) {
    const auto found = std::find(names.begin(), names.end(), type.name);
    if (found == names.end()) return std::nullopt;
    order.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return order;
}

template <typename T>
static void permute(std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move(values[i]));
  values = std::move(sorted);
}

/// Where each index has gone.
static std::vector<std::size_t> inverse(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

void order_types(ChunkedGraph& graph, const PartitionedGraph& parts) {
  constexpr std::string_view only_nodes = "_N", only_edges = "_N:_E:_N";
  GraphSchema& schema = graph.schema;
  const auto nodes = order_of(parts.node_types, node_type_names(schema), only_nodes);
  const auto edges = order_of(parts.edge_types, edge_type_names(schema), only_edges);
  if (!nodes || !edges) return;
  const auto node_places = inverse(*nodes), edge_places = inverse(*edges);
  permute(schema.node_types, *nodes);
  permute(schema.edge_types, *edges);
  permute(graph.edges, *edges);
  if (!graph.nodes_per_chunk.empty()) permute(graph.nodes_per_chunk, *nodes);
  for (EdgeType& type : schema.edge_types) {
    type.source = node_places[type.source];
    type.target = node_places[type.target];
  }
  for (FeatureChunks& feature : graph.node_features) feature.type = node_places[feature.type];
  for (FeatureChunks& feature : graph.edge_features) feature.type = edge_places[feature.type];
  if (parts.node_types.size() == 1) schema.node_types.front().name = parts.node_types.front().name;
  if (parts.edge_types.size() == 1 && parts.edge_types.front().name == only_edges) {
    schema.edge_types.front().relation = "_E";
  }
}

namespace {

/// The types, in order, and their counts.
struct NamedCount {
  std::string name;
  std::int64_t count;
};

}  // namespace

static Finding wrong_names(const std::vector<PartitionedType>& found, const std::vector<NamedCount>& expected,
                           const std::string& numbers) {
  if (found.size() != expected.size()) {
    return numbers + " has " + std::to_string(found.size()) + " types instead of " + std::to_string(expected.size());
  }
  for (std::size_t type = 0; type < found.size(); ++type) {
    if (found[type].name == expected[type].name) continue;
    return numbers + " gives " + std::to_string(type) + " to " + found[type].name + " instead of " +
           expected[type].name;
  }
  return {};
}

static Finding wrong_counts(const std::vector<PartitionedType>& found, const std::vector<NamedCount>& expected,
                            const std::string& map) {
  for (std::size_t type = 0; type < found.size(); ++type) {
    if (found[type].size() == expected[type].count) continue;
    return "the ranges of " + found[type].name + " in " + map + " have " + std::to_string(found[type].size()) +
           " ids instead of " + std::to_string(expected[type].count);
  }
  return {};
}

static Finding wrong_total(const std::string& key, std::int64_t found, std::int64_t expected) {
  if (found == expected) return {};
  return key + " is " + std::to_string(found) + " instead of " + std::to_string(expected);
}

/// DGL holds the ranges of GraphBolt's parts as 64-bit numbers, which its remote calls expect. Its own dispatch does not
/// say so, and its converter may choose 32 bits.
static Finding wrong_map_type(const PartsCase& parts, const std::string& key, const std::string& type) {
  const std::vector<PartFiles>& all = parts.parts.parts;
  const bool graphbolt = std::any_of(all.begin(), all.end(), [](const PartFiles& files) { return files.graphbolt; });
  if (!graphbolt || type == "int64" || (!parts.ours && (type.empty() || type == "int32"))) return {};
  return key + " is " + (type.empty() ? "missing" : type + " instead of int64");
}

/// partition_graph names its document after the graph, as its caller calls it.
static Finding wrong_graph_name(const PartitionedGraph& found, const GraphSchema& schema) {
  const bool by_dispatch = found.document == "metadata.json";
  const std::string expected =
      by_dispatch ? schema.name : found.document.substr(0, found.document.size() - std::string_view(".json").size());
  return found.name == expected ? Finding() : "graph_name is " + found.name + " instead of " + expected;
}

static Finding wrong_metadata(const PartsCase& parts) {
  const GraphSchema& schema = parts.graph.schema;
  const PartitionedGraph& found = parts.parts;
  if (Finding finding = wrong_graph_name(found, schema); !finding.empty()) return finding;
  std::vector<NamedCount> nodes, edges;
  for (const NodeType& type : schema.node_types) nodes.push_back({type.name, type.nodes});
  for (const EdgeType& type : schema.edge_types) edges.push_back({edge_type_name(schema, type), type.edges});
  if (found.hops < 1) return "halo_hops is 0; parts have at least 1 hop of HALO nodes";
  for (const Finding& finding :
       {wrong_total("num_nodes", found.nodes, schema.nodes()), wrong_total("num_edges", found.edges, schema.edges()),
        wrong_names(found.node_types, nodes, "ntypes"), wrong_names(found.edge_types, edges, "etypes"),
        wrong_map_type(parts, "node_map_dtype", found.node_map_type),
        wrong_map_type(parts, "edge_map_dtype", found.edge_map_type)}) {
    if (!finding.empty()) return finding;
  }
  if (const auto tiled = check_ranges(found); !tiled) return tiled.error().message;
  const Finding finding = wrong_counts(found.node_types, nodes, "node_map");
  return finding.empty() ? wrong_counts(found.edge_types, edges, "edge_map") : finding;
}

Result<Finding> check_metadata(PartsCase& parts) {
  Finding finding = wrong_metadata(parts);
  return finding.empty() ? finding : parts.path_of(parts.parts.document) + ": " + finding;
}

Finding wrong_value(const std::string& file, std::string_view array, std::int64_t index, std::int64_t found,
                    std::int64_t expected) {
  return file + ": " + std::string(array) + "[" + std::to_string(index) + "] is " + std::to_string(found) +
         " instead of " + std::to_string(expected);
}

}  // namespace tuplepack::graph
