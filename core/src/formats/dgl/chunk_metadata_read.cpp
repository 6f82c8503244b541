#include "tuplepack/formats/dgl/chunk_metadata.hpp"

#include "formats/json/json_members.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace tuplepack::formats {

static Result<std::vector<std::int64_t>> counts_in(const JsonValue& value, const std::string& path) {
  const auto elements = elements_of(value, path);
  if (!elements) return tl::unexpected(elements.error());
  std::vector<std::int64_t> counts;
  for (const JsonValue& element : *elements) {
    const auto count = count_in(element, path + "/" + std::to_string(counts.size()));
    if (!count) return tl::unexpected(count.error());
    counts.push_back(*count);
  }
  return counts;
}

static Result<std::vector<std::string>> names_member(const JsonValue& object, const std::string& key,
                                                     const std::string& path) {
  const auto elements = elements_member(object, key, path);
  if (!elements) return tl::unexpected(elements.error());
  std::vector<std::string> names;
  for (const JsonValue& element : *elements) {
    auto name = name_at(element, path + "/" + key + "/" + std::to_string(names.size()));
    if (!name) return tl::unexpected(std::move(name.error()));
    names.push_back(std::move(*name));
  }
  return names;
}

namespace {

/// How many nodes or edges there are of each type, and in each chunk.
struct DeclaredCounts {
  std::vector<std::int64_t> per_type;
  std::vector<std::vector<std::int64_t>> per_chunk;  // by type; an empty list: not given
};

}  // namespace

/// The sum; none if it is not an exact number.
static std::optional<std::int64_t> sum_of(const std::vector<std::int64_t>& counts) {
  constexpr std::int64_t limit = std::int64_t{1} << 53;
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) {
    if (count >= limit - sum) return std::nullopt;
    sum += count;
  }
  return sum;
}

static tl::unexpected<Error> wrong_length(const std::string& path, std::size_t found, std::size_t types) {
  return fail_in_member(ErrorCode::malformed, path,
                        std::to_string(found) + " entries, but there are " + std::to_string(types) + " types");
}

static Result<std::vector<std::vector<std::int64_t>>> read_per_chunk(const JsonValue& value, const std::string& path,
                                                                     std::size_t types) {
  const auto lists = elements_of(value, path);
  if (!lists) return tl::unexpected(lists.error());
  if (lists->size() != types) return wrong_length(path, lists->size(), types);
  std::vector<std::vector<std::int64_t>> per_chunk;
  for (const JsonValue& list : *lists) {
    auto counts = counts_in(list, path + "/" + std::to_string(per_chunk.size()));
    if (!counts) return tl::unexpected(std::move(counts.error()));
    per_chunk.push_back(std::move(*counts));
  }
  return per_chunk;
}

/// what   "nodes" or "edges"
/// types  their names
static Result<DeclaredCounts> read_counts(const JsonValue& root, const std::string& what,
                                          const std::vector<std::string>& types) {
  const std::string type_key = "num_" + what + "_per_type", chunk_key = "num_" + what + "_per_chunk";
  const JsonValue per_type = root.member(type_key), per_chunk = root.member(chunk_key);
  if (!per_type && !per_chunk) {
    return fail_in_member(ErrorCode::malformed, "",
                          "the key " + quote(type_key) + " is missing, and " + quote(chunk_key) + " as well");
  }
  DeclaredCounts counts{.per_type = {}, .per_chunk = std::vector<std::vector<std::int64_t>>(types.size())};
  if (per_chunk) {
    auto read = read_per_chunk(per_chunk, "/" + chunk_key, types.size());
    if (!read) return tl::unexpected(std::move(read.error()));
    counts.per_chunk = std::move(*read);
  }
  if (per_type) {
    auto read = counts_in(per_type, "/" + type_key);
    if (!read) return tl::unexpected(std::move(read.error()));
    if (read->size() != types.size()) return wrong_length("/" + type_key, read->size(), types.size());
    counts.per_type = std::move(*read);
  }
  for (std::size_t type = 0; per_chunk && type < types.size(); ++type) {
    const std::string path = "/" + chunk_key + "/" + std::to_string(type);
    const auto sum = sum_of(counts.per_chunk[type]);
    if (!sum) return fail_in_member(ErrorCode::too_large, path, "the sum is beyond 2^53 - 1");
    if (!per_type) {
      counts.per_type.push_back(*sum);
    } else if (*sum != counts.per_type[type]) {
      return fail_in_member(ErrorCode::malformed, path,
                            "the chunks of " + quote(types[type]) + " have " + std::to_string(*sum) + " " + what +
                                ", but /" + type_key + " declares " + std::to_string(counts.per_type[type]));
    }
  }
  return counts;
}

