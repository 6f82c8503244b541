#include "tuplepack/formats/dgl/part_metadata.hpp"

#include "formats/json/json_members.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/graph/partition/assignment.hpp"

#include <map>

namespace tuplepack::formats {

/// {"a": 0, "b": 1}: the names by number.
static Result<std::vector<graph::PartitionedType>> read_type_numbers(const JsonValue& root, const std::string& key) {
  const auto members = members_member(root, key, "");
  if (!members) return tl::unexpected(members.error());
  std::vector<graph::PartitionedType> types(members->size());
  for (const auto& [name, number] : *members) {
    const std::string path = "/" + key + "/" + name;
    const auto index = count_in(number, path);
    if (!index) return tl::unexpected(index.error());
    if (*index >= static_cast<std::int64_t>(types.size()) || !types[static_cast<std::size_t>(*index)].name.empty()) {
      return fail_in_member(ErrorCode::malformed, path,
                            "type id " + std::to_string(*index) + " is out of range (0 to " +
                                std::to_string(types.size() - 1) + ") or a duplicate");
    }
    types[static_cast<std::size_t>(*index)].name = name;
  }
  return types;
}

static Result<graph::OwnedRange> read_part_range(const JsonValue& value, const std::string& path) {
  const auto ends = elements_of(value, path);
  if (!ends) return tl::unexpected(ends.error());
  if (ends->size() != 2) {
    return fail_in_member(ErrorCode::malformed, path, std::to_string(ends->size()) + " numbers instead of two");
  }
  const auto begin = count_in((*ends)[0], path + "/0");
  if (!begin) return tl::unexpected(begin.error());
  const auto end = count_in((*ends)[1], path + "/1");
  if (!end) return tl::unexpected(end.error());
  return graph::OwnedRange{*begin, *end};
}

/// {"a": [[0, 2], [3, 5]]}: a range per part for every type.
static Result<void> read_part_ranges(const JsonValue& root, const std::string& key, std::int64_t parts,
                                     std::vector<graph::PartitionedType>& types) {
  const auto members = members_member(root, key, "");
  if (!members) return tl::unexpected(members.error());
  const JsonValue map = root.member(key);
  if (members->size() != types.size()) {
    return fail_in_member(ErrorCode::malformed, "/" + key,
                          std::to_string(members->size()) + " types instead of " + std::to_string(types.size()));
  }
  for (graph::PartitionedType& type : types) {
    const std::string path = "/" + key + "/" + type.name;
    const auto ranges = elements_member(map, type.name, "/" + key);
    if (!ranges) return tl::unexpected(ranges.error());
    if (static_cast<std::int64_t>(ranges->size()) != parts) {
      return fail_in_member(ErrorCode::malformed, path,
                            std::to_string(ranges->size()) + " ranges for " + std::to_string(parts) + " parts");
    }
    for (const JsonValue& range : *ranges) {
      const auto read = read_part_range(range, path + "/" + std::to_string(type.ranges.size()));
      if (!read) return tl::unexpected(read.error());
      type.ranges.push_back(*read);
    }
  }
  return {};
}

/// The members of the root by name: there are as many as parts.
using RootMembers = std::map<std::string, JsonValue, std::less<>>;

static Result<graph::PartFiles> read_part_files(const RootMembers& root, std::int64_t part) {
  const std::string key = "part-" + std::to_string(part);
  const auto found = root.find(key);
  if (found == root.end()) {
    return fail_in_member(ErrorCode::malformed, "", "the key " + quote(key) + " is missing");
  }
  const JsonValue value = found->second;
  if (const auto members = members_of(value, "/" + key); !members) return tl::unexpected(members.error());
  const bool graphbolt = static_cast<bool>(value.member("part_graph_graphbolt"));
  graph::PartFiles files{.graph = {}, .graphbolt = graphbolt, .node_features = {}, .edge_features = {}};
  for (const auto& [name, path] :
       {std::pair(graphbolt ? "part_graph_graphbolt" : "part_graph", &files.graph),
        std::pair("node_feats", &files.node_features), std::pair("edge_feats", &files.edge_features)}) {
    auto read = name_member(value, name, "/" + key);
    if (!read) return tl::unexpected(std::move(read.error()));
    *path = std::move(*read);
  }
  if (graphbolt && value.member("part_graph")) {
    auto read = name_member(value, "part_graph", "/" + key);
    if (!read) return tl::unexpected(std::move(read.error()));
    files.coordinates = std::move(*read);
  }
  return files;
}

static Result<void> read_part_header(const JsonValue& root, graph::PartitionedGraph& graph, std::int64_t& parts) {
  for (const auto& [key, text] : {std::pair("graph_name", &graph.name), std::pair("part_method", &graph.method)}) {
    auto read = name_member(root, key, "");
    if (!read) return tl::unexpected(std::move(read.error()));
    *text = std::move(*read);
  }
  for (const auto& [key, count] : {std::pair("num_nodes", &graph.nodes), std::pair("num_edges", &graph.edges),
                                   std::pair("num_parts", &parts), std::pair("halo_hops", &graph.hops)}) {
    const auto read = count_member(root, key, "");
    if (!read) return tl::unexpected(read.error());
    *count = *read;
  }
  for (const auto& [key, type] :
       {std::pair("node_map_dtype", &graph.node_map_type), std::pair("edge_map_dtype", &graph.edge_map_type)}) {
    if (!root.member(key)) continue;
    auto read = name_member(root, key, "");
    if (!read) return tl::unexpected(std::move(read.error()));
    *type = std::move(*read);
  }
  if (auto ok = graph::check_parts(parts); !ok) {
    return fail_in_member(ok.error().code, "/num_parts", ok.error().message);
  }
  return {};
}

Result<graph::PartitionedGraph> read_part_metadata(std::string_view json) {
  const auto tree = JsonTree::parse(pieces_of(json));
  if (!tree) return tl::unexpected(tree.error());
  const JsonValue root = tree->root();
  const auto members = members_of(root, "");
  if (!members) return tl::unexpected(members.error());
  const RootMembers by_name(members->begin(), members->end());
  graph::PartitionedGraph graph;
  std::int64_t parts = 0;
  if (auto ok = read_part_header(root, graph, parts); !ok) return tl::unexpected(std::move(ok.error()));
  for (const auto& [numbers, map, types] :
       {std::tuple("ntypes", "node_map", &graph.node_types), std::tuple("etypes", "edge_map", &graph.edge_types)}) {
    auto read = read_type_numbers(root, numbers);
    if (!read) return tl::unexpected(std::move(read.error()));
    *types = std::move(*read);
    if (auto ok = read_part_ranges(root, map, parts, *types); !ok) return tl::unexpected(std::move(ok.error()));
  }
  for (std::int64_t part = 0; part < parts; ++part) {
    auto files = read_part_files(by_name, part);
    if (!files) return tl::unexpected(std::move(files.error()));
    graph.parts.push_back(std::move(*files));
  }
  return graph;
}

bool is_part_metadata(std::string_view json) {
  const auto tree = JsonTree::parse(pieces_of(json));
  return tree && tree->root().is_object() && tree->root().member("num_parts");
}

Result<PartManifest> read_part_manifest(std::string_view json) {
  const auto tree = JsonTree::parse(pieces_of(json));
  if (!tree) return tl::unexpected(tree.error());
  const JsonValue root = tree->root();
  if (const auto members = members_of(root, ""); !members) return tl::unexpected(members.error());
  const auto elements = elements_member(root, "files", "");
  if (!elements) return tl::unexpected(elements.error());
  const auto stored = name_member(root, "stored_edges", "");
  if (!stored) return tl::unexpected(stored.error());
  PartManifest manifest{.both = *stored == "both", .files = {}};
  std::vector<ListedFile>& files = manifest.files;
  for (const JsonValue& element : *elements) {
    const std::string path = "/files/" + std::to_string(files.size());
    if (const auto members = members_of(element, path); !members) return tl::unexpected(members.error());
    ListedFile file;
    for (const auto& [name, text] : {std::pair("path", &file.path), std::pair("hash", &file.hash)}) {
      auto read = name_member(element, name, path);
      if (!read) return tl::unexpected(std::move(read.error()));
      *text = std::move(*read);
    }
    const auto bytes = count_member(element, "bytes", path);
    if (!bytes) return tl::unexpected(bytes.error());
    file.bytes = *bytes;
    files.push_back(std::move(file));
  }
  return manifest;
}

}  // namespace tuplepack::formats
