#include "graph_bench.hpp"

#include "bench/measuring/bench.hpp"
#include "bench/measuring/process.hpp"
#include "graph/partition/metis.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"
#include "tuplepack/graph/partition/restream.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace tuplepack::bench {

static constexpr double graph_imbalance = 1.05;

/// What is cut, and how large the largest part is.
static void judge(const BenchGraph& graph, const graph::NodeAssignment& assignment, GraphCase& result) {
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(assignment.parts));
  std::vector<std::int64_t> edges(nodes.size());
  std::int64_t cut = 0;
  const graph::Adjacency adjacency = graph.adjacency();
  for (std::int64_t v = 0; v < graph.nodes(); ++v) {
    const std::uint16_t part = assignment.part_of[static_cast<std::size_t>(v)];
    ++nodes.at(part);
    edges[part] += adjacency.degree(v);
    for (const std::uint32_t u : adjacency.neighbours_of(v)) cut += assignment.part_of[u] != part ? 1 : 0;
  }
  const auto over_mean = [&](const std::vector<std::int64_t>& loads, std::int64_t total) {
    const double mean = static_cast<double>(total) / static_cast<double>(loads.size());
    return static_cast<double>(*std::max_element(loads.begin(), loads.end())) / mean;
  };
  result.cut = static_cast<double>(cut) / static_cast<double>(2 * graph.edges());
  result.node_balance = over_mean(nodes, graph.nodes());
  result.edge_balance = over_mean(edges, 2 * graph.edges());
}

using Partitioner = std::function<Result<graph::NodeAssignment>(const graph::Adjacency&, const graph::PartBalance&,
                                                                const graph::PartitionOptions&)>;

static GraphCase partition_case(const BenchGraph& graph, const graph::PartBalance& balance, std::int64_t parts,
                                const std::string& method, const Partitioner& partition, const Say& progress) {
  GraphCase result{.graph = graph.name,
                   .nodes = graph.nodes(),
                   .edges = graph.edges(),
                   .parts = parts,
                   .balance = balance.weights.empty() ? "nodes" : "nodes,edges",
                   .method = method};
  progress(result.graph + ", " + std::to_string(parts) + " parts, " + result.balance + ", " + method);
  std::optional<graph::NodeAssignment> assignment;
  const double start = processor_seconds();
  result.memory = memory_of([&] {
    assignment =
        expect(partition(graph.adjacency(), balance, {.parts = parts, .seed = 1}), result.graph + ", " + method);
  });
  result.seconds = processor_seconds() - start;
  judge(graph, *assignment, result);
  return result;
}

static Result<graph::NodeAssignment> by_metis(const graph::Adjacency& adjacency, const graph::PartBalance& balance,
                                              const graph::PartitionOptions& options) {
  return metis_partition(adjacency, balance, options, graph::metis_default_iterations);
}
static Result<graph::NodeAssignment> by_restream(const graph::Adjacency& adjacency, const graph::PartBalance& balance,
                                                 const graph::PartitionOptions& options) {
  return restream(adjacency, balance, options);
}
static Result<graph::NodeAssignment> by_levels(const graph::Adjacency& adjacency, const graph::PartBalance& balance,
                                               const graph::PartitionOptions& options) {
  return multilevel(adjacency, balance, options);
}

/// Methods of ours, multilevel first if there are two, and METIS, under the same limits.
static void compare_with_metis(const BenchGraph& graph, const graph::PartBalance& balance, std::int64_t parts,
                               const std::vector<std::pair<std::string, Partitioner>>& ours, const Say& progress,
                               std::vector<GraphCase>& cases) {
  const std::size_t first = cases.size();
  for (const auto& [method, partition] : ours) {
    cases.push_back(partition_case(graph, balance, parts, method, partition, progress));
  }
  const std::span own = std::span(cases).subspan(first);
  const double fewest = own.front().cut;
  if (own.size() > 1 && fewest > 0) own.back().level_ratio = own.back().cut / fewest;
  if (!graph::has_metis()) return;
  GraphCase peer = partition_case(graph, balance, parts, "METIS", by_metis, progress);
  for (GraphCase& row : own) {
    if (peer.cut > 0) row.cut_ratio = row.cut / peer.cut;
    if (peer.seconds > 0) row.time_ratio = row.seconds / peer.seconds;
  }
  cases.push_back(std::move(peer));
}