static Result<void> read_node_types(const JsonValue& root, graph::ChunkedGraph& graph) {
  const auto names = names_member(root, "node_type", "");
  if (!names) return tl::unexpected(names.error());
  auto counts = read_counts(root, "nodes", *names);
  if (!counts) return tl::unexpected(std::move(counts.error()));
  graph.nodes_per_chunk = std::move(counts->per_chunk);
  for (std::size_t type = 0; type < names->size(); ++type) {
    graph.schema.node_types.push_back({.name = (*names)[type], .nodes = counts->per_type[type]});
  }
  return check(graph.schema);
}

namespace {

/// The types of nodes, or those of edges, by name.
struct TypeIndex {
  std::string_view kind;  // for messages
  std::map<std::string, std::size_t, std::less<>> index_of;
};

}  // namespace

static TypeIndex index_types(std::string_view kind, std::vector<std::string> names) {
  TypeIndex types{.kind = kind, .index_of = {}};
  for (std::string& name : names) types.index_of.emplace(std::move(name), types.index_of.size());
  return types;
}

static Result<std::size_t> find_type(const TypeIndex& types, std::string_view name, const std::string& path) {
  const auto found = types.index_of.find(name);
  if (found != types.index_of.end()) return found->second;
  return fail_in_member(ErrorCode::unknown_name, path,
                        quote(name) + " is not " + std::string(types.kind) + " of the graph");
}

/// "source:relation:target".
static Result<graph::EdgeType> read_edge_type(std::string_view name, const TypeIndex& node_types,
                                              const std::string& path) {
  const std::size_t first = name.find(':');
  const std::size_t last = name.rfind(':');
  if (first == last || name.find(':', first + 1) != last) {
    return fail_in_member(ErrorCode::malformed, path, quote(name) + " is not source:relation:target");
  }
  const auto source = find_type(node_types, name.substr(0, first), path);
  if (!source) return tl::unexpected(source.error());
  const auto target = find_type(node_types, name.substr(last + 1), path);
  if (!target) return tl::unexpected(target.error());
  return graph::EdgeType{.source = *source,
                         .relation = std::string(name.substr(first + 1, last - first - 1)),
                         .target = *target,
                         .edges = 0};
}

static Result<void> read_edge_types(const JsonValue& root, const TypeIndex& node_types, graph::ChunkedGraph& graph) {
  const auto names = names_member(root, "edge_type", "");
  if (!names) return tl::unexpected(names.error());
  auto counts = read_counts(root, "edges", *names);
  if (!counts) return tl::unexpected(std::move(counts.error()));
  for (std::size_t type = 0; type < names->size(); ++type) {
    auto read = read_edge_type((*names)[type], node_types, "/edge_type/" + std::to_string(type));
    if (!read) return tl::unexpected(std::move(read.error()));
    read->edges = counts->per_type[type];
    graph.schema.edge_types.push_back(std::move(*read));
    graph.edges.push_back({.format = {}, .delimiter = ' ', .files = {}, .edges = std::move(counts->per_chunk[type])});
  }
  return check(graph.schema);
}

namespace {

/// The files of something, and how they are to be read.
struct Files {
  graph::ChunkFormat format{};
  char delimiter = ' ';
  std::vector<std::string> files;
};

}  // namespace

static Result<void> read_delimiter(const JsonValue& format, const std::string& path, Files& files) {
  const JsonValue given = format.member("delimiter");
  if (!given) return {};
  const auto text = name_at(given, path);
  if (!text) return tl::unexpected(text.error());
  if (*text != " " && *text != "," && *text != "\t") {
    return fail_in_member(ErrorCode::unsupported, path,
                          "the delimiter " + quote(*text) + " is not a blank, a comma or a tab");
  }
  files.delimiter = text->front();
  return {};
}

static Result<Files> read_files(const JsonValue& value, const std::string& path, bool may_be_csv) {
  if (const auto members = members_of(value, path); !members) return tl::unexpected(members.error());
  const auto format = required_member(value, "format", path);
  if (!format) return tl::unexpected(format.error());
  if (const auto members = members_of(*format, path + "/format"); !members) return tl::unexpected(members.error());
  const auto format_name = name_member(*format, "name", path + "/format");
  if (!format_name) return tl::unexpected(format_name.error());
  const auto known = graph::chunk_format_by_name(*format_name);
  if (!known || (*known == graph::ChunkFormat::csv && !may_be_csv)) {
    return fail_in_member(ErrorCode::unsupported, path + "/format/name",
                          quote(*format_name) + " is not " + (may_be_csv ? "csv, " : "") + "numpy or parquet");
  }
  Files files{.format = *known, .delimiter = ' ', .files = {}};
  if (files.format == graph::ChunkFormat::csv) {
    if (auto ok = read_delimiter(*format, path + "/format/delimiter", files); !ok) return tl::unexpected(ok.error());
  }
  auto names = names_member(value, "data", path);
  if (!names) return tl::unexpected(std::move(names.error()));
  files.files = std::move(*names);
  return files;
}

