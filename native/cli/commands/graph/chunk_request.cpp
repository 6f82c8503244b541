#include "chunk_request.hpp"

#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tuplepack::cli {

static constexpr std::string_view usual_edge_type = "_N:_E:_N";

/// The index of a node type, which is added if it is new.
static std::size_t add_node_type(ChunkRequest& request, std::string_view name) {
  if (const auto known = node_type_named(request.schema, name)) return *known;
  request.schema.node_types.push_back({.name = std::string(name), .nodes = 0});
  request.nodes.emplace_back();
  request.node_ids.emplace_back();
  return request.nodes.size() - 1;
}

/// The index of an edge type, which is added if it is new.
/// name  with two colons
static std::size_t add_edge_type(ChunkRequest& request, std::string_view name) {
  if (const auto known = edge_type_named(request.schema, name)) return *known;
  const std::size_t first = name.find(':'), last = name.rfind(':');
  const std::size_t source = add_node_type(request, name.substr(0, first));
  const std::size_t target = add_node_type(request, name.substr(last + 1));
  const auto relation = std::string(name.substr(first + 1, last - first - 1));
  request.schema.edge_types.push_back({.source = source, .relation = relation, .target = target, .edges = 0});
  request.edges.emplace_back();
  return request.edges.size() - 1;
}

/// Splits at the first of a character.
static std::optional<std::array<std::string_view, 2>> split_at(std::string_view text, char c) {
  const std::size_t at = text.find(c);
  if (at == std::string_view::npos) return std::nullopt;
  return std::array{text.substr(0, at), text.substr(at + 1)};
}

/// [SRC:REL:DST=]FILE. The name of a file may have an equals sign too.
static void add_edges(ChunkRequest& request, std::string_view text) {
  const auto halves = split_at(text, '=');
  const std::string_view type = halves ? (*halves)[0] : "";
  const bool typed = type.find(':') != std::string_view::npos && type.find('/') == std::string_view::npos;
  if (typed && std::count(type.begin(), type.end(), ':') != 2) {
    throw Failure(fmt::format("EDGES: '{}' is not SRC:REL:DST (write ./{} for a file of that name)", type, text));
  }
  const std::string_view file = typed ? (*halves)[1] : text;
  if (file.empty()) throw Failure(fmt::format("EDGES: '{}' names no file", text));
  auto& files = request.edges[add_edge_type(request, typed ? type : usual_edge_type)];
  for (std::string& one : record_files(std::string(file))) files.push_back(std::move(one));
}

/// [TYPE=]N.
static void add_node_count(ChunkRequest& request, const std::string& text) {
  const auto halves = split_at(text, '=');
  if (!halves && request.schema.node_types.size() != 1) {
    throw Failure(
        fmt::format("--nodes: '{}' needs a type, as in {}={}", text, request.schema.node_types[0].name, text));
  }
  const std::size_t type = halves ? add_node_type(request, (*halves)[0]) : 0;
  const std::int64_t nodes = value(options::read_count(halves ? (*halves)[1] : text), "--nodes");
  if (nodes < 0 || nodes > graph::max_graph_nodes) {
    throw Failure(fmt::format("--nodes: {} is out of range (0 to {})", nodes, graph::max_graph_nodes));
  }
  if (request.nodes[type] && *request.nodes[type] != nodes) {
    throw Failure(fmt::format("--nodes: '{}' has {} nodes, and then {}", request.schema.node_types[type].name,
                              *request.nodes[type], nodes));
  }
  request.nodes[type] = nodes;
}

/// [TYPE=]FILE.
static void add_node_ids(ChunkRequest& request, const std::string& text) {
  const auto halves = split_at(text, '=');
  const auto named = halves ? node_type_named(request.schema, (*halves)[0]) : std::nullopt;
  if (!named && request.schema.node_types.size() != 1) {
    throw Failure(
        fmt::format("--node-ids: '{}' needs a type, as in {}={}", text, request.schema.node_types[0].name, text));
  }
  std::string& file = request.node_ids[named.value_or(0)];
  if (!file.empty()) throw Failure(fmt::format("--node-ids: both {} and {}", file, text));
  file = named ? (*halves)[1] : text;
}

