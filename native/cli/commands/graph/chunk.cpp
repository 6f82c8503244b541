#include "archived_features.hpp"
#include "chunk_edges.hpp"
#include "chunk_report.hpp"
#include "chunk_request.hpp"
#include "cli/commands/commands.hpp"
#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "files/staging.hpp"
#include "graph/chunk/chunk_writer.hpp"
#include "graph/chunk/feature_source.hpp"
#include "text_features.hpp"
#include "tuplepack/formats/dgl/chunk_metadata.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>

namespace tuplepack::cli {

/// By node type: the ids of those of edges, where they are numbered.
using RawIds = std::vector<std::unique_ptr<NodeIds>>;

static RawIds raw_ids(const ChunkRequest& request) {
  RawIds ids(request.schema.node_types.size());
  if (!request.relabel) return ids;
  for (const graph::EdgeType& edges : request.schema.edge_types) {
    for (const std::size_t type : {edges.source, edges.target}) {
      if (ids[type]) continue;
      ids[type] = std::make_unique<NodeIds>([](const std::string& text) { note(text); });
      if (!request.node_ids[type].empty()) read_node_ids(request.node_ids[type], *ids[type]);
    }
  }
  return ids;
}

namespace {

/// The nodes of a type, as far as they are known before the edges are read.
struct KnownNodes {
  std::optional<std::int64_t> nodes;
  std::string count_of;  // for messages
};

}  // namespace

/// Reads the headers of a type's features: they have a row for each node.
static KnownNodes known_nodes(const ChunkRequest& request, std::size_t type) {
  const std::string& name = request.schema.node_types[type].name;
  KnownNodes known{.nodes = request.nodes[type], .count_of = fmt::format("the number of nodes of '{}'", name)};
  for (const graph::FeatureChunks& feature : request.node_features) {
    if (feature.type != type) continue;
    const graph::FeatureLayout layout = value(feature_layout(feature, known.nodes, ""));
    if (known.nodes) continue;
    known.nodes = layout.rows;
    known.count_of = fmt::format("the number of rows of feature '{}' of '{}'", feature.name, name);
  }
  if (!known.nodes) known.count_of = "the largest number of nodes";
  return known;
}

static formats::IdLimit limit_of(const KnownNodes& known) {
  return {.count = known.nodes.value_or(graph::max_graph_nodes), .what = "node id", .count_of = known.count_of};
}

static void refuse_sparse(const ChunkRequest& request, const std::vector<KnownNodes>& known,
                          std::span<const SpooledEdges> edges) {
  for (std::size_t type = 0; type < known.size(); ++type) {
    std::int64_t ends = 0, largest = -1;
    for (std::size_t of = 0; of < edges.size(); ++of) {
      const graph::EdgeType& edge_type = request.schema.edge_types[of];
      for (std::size_t end = 0; end < 2; ++end) {
        if ((end == 0 ? edge_type.source : edge_type.target) != type) continue;
        ends += edges[of].spool.edges();
        largest = std::max(largest, edges[of].spool.largest()[end]);
      }
    }
    if (known[type].nodes || !graph::are_sparse_ids(largest, ends)) continue;
    const std::string& name = request.schema.node_types[type].name;
    throw Failure(fmt::format(
        "{}: the largest node id of '{}' is {}, but there are only {}: use --relabel to number the nodes that "
        "occur, or --nodes {}={} to keep their ids",
        request.edges[0][0], name, largest, counted(ends, "end") + " of edges", name, largest + 1));
  }
}

/// As many as the files of edges need, where nothing else tells the number of nodes.
static void count_nodes(graph::GraphSchema& schema, const std::vector<KnownNodes>& known,
                        std::span<const SpooledEdges> edges, const RawIds& ids) {
  for (std::size_t type = 0; type < known.size(); ++type) {
    schema.node_types[type].nodes = ids[type] ? ids[type]->nodes() : known[type].nodes.value_or(0);
  }
  for (std::size_t type = 0; type < edges.size(); ++type) {
    graph::EdgeType& edge_type = schema.edge_types[type];
    edge_type.edges = edges[type].spool.edges();
    for (const auto& [node_type, least] :
         {std::pair(edge_type.source, edges[type].nodes[0]), std::pair(edge_type.target, edges[type].nodes[1])}) {
      if (known[node_type].nodes || ids[node_type]) continue;
      std::int64_t& nodes = schema.node_types[node_type].nodes;
      nodes = std::max(nodes, least);
    }
  }
  value(check(schema));
}

static KeepGoing keep_going(LongJob& job, const std::string& step) {
  return [&job, step](double fraction) { return job.keep_going(fraction, step); };
}

static void write_edges(graph::ChunkedGraph& graph, const ChunkRequest& request, std::span<const SpooledEdges> edges,
                        const std::string& folder, LongJob& job) {
  for (std::size_t type = 0; type < edges.size(); ++type) {
    const graph::EdgeSpool& spool = edges[type].spool;
    const graph::EdgeType& edge_type = graph.schema.edge_types[type];
    const std::string name = edge_type_name(graph.schema, edge_type);
    const auto sizes = graph::chunk_sizes(edge_type.edges, request.chunks);
    graph.edges.push_back(
        job.value(write_edge_chunks(spool, name, request.format, sizes, folder, keep_going(job, name))));
    std::filesystem::remove(spool.path());
  }
}

/// kind  "node_data" or "edge_data"
static graph::FeatureChunks write_feature(const graph::FeatureChunks& feature, std::int64_t rows,
                                          const std::string& kind, const std::string& type, const ChunkRequest& request,
                                          const std::string& folder, LongJob& job) {
  const graph::FeatureLayout layout = value(feature_layout(feature, rows, ""));
  const auto sizes = graph::chunk_sizes(rows, request.chunks);
  return job.value(write_feature_chunks(feature, layout, kind, type, sizes, folder, keep_going(job, feature.name)));
}

static void write_features(graph::ChunkedGraph& graph, const ChunkRequest& request, const std::string& folder,
                           LongJob& job) {
  const graph::GraphSchema& schema = graph.schema;
  for (const graph::FeatureChunks& feature : request.node_features) {
    const graph::NodeType& type = schema.node_types[feature.type];
    graph.node_features.push_back(write_feature(feature, type.nodes, "node_data", type.name, request, folder, job));
  }
  for (const graph::FeatureChunks& feature : request.edge_features) {
    const graph::EdgeType& type = schema.edge_types[feature.type];
    graph.edge_features.push_back(
        write_feature(feature, type.edges, "edge_data", edge_type_name(schema, type), request, folder, job));
  }
}

static void write_raw_ids(graph::ChunkedGraph& graph, const RawIds& ids, const std::string& folder, LongJob& job) {
  for (std::size_t type = 0; type < ids.size(); ++type) {
    if (!ids[type]) continue;
    const std::string& name = graph.schema.node_types[type].name;
    graph.node_features.push_back(
        job.value(write_node_ids(*ids[type], type, name, graph.nodes_per_chunk[type], folder, keep_going(job, name))));
  }
}

static void write_metadata(const graph::ChunkedGraph& graph, const std::string& folder) {
  auto file = value(files::FileWriter::create(folder + "/metadata.json"));
  value(file.write(formats::chunk_metadata(graph)));
  value(file.close());
}

static std::int64_t bytes_in(const std::string& folder) {
  std::int64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) bytes += static_cast<std::int64_t>(entry.file_size());
  }
  return bytes;
}

