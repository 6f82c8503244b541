#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/dgl/assignment_text.hpp"
#include "tuplepack/formats/dgl/chunk_metadata.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/options/config_json.hpp"

#include <numeric>

using namespace tuplepack;

static void check_place(const Error& error) {
  require(!error.message.empty() && error.message.size() < 1000 && (error.column == 0 || error.line > 0));
}

/// Counts per chunk, if the metadata tell them, add up to that of the type.
static void check_counts(const std::vector<std::int64_t>& counts, std::int64_t total) {
  for (const std::int64_t count : counts) require(count >= 0);
  if (!counts.empty()) require(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == total);
}

static void check_features(const std::vector<graph::FeatureChunks>& features, std::size_t types) {
  for (const graph::FeatureChunks& feature : features)
    require(feature.type < types && feature.format != graph::ChunkFormat::csv);
}

static void check_chunks(const graph::ChunkedGraph& graph) {
  const graph::GraphSchema& schema = graph.schema;
  require(check(schema).has_value());
  require(graph.edges.size() == schema.edge_types.size());
  require(graph.nodes_per_chunk.size() == schema.node_types.size());
  bool complete = true;
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    check_counts(graph.edges[i].edges, schema.edge_types[i].edges);
    complete = complete && !graph.edges[i].edges.empty();
  }
  for (std::size_t i = 0; i < graph.nodes_per_chunk.size(); ++i) {
    check_counts(graph.nodes_per_chunk[i], schema.node_types[i].nodes);
    complete = complete && !graph.nodes_per_chunk[i].empty();
  }
  check_features(graph.node_features, schema.node_types.size());
  check_features(graph.edge_features, schema.edge_types.size());
  if (!complete) return;
  const std::string text = formats::chunk_metadata(graph);
  const auto again = formats::read_chunk_metadata(text);
  require(again && formats::chunk_metadata(*again) == text);
}

static void check_partition(std::string_view json) {
  const auto metadata = formats::read_partition_metadata(json);
  if (!metadata) return check_place(metadata.error());
  require(metadata->parts >= 1 && metadata->parts <= graph::max_parts);
  const std::string text = partition_metadata(*metadata);
  const auto again = formats::read_partition_metadata(text);
  require(again && again->parts == metadata->parts && partition_metadata(*again) == text);
}

/// What the metadata say has a shape; ranges that tile add up.
static void check_parts(std::string_view json) {
  if (const auto manifest = formats::read_part_manifest(json); !manifest) check_place(manifest.error());
  const auto graph = formats::read_part_metadata(json);
  if (!graph) return check_place(graph.error());
  for (const auto* const types : {&graph->node_types, &graph->edge_types}) {
    for (const graph::PartitionedType& type : *types) require(type.ranges.size() == graph->parts.size());
  }
  if (const auto tiled = check_ranges(*graph); !tiled) return check_place(tiled.error());
  std::int64_t nodes = 0;
  for (const graph::PartitionedType& type : graph->node_types) nodes += type.size();
  require(nodes == graph->nodes);
  if (graph->nodes > 0) require(graph::OwnerIndex(graph->node_types).part_of(graph->nodes - 1) < graph->parts.size());
}

static void check_size_constraints(std::string_view json) {
  const auto constraints = formats::parse_constraints(json);
  if (!constraints) return check_place(constraints.error());
  const auto again = formats::parse_constraints(formats::to_json(*constraints));
  require(again && *again == *constraints);
}

/// Every text is one that the command line would take.
static void check_config(std::string_view json) {
  const auto configured = parse_config(json, options::commands().front());
  if (!configured) return check_place(configured.error());
  for (const options::ConfiguredOption& given : *configured) {
    for (const std::string& text : given.texts) require(read_value(*given.option, text).has_value());
  }
}

/// One input of the readers of metadata.json, of a chunked and of a partitioned graph, of manifest.json, of
/// partition_meta.json, of constraints of sizes and of options.
/// Holds for every input: the schema and the counts agree, and the same metadata come out of the text that is written
/// of them; or an error says something.
FUZZ_TARGET(metadata) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  check_partition(json);
  check_parts(json);
  check_size_constraints(json);
  check_config(json);
  if (const auto graph = formats::read_chunk_metadata(json)) {
    check_chunks(*graph);
  } else {
    check_place(graph.error());
  }
  return 0;
}
