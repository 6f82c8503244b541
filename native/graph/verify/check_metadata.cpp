#include "graph/verify/checks.hpp"

#include <algorithm>

namespace tuplepack {

/// The types, in order, and their counts.
struct NamedCount {
  std::string name;
  std::int64_t count;
};

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

/// DGL holds the ranges of GraphBolt's parts as 64-bit numbers, which its remote calls expect.
static Finding wrong_map_type(const PartitionedGraph& graph, const std::string& key, const std::string& type) {
  const bool graphbolt =
      std::any_of(graph.parts.begin(), graph.parts.end(), [](const PartFiles& files) { return files.graphbolt; });
  if (!graphbolt || type == "int64") return {};
  return key + " is " + (type.empty() ? "missing" : type + " instead of int64");
}

static Finding wrong_metadata(const PartsCase& parts) {
  const GraphSchema& schema = parts.graph.schema;
  const PartitionedGraph& found = parts.parts;
  if (found.name != schema.name) return "graph_name is " + found.name + " instead of " + schema.name;
  std::vector<NamedCount> nodes, edges;
  for (const NodeType& type : schema.node_types) nodes.push_back({type.name, type.nodes});
  for (const EdgeType& type : schema.edge_types) edges.push_back({edge_type_name(schema, type), type.edges});
  if (found.hops < 1) return "halo_hops is 0; parts have at least 1 hop of HALO nodes";
  for (const Finding& finding :
       {wrong_total("num_nodes", found.nodes, schema.nodes()), wrong_total("num_edges", found.edges, schema.edges()),
        wrong_names(found.node_types, nodes, "ntypes"), wrong_names(found.edge_types, edges, "etypes"),
        wrong_map_type(found, "node_map_dtype", found.node_map_type),
        wrong_map_type(found, "edge_map_dtype", found.edge_map_type)}) {
    if (!finding.empty()) return finding;
  }
  if (const auto tiled = check_ranges(found); !tiled) return tiled.error().message;
  const Finding finding = wrong_counts(found.node_types, nodes, "node_map");
  return finding.empty() ? wrong_counts(found.edge_types, edges, "edge_map") : finding;
}

Result<Finding> check_metadata(PartsCase& parts) {
  Finding finding = wrong_metadata(parts);
  return finding.empty() ? finding : parts.path_of("metadata.json") + ": " + finding;
}

Finding wrong_value(const std::string& file, std::string_view array, std::int64_t index, std::int64_t found,
                    std::int64_t expected) {
  return file + ": " + std::string(array) + "[" + std::to_string(index) + "] is " + std::to_string(found) +
         " instead of " + std::to_string(expected);
}

}  // namespace tuplepack