namespace {

/// A folder within another, which goes when all is written.
class Scratch {
 public:
  explicit Scratch(const std::string& folder) : path_(folder + "/scratch") { std::filesystem::create_directory(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { remove(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  void remove() const {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

 private:
  std::string path_;
};

}  // namespace

static ChunkReport chunk(const ChunkRequest& asked, LongJob& job) {
  const Stopwatch watch;
  auto staging = value(files::StagingFolder::create(asked.output));
  const std::string& folder = staging.path();
  const Scratch scratch(folder);
  ChunkRequest request = asked;
  convert_text_features(request.node_features, scratch.path() + "/node-",
                        request.relabel ? RowIds::left_out : RowIds::checked);
  convert_text_features(request.edge_features, scratch.path() + "/edge-", RowIds::of_edges);
  for (const graph::FeatureChunks& feature : request.node_features) {
    if (!request.relabel) value(check_row_ids(feature));
  }
  unpack_archived_features(request.node_features, scratch.path() + "/node-");
  unpack_archived_features(request.edge_features, scratch.path() + "/edge-");
  ChunkReport report{.graph = {}, .chunks = request.chunks, .bytes = 0, .seconds = 0, .output = request.output};
  graph::ChunkedGraph& graph = report.graph;
  graph.schema = request.schema;
  std::vector<KnownNodes> known;
  for (std::size_t type = 0; type < graph.schema.node_types.size(); ++type) known.push_back(known_nodes(request, type));
  const RawIds ids = raw_ids(request);
  std::vector<SpooledEdges> edges;
  for (std::size_t type = 0; type < request.edges.size(); ++type) {
    const graph::EdgeType& edge_type = graph.schema.edge_types[type];
    const std::array limits{limit_of(known[edge_type.source]), limit_of(known[edge_type.target])};
    edges.push_back(read_edge_files(
        request.edges[type],
        {graph.schema.node_types[edge_type.source].name, graph.schema.node_types[edge_type.target].name}, limits,
        {ids[edge_type.source].get(), ids[edge_type.target].get()}, request.reading,
        fmt::format("{}/edges-{}", folder, type), job));
  }
  for (const auto& of_type : ids) {
    if (of_type) of_type->note_first();
  }
  count_nodes(graph.schema, known, edges, ids);
  refuse_sparse(request, known, edges);
  if (graph.schema.nodes() == 0) {
    throw Failure(fmt::format("{}: no edges; --nodes N makes a graph of nodes alone", request.edges[0][0]));
  }
  for (const graph::NodeType& type : graph.schema.node_types) {
    graph.nodes_per_chunk.push_back(graph::chunk_sizes(type.nodes, request.chunks));
  }
  write_edges(graph, request, edges, folder, job);
  write_features(graph, request, folder, job);
  write_raw_ids(graph, ids, folder, job);
  write_metadata(graph, folder);
  scratch.remove();
  report.bytes = bytes_in(folder);
  job.advance(1, request.output);
  value(staging.commit());
  report.seconds = watch.seconds();
  return report;
}

int run_chunk(const Arguments& arguments) {
  const ChunkRequest request = chunk_request(arguments);
  return run_job("chunk", [&](LongJob& job) {
    const ChunkReport report = chunk(request, job);
    print(arguments.has("json") ? with_notes(chunk_json(report)) : chunk_text(report, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli
