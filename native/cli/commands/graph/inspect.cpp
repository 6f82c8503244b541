#include "chunk_notes.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "files/files.hpp"
#include "files/input_file.hpp"
#include "graph/chunk/chunked_graph.hpp"
#include "graph/partition/assignment_files.hpp"
#include "inspection.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace tuplepack::cli {

namespace fs = std::filesystem;

// ---- a chunked graph ----

static std::vector<graph::FeatureLayout> feature_layouts(const graph::ChunkedGraph& graph,
                                                         const std::vector<graph::FeatureChunks>& features,
                                                         bool of_nodes, const std::string& folder) {
  std::vector<graph::FeatureLayout> layouts;
  for (const graph::FeatureChunks& feature : features) {
    const std::int64_t rows =
        of_nodes ? graph.schema.node_types[feature.type].nodes : graph.schema.edge_types[feature.type].edges;
    layouts.push_back(value(feature_layout(feature, rows, folder)));
  }
  return layouts;
}

/// Edges are not read, but what lacks a file is not a graph.
static void require_edge_files(const graph::ChunkedGraph& graph, const std::string& folder) {
  for (const graph::EdgeChunks& edges : graph.edges) {
    for (const std::string& file : edges.files) value(files::InputFile::open(graph::chunk_path(folder, file)));
  }
}

static ChunkedInspection inspect_chunked(const std::string& folder) {
  ChunkedInspection found{.graph = value(graph::read_chunked_graph(folder)), .node_features = {}, .edge_features = {}};
  require_edge_files(found.graph, folder);
  note_cut_files(found.graph, folder);
  found.node_features = feature_layouts(found.graph, found.graph.node_features, true, folder);
  found.edge_features = feature_layouts(found.graph, found.graph.edge_features, false, folder);
  return found;
}

// ---- an assignment ----

/// Its files tell the node types; without the graph, their order is that of the names.
static graph::GraphSchema assigned_types(const std::string& folder) {
  graph::GraphSchema schema;
  const std::int64_t parts = value(graph::parts_of_assignment(folder));
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".txt" && path.extension() != ".npy") continue;
    schema.node_types.push_back(
        {.name = path.stem().string(), .nodes = value(graph::nodes_of_assignment(path.string(), parts))});
  }
  std::sort(schema.node_types.begin(), schema.node_types.end(),
            [](const graph::NodeType& a, const graph::NodeType& b) { return a.name < b.name; });
  value(check(schema), folder);
  return schema;
}

static AssignmentInspection inspect_assignment(const std::string& folder) {
  AssignmentInspection found{.schema = assigned_types(folder), .assignment = {}, .nodes = {}};
  found.assignment = value(read_assignment(folder, found.schema));
  found.nodes = nodes_by_part(found.assignment, found.schema);
  return found;
}

// ---- a partitioned graph ----

static std::int64_t bytes_of_type(const std::vector<graph::StoredFeature>& features, const std::string& type) {
  std::int64_t bytes = 0;
  for (const graph::StoredFeature& feature : features) {
    if (feature.name.starts_with(type + "/")) bytes += feature.row_bytes;
  }
  return bytes;
}

/// Bytes of the features of a HALO node of a part, on average.
static std::int64_t halo_row_bytes(const graph::PartsInspection& found, std::size_t part) {
  const std::size_t types = found.graph.node_types.size();
  std::int64_t bytes = 0, nodes = 0;
  for (std::size_t type = 0; type < types; ++type) {
    const std::int64_t count = found.halo_types[part * types + type];
    bytes += count * bytes_of_type(found.node_features, found.graph.node_types[type].name);
    nodes += count;
  }
  return nodes == 0 ? 0 : (bytes + nodes / 2) / nodes;
}

static FetchPrice price_of(const graph::PartsInspection& found, const Arguments& arguments) {
  FetchPrice price{
      .fanouts = arguments.counts("fanout"), .seeds = arguments.count("batch-size"), .row_bytes = {}, .rows = {}};
  std::vector<std::int64_t> nodes;
  for (std::size_t part = 0; part < found.graph.parts.size(); ++part) {
    nodes.push_back(found.quality.part_nodes(part));
    price.row_bytes.push_back(arguments.has("row-bytes") ? arguments.count("row-bytes") : halo_row_bytes(found, part));
  }
  if (!found.neighbours.empty()) price.rows = graph::remote_rows(nodes, found.neighbours, price.seeds);
  return price;
}

/// Which part is asked for; none: all.
static std::optional<std::size_t> asked_part(const Arguments& arguments, std::int64_t parts) {
  if (!arguments.has("part")) return std::nullopt;
  const std::int64_t part = arguments.count("part");
  if (part < parts) return static_cast<std::size_t>(part);
  throw Failure(fmt::format("--part {}: there are {} parts, counted from 0", part, parts));
}

static int inspect_partitioned(const Arguments& arguments) {
  return run_job("reading", [&](LongJob& job) {
    const graph::PartsInspection found = job.value(graph::inspect_parts(
        arguments.operand(), arguments.counts("fanout"), [&](double fraction) { return job.keep_going(fraction); }));
    const auto part = asked_part(arguments, found.quality.parts);
    const FetchPrice price = price_of(found, arguments);
    if (arguments.has("json")) {
      print(with_notes(parts_json(found, price, part)));
    } else {
      print(part ? part_text(found, price, *part, standard_output()) : parts_text(found, price, standard_output()));
    }
    return 0;
  });
}

namespace {

/// What a folder of DGL's pipeline holds.
enum class FolderKind : std::uint8_t { chunks, assignment, parts };

}  // namespace

static FolderKind kind_of_folder(const std::string& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (error) throw Failure(fmt::format("{}: {}", folder, error.message()), ErrorCode::system);
  if (!fs::is_directory(status)) {
    if (fs::path(folder).extension() == ".json" &&
        formats::is_part_metadata(value(files::MappedFile::open(folder)).bytes())) {
      return FolderKind::parts;
    }
    throw Failure(fmt::format("{}: not a directory", folder));
  }
  if (fs::exists(fs::path(folder) / "partition_meta.json", error)) return FolderKind::assignment;
  const fs::path metadata = fs::path(folder) / "metadata.json";
  if (!fs::exists(metadata, error)) {
    const auto document = graph::part_document(folder);
    if (document) return FolderKind::parts;
    if (document.error().code != ErrorCode::empty) throw Failure(document.error().message);
    throw Failure(fmt::format("{}: has neither metadata.json nor partition_meta.json", folder));
  }
  const files::MappedFile file = value(files::MappedFile::open(metadata.string()));
  return formats::is_part_metadata(file.bytes()) ? FolderKind::parts : FolderKind::chunks;
}

int run_inspect(const Arguments& arguments) {
  const std::string& folder = arguments.operand();
  const bool as_json = arguments.has("json");
  const FolderKind kind = kind_of_folder(folder);
  if (kind == FolderKind::parts) return inspect_partitioned(arguments);
  if (arguments.has("part")) throw Failure(fmt::format("{}: --part is for partitioned graphs", folder));
  if (kind == FolderKind::assignment) {
    const AssignmentInspection found = inspect_assignment(folder);
    print(as_json ? with_notes(assignment_json(found)) : assignment_text(found, standard_output()));
  } else {
    const ChunkedInspection found = inspect_chunked(folder);
    print(as_json ? with_notes(chunked_json(found)) : chunked_text(found, standard_output()));
  }
  return 0;
}

}  // namespace tuplepack::cli