/// The sources and the targets of a chunk may be two files of numpy.
static Result<void> check_chunks(const graph::EdgeChunks& chunks, const std::string& path) {
  const std::size_t files = chunks.files.size(), counts = chunks.edges.size();
  const bool in_pairs = chunks.format == graph::ChunkFormat::numpy && files == 2 * counts;
  if (counts == 0 || files == counts || in_pairs) return {};
  return fail_in_member(
      ErrorCode::malformed, path,
      std::to_string(files) + " files, and /num_edges_per_chunk has " + std::to_string(counts) + " chunks");
}

static Result<void> read_edge_files(const JsonValue& root, const TypeIndex& types, graph::ChunkedGraph& graph) {
  const auto members = members_member(root, "edges", "");
  if (!members) return tl::unexpected(members.error());
  for (const auto& [name, value] : *members) {
    const std::string path = "/edges/" + name;
    const auto type = find_type(types, name, "/edges");
    if (!type) return tl::unexpected(type.error());
    auto files = read_files(value, path, true);
    if (!files) return tl::unexpected(std::move(files.error()));
    graph::EdgeChunks& chunks = graph.edges[*type];
    chunks.format = files->format;
    chunks.delimiter = files->delimiter;
    chunks.files = std::move(files->files);
    if (auto ok = check_chunks(chunks, path + "/data"); !ok) return ok;
  }
  const JsonValue edges = root.member("edges");
  for (const auto& [name, type] : types.index_of) {
    if (auto ok = required_member(edges, name, "/edges"); !ok) return tl::unexpected(ok.error());
  }
  return {};
}

static Result<void> read_features_of(const JsonValue& value, std::size_t type, const std::string& path,
                                     std::vector<graph::FeatureChunks>& features) {
  const auto members = members_of(value, path);
  if (!members) return tl::unexpected(members.error());
  for (const auto& [name, feature] : *members) {
    if (name.empty() || name.find('/') != std::string::npos || name.find('\0') != std::string::npos) {
      return fail_in_member(ErrorCode::malformed, path, quote(name) + " cannot be the name of a feature");
    }
    auto files = read_files(feature, path + "/" + name, false);
    if (!files) return tl::unexpected(std::move(files.error()));
    if (files->files.empty()) return fail_in_member(ErrorCode::empty, path + "/" + name + "/data", "there is no file");
    features.push_back({.type = type, .name = name, .format = files->format, .files = std::move(files->files)});
  }
  return {};
}

/// By type, then in the order of the text.
static Result<std::vector<graph::FeatureChunks>> read_features(const JsonValue& root, const std::string& key,
                                                               const TypeIndex& types) {
  const auto members = members_member(root, key, "");
  if (!members) return tl::unexpected(members.error());
  std::vector<graph::FeatureChunks> features;
  for (const auto& [name, value] : *members) {
    const auto type = find_type(types, name, "/" + key);
    if (!type) return tl::unexpected(type.error());
    auto ok = read_features_of(value, *type, "/" + key + "/" + name, features);
    if (!ok) return tl::unexpected(std::move(ok.error()));
  }
  std::stable_sort(features.begin(), features.end(),
                   [](const graph::FeatureChunks& a, const graph::FeatureChunks& b) { return a.type < b.type; });
  return features;
}

Result<graph::ChunkedGraph> read_chunk_metadata(std::string_view json) {
  const auto tree = JsonTree::parse(pieces_of(json));
  if (!tree) return tl::unexpected(tree.error());
  const JsonValue root = tree->root();
  if (const auto members = members_of(root, ""); !members) return tl::unexpected(members.error());
  auto graph_name = name_member(root, "graph_name", "");
  if (!graph_name) return tl::unexpected(std::move(graph_name.error()));
  graph::ChunkedGraph graph;
  graph.schema.name = std::move(*graph_name);
  if (auto ok = read_node_types(root, graph); !ok) return tl::unexpected(std::move(ok.error()));
  const TypeIndex node_types = index_types("a node type", node_type_names(graph.schema));
  if (auto ok = read_edge_types(root, node_types, graph); !ok) return tl::unexpected(std::move(ok.error()));
  const TypeIndex edge_types = index_types("an edge type", edge_type_names(graph.schema));
  if (auto ok = read_edge_files(root, edge_types, graph); !ok) return tl::unexpected(std::move(ok.error()));
  auto node_features = read_features(root, "node_data", node_types);
  if (!node_features) return tl::unexpected(std::move(node_features.error()));
  graph.node_features = std::move(*node_features);
  auto edge_features = read_features(root, "edge_data", edge_types);
  if (!edge_features) return tl::unexpected(std::move(edge_features.error()));
  graph.edge_features = std::move(*edge_features);
  return graph;
}

}  // namespace tuplepack::formats