std::vector<MakeGraph> generated_graphs(bool quick, bool large) {
  std::vector<int> scales{quick ? 10 : 20};
  if (large) scales.push_back(22);
  std::vector<MakeGraph> graphs;
  for (const int scale : scales) {
    graphs.emplace_back([scale] { return lfr_like(scale, 1); });
    graphs.emplace_back([scale] { return rmat(scale, 1); });
  }
  return graphs;
}

GraphReport bench_graphs(const std::vector<MakeGraph>& graphs, const ShareOptions& options, const Say& progress) {
  GraphReport report{.platform = platform(), .cases = {}, .passes = {}};
  const std::vector<std::int64_t> counts =
      options.quick ? std::vector<std::int64_t>{4} : std::vector<std::int64_t>{4, 8, 64};
  for (const MakeGraph& make : graphs) {
    const BenchGraph graph = make();
    std::vector<std::uint32_t> degrees;
    for (std::int64_t v = 0; v < graph.nodes(); ++v) {
      degrees.push_back(static_cast<std::uint32_t>(graph.adjacency().degree(v)));
    }
    for (const std::int64_t parts : counts) {
      compare_with_metis(graph, {.imbalance = graph_imbalance}, parts, {{"restream", by_restream}}, progress,
                         report.cases);
      compare_with_metis(graph, {.weights = degrees, .imbalance = graph_imbalance}, parts,
                         {{"multilevel", by_levels}, {"restream", by_restream}}, progress, report.cases);
    }
  }
  return report;
}

static void write_graph_case(formats::JsonWriter& json, const GraphCase& entry) {
  json.object([&] {
    json.field("graph", entry.graph);
    json.field("nodes", entry.nodes);
    json.field("edges", entry.edges);
    json.field("parts", entry.parts);
    json.field("balance", entry.balance);
    json.field("method", entry.method);
    json.field("cut_fraction", entry.cut);
    json.field("node_balance", entry.node_balance);
    json.field("edge_balance", entry.edge_balance);
    json.field("seconds", entry.seconds);
    if (entry.memory) json.field("memory_bytes", *entry.memory);
    if (entry.level_ratio) json.field("cut_over_multilevel", *entry.level_ratio);
    if (entry.cut_ratio) json.field("cut_over_metis", *entry.cut_ratio);
    if (entry.time_ratio) json.field("seconds_over_metis", *entry.time_ratio);
  });
}

static void write_pass_case(formats::JsonWriter& json, const PassCase& entry) {
  json.object([&] {
    json.field("graph", entry.graph);
    json.field("edges", entry.edges);
    json.field("pass", entry.pass);
    if (entry.parts > 0) json.field("parts", entry.parts);
    json.field("bytes", entry.bytes);
    json.field("seconds", entry.seconds);
    if (entry.memory) json.field("memory_bytes", *entry.memory);
    if (entry.write_share) json.field("share_of_writing", *entry.write_share);
  });
}

std::string to_json(const GraphReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.bench/1");
    json.field("bench", "graph");
    json.field("platform", report.platform);
    json.array("cases", [&] {
      for (const GraphCase& entry : report.cases) {
        json.new_line();
        write_graph_case(json, entry);
      }
    });
    json.array("passes", [&] {
      for (const PassCase& entry : report.passes) {
        json.new_line();
        write_pass_case(json, entry);
      }
    });
  });
}

}  // namespace tuplepack::bench