/// Ids that are numbered are those of the edges, or of a file.
static void check_relabel(const ChunkRequest& request, const Arguments& arguments) {
  if (!request.relabel) {
    if (arguments.has("node-ids")) throw Failure("--node-ids needs --relabel");
    return;
  }
  for (const graph::EdgeType& edges : request.schema.edge_types) {
    for (const std::size_t type : {edges.source, edges.target}) {
      const std::string& name = request.schema.node_types[type].name;
      if (request.nodes[type]) {
        throw Failure(fmt::format(
            "--nodes: with --relabel the nodes of '{}' are those of its edges, or those that --node-ids {}=FILE lists",
            name, name));
      }
      bool has_features = false;
      for (const graph::FeatureChunks& feature : request.node_features) {
        if (feature.type != type) continue;
        has_features = true;
        if (feature.name == raw_id_feature) throw Failure("--node-data: with --relabel 'raw_id' has the ids");
      }
      if (has_features && request.node_ids[type].empty()) {
        throw Failure(fmt::format(
            "--node-data: with --relabel --node-ids {}=FILE has to list the ids in the order of the rows", name));
      }
    }
  }
}

namespace {

/// A feature as it was given: TYPE/NAME=FILE, or TYPE/NAME/COLUMN=FILE.
struct FeatureText {
  std::string_view type, name, column, file;
};

}  // namespace

static FeatureText feature_text(std::string_view text, std::string_view option, std::string_view form) {
  const auto halves = split_at(text, '=');
  const auto names = halves ? split_at((*halves)[0], '/') : std::nullopt;
  if (!names || (*halves)[1].empty()) throw Failure(fmt::format("{}: '{}' is not {}", option, text, form));
  FeatureText found{.type = (*names)[0], .name = (*names)[1], .column = "", .file = (*halves)[1]};
  if (const auto column = split_at(found.name, '/')) {
    found.name = (*column)[0];
    found.column = (*column)[1];
  }
  if (found.name.empty() || found.name == "." || found.name == "..") {
    throw Failure(fmt::format("{}: '{}' cannot be the name of a feature", option, found.name));
  }
  return found;
}

/// Files of one feature follow each other.
static void add_feature(std::vector<graph::FeatureChunks>& features, std::size_t type, const FeatureText& text,
                        std::string_view option) {
  auto found = std::find_if(features.begin(), features.end(), [&](const graph::FeatureChunks& feature) {
    return feature.type == type && feature.name == text.name;
  });
  if (found == features.end()) {
    found = features.insert(
        found, {.type = type, .name = std::string(text.name), .files = {}, .column = std::string(text.column)});
  } else if (found->column != text.column) {
    throw Failure(fmt::format("{}: feature '{}' is column '{}', and then column '{}'", option, text.name, found->column,
                              text.column));
  }
  for (std::string& file : record_files(std::string(text.file))) found->files.push_back(std::move(file));
}

static void add_features(ChunkRequest& request, const Arguments& arguments) {
  for (const std::string& text : arguments.all("node-data")) {
    const FeatureText feature = feature_text(text, "--node-data", "TYPE/NAME=FILE");
    const auto type = node_type_named(request.schema, feature.type);
    if (!type) {
      throw Failure(fmt::format("--node-data: there are no nodes of type '{}'; --nodes {}=N adds some without edges",
                                feature.type, feature.type));
    }
    add_feature(request.node_features, *type, feature, "--node-data");
  }
  for (const std::string& text : arguments.all("edge-data")) {
    const FeatureText feature = feature_text(text, "--edge-data", "SRC:REL:DST/NAME=FILE");
    const auto type = edge_type_named(request.schema, feature.type);
    if (!type) throw Failure(fmt::format("--edge-data: there are no edges of type '{}'", feature.type));
    add_feature(request.edge_features, *type, feature, "--edge-data");
  }
}

/// Standard input can be read once.
static void require_one_standard_input(const ChunkRequest& request) {
  std::ptrdiff_t found = 0;
  for (const auto& files : request.edges) found += std::count(files.begin(), files.end(), "-");
  if (found > 1) throw Failure("EDGES: standard input can be read only once");
}

ChunkRequest chunk_request(const Arguments& arguments) {
  ChunkRequest request;
  request.schema.name = arguments["name"];
  request.reading = {.columns = arguments.list("columns"),
                     .text = value(formats::edge_text_by_name(arguments["format"]), "--format"),
                     .one_numbering = arguments.has("bipartite"),
                     .undirected = value(formats::undirected_edges_by_name(arguments["undirected"]), "--undirected")};
  request.chunks = arguments.count("chunks");
  request.format = *graph::chunk_format_by_name(arguments["edge-format"]);
  request.output = arguments["output"];
  for (const std::string& text : arguments.all("EDGES")) add_edges(request, text);
  require_one_standard_input(request);
  for (const std::string& text : arguments.all("nodes")) add_node_count(request, text);
  add_features(request, arguments);
  request.relabel = arguments.has("relabel");
  for (const std::string& text : arguments.all("node-ids")) add_node_ids(request, text);
  check_relabel(request, arguments);
  value(check(request.schema));
  return request;
}

}  // namespace tuplepack::cli
