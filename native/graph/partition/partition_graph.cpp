#include "partition_graph.hpp"

#include "adjacency_file.hpp"
#include "distributed_multilevel.hpp"
#include "files/process_memory.hpp"
#include "metis.hpp"
#include "parallel_restream.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"
#include "tuplepack/graph/partition/random_partition.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

namespace tuplepack::graph {

using PartitionClock = std::chrono::steady_clock;

static double seconds_since(PartitionClock::time_point begin) {
  return std::chrono::duration<double>(PartitionClock::now() - begin).count();
}

namespace {

/// What a PartBalance looks at.
struct BalanceArrays {
  std::vector<std::int64_t> type_offsets;
  std::vector<std::uint16_t> classes;
  std::vector<std::uint32_t> in_degrees;   // by node; or of each node by edge type, as the ranges have it
  std::vector<WeightRange> weight_ranges;  // by node type: the edge types that lead to it
  std::vector<std::size_t> edge_types;     // by second weight of the ranges
};

}  // namespace

std::size_t LabelledNodes::count() const {
  return labels.empty() ? 0 : std::size_t{1} + *std::max_element(labels.begin(), labels.end());
}

/// A class for the labelled nodes of each type and label, after the classes of the others: one, or one per type.
static std::vector<std::uint16_t> labelled_classes(const GraphSchema& schema, const BalanceRequest& request) {
  const auto offsets = schema.node_offsets();
  const std::size_t types = schema.node_types.size();
  std::vector<std::uint16_t> classes(static_cast<std::size_t>(schema.nodes()));
  for (std::size_t type = 0; request.types && type < types; ++type) {
    std::fill(classes.begin() + offsets[type], classes.begin() + offsets[type + 1], static_cast<std::uint16_t>(type));
  }
  std::size_t next = request.types ? types : 1;
  for (const LabelledNodes& nodes : request.labelled) {
    const auto first = static_cast<std::size_t>(offsets[nodes.type]);
    for (std::size_t i = 0; i < nodes.labels.size(); ++i) {
      classes[first + i] = static_cast<std::uint16_t>(next + nodes.labels[i]);
    }
    next += nodes.count();
  }
  return classes;
}

/// Classes of nodes are numbered in 16 bits.
static Result<void> check_labels(const GraphSchema& schema, const BalanceRequest& request) {
  constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
  std::size_t classes = request.types ? schema.node_types.size() : 1;
  for (const LabelledNodes& nodes : request.labelled) classes += nodes.count();
  if (request.labelled.empty() || classes <= most) return {};
  return fail(ErrorCode::too_large,
              std::to_string(classes) + " labels and types to balance by; at most " + std::to_string(most));
}

static PartBalance balance_of(const BalanceArrays& arrays, double imbalance) {
  return {.class_offsets = arrays.type_offsets,
          .class_of = arrays.classes,
          .weights = arrays.in_degrees,
          .weight_ranges = arrays.weight_ranges,
          .imbalance = imbalance};
}

/// Which in-degrees the nodes of each type have: those of the edge types that lead to them.
static void group_edge_types(const GraphSchema& schema, BalanceArrays& arrays) {
  const auto offsets = schema.node_offsets();
  for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
    WeightRange range{.begin = offsets[type], .end = offsets[type + 1], .first = arrays.edge_types.size()};
    for (std::size_t edges = 0; edges < schema.edge_types.size(); ++edges) {
      if (schema.edge_types[edges].target == type) arrays.edge_types.push_back(edges);
    }
    range.count = arrays.edge_types.size() - range.first;
    arrays.weight_ranges.push_back(range);
  }
}

/// Counts in-degrees by edge type as the edges are read.
static std::function<void(const EdgeBlock&)> typed_degree_counter(const GraphSchema& schema, BalanceArrays& arrays) {
  group_edge_types(schema, arrays);
  struct Column {
    std::size_t first = 0;   // of node 0
    std::size_t stride = 0;  // from node to node
  };
  std::vector<Column> columns(schema.edge_types.size());
  std::size_t size = 0;
  for (const WeightRange& range : arrays.weight_ranges) {
    for (std::size_t i = 0; i < range.count; ++i) columns[arrays.edge_types[range.first + i]] = {size + i, range.count};
    size += static_cast<std::size_t>(range.end - range.begin) * range.count;
  }
  arrays.in_degrees.assign(size, 0);
  return [&arrays, columns = std::move(columns)](const EdgeBlock& block) {
    const Column column = columns[block.type];
    for (const std::uint32_t target : block.targets) ++arrays.in_degrees[column.first + target * column.stride];
  };
}

/// Counts in-degrees as the edges are read.
static std::function<void(const EdgeBlock&)> degree_counter(const GraphSchema& schema, const BalanceRequest& request,
                                                            BalanceArrays& arrays) {
  if (request.edge_types) return typed_degree_counter(schema, arrays);
  if (!request.edges) return {};
  arrays.in_degrees.assign(static_cast<std::size_t>(schema.nodes()), 0);
  return [&schema, &arrays, offsets = schema.node_offsets()](const EdgeBlock& block) {
    const auto first = static_cast<std::size_t>(offsets[schema.edge_types[block.type].target]);
    for (const std::uint32_t target : block.targets) ++arrays.in_degrees[first + target];
  };
}

/// The node with most edges, if these are more than a part should hold.
static std::optional<reports::HeavyNode> heavy_node(const GraphSchema& schema,
                                                    std::span<const std::uint32_t> in_degrees, double imbalance,
                                                    std::int64_t parts) {
  if (in_degrees.empty()) return std::nullopt;
  const auto most = std::max_element(in_degrees.begin(), in_degrees.end());
  const double mean = static_cast<double>(schema.edges()) / static_cast<double>(parts);
  if (*most <= imbalance * mean) return std::nullopt;
  const auto offsets = schema.node_offsets();
  const std::int64_t node = most - in_degrees.begin();
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), node);
  return reports::HeavyNode{
      .type = static_cast<std::size_t>(after - offsets.begin()) - 1, .id = node - after[-1], .edges = *most};
}

/// The same where the edges of each type are balanced: the node whose edges of a type are the most of what a part
/// should hold.
static std::optional<reports::HeavyNode> heavy_node_of_type(const GraphSchema& schema, const BalanceArrays& arrays,
                                                            double imbalance, std::int64_t parts) {
  std::optional<reports::HeavyNode> heaviest;
  double most = imbalance;
  std::size_t place = 0;
  for (std::size_t type = 0; type < arrays.weight_ranges.size(); ++type) {
    const WeightRange& range = arrays.weight_ranges[type];
    for (std::int64_t id = 0; id < range.end - range.begin; ++id) {
      for (std::size_t i = 0; i < range.count; ++i) {
        const std::int64_t edges = arrays.in_degrees[place++];
        const std::size_t edge_type = arrays.edge_types[range.first + i];
        const std::int64_t total = schema.edge_types[edge_type].edges;
        const double share = static_cast<double>(edges * parts) / static_cast<double>(std::max<std::int64_t>(total, 1));
        if (share <= most || edges <= (total + parts - 1) / parts) continue;
        most = share;
        heaviest = reports::HeavyNode{.type = type, .id = id, .edges = edges, .edge_type = edge_type};
      }
    }
  }
  return heaviest;
}

/// The part of every node, by the neighbours it has.
static Result<NodeAssignment> assign_alone(const Adjacency& adjacency, const PartBalance& balance,
                                           const PartitionRequest& request, const KeepGoing& keep_going) {
  if (request.method == PartitionMethod::metis) return metis_partition(adjacency, balance, request.options);
  if (request.method == PartitionMethod::multilevel) {
    return multilevel(adjacency, balance, request.options, keep_going);
  }
  return parallel_restream(adjacency, balance, request.options, request.threads, keep_going);
}

/// Methods that one rank works by, which needs this much at the least, by edge.
static Result<void> check_memory(const PartitionRequest& request, bool in_slices, const GraphSchema& schema) {
  std::int64_t by_edge = 0;
  if (request.method == PartitionMethod::multilevel && !in_slices) by_edge = 6;
  if (request.method == PartitionMethod::metis) by_edge = 32;
  const std::int64_t needed = by_edge * schema.edges();
  const auto there = files::machine_memory();
  if (ranks::rank() > 0 || !there || needed <= *there) return {};
  const auto in_gigabytes = [](std::int64_t bytes) { return std::to_string(bytes / 1'000'000'000) + " GB"; };
  return fail(ErrorCode::too_large, std::string(name(request.method)) +
                                        " runs on a single machine and needs more than " + in_gigabytes(needed) +
                                        " for " + std::to_string(schema.edges()) + " edges; this machine has " +
                                        in_gigabytes(*there) + ". Use restream, which scales across ranks");
}

static NodeShares shares_for(const PartitionRequest& request, bool in_slices, const GraphSchema& schema) {
  const std::int64_t nodes = schema.nodes();
  if (in_slices) return shares_for_levels(nodes, ranks::count());
  if (request.method == PartitionMethod::restream) return shares_for_restream(nodes, ranks::count());
  return {nodes, std::max<std::int64_t>(nodes, 1), 1};
}

/// Collective: by all ranks that have nodes.
/// own        the rows of this rank's nodes
/// in_slices  all ranks coarsen and refine
static Result<NodeAssignment> assign_by_neighbours(const Adjacency& own, const NodeShares& shares,
                                                   const PartBalance& balance, const PartitionRequest& request,
                                                   bool in_slices, const KeepGoing& keep_going) {
  if (in_slices) {
    const DistributedLevels levels{.scratch = request.scratch, .memory = request.memory};
    return distributed_multilevel(own, shares, balance, request.options, levels, keep_going);
  }
  if (shares.ranks() > 1) {
    return parallel_restream(own, shares, balance, request.options, request.threads, keep_going);
  }
  Result<NodeAssignment> assignment;
  if (ranks::rank() == 0) assignment = assign_alone(own, balance, request, keep_going);
  assignment = ranks::agree(std::move(assignment));
  if (!assignment || ranks::count() == 1) return assignment;
  assignment->parts = request.options.parts;
  assignment->part_of.resize(static_cast<std::size_t>(shares.nodes()));
  ranks::broadcast(std::span(assignment->part_of), 0);
  return assignment;
}

/// Told the stage of the work and its fraction.
using StageProgress = std::function<bool(PartitionStage, double)>;

static KeepGoing within(PartitionStage stage, const StageProgress& keep_going) {
  return [&keep_going, stage](double fraction) { return keep_going(stage, fraction); };
}

/// Reads the edges, and assigns the nodes. Fills in the times.
static Result<NodeAssignment> assign_nodes(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                           const PartitionRequest& request, bool in_slices,
                                           const StageProgress& keep_going, reports::PartitionReport& report) {
  BalanceArrays arrays;
  if (!request.balance.labelled.empty()) {
    arrays.classes = labelled_classes(graph.schema, request.balance);
  } else if (request.balance.types) {
    arrays.type_offsets = graph.schema.node_offsets();
  }
  auto begin = PartitionClock::now();
  if (request.method == PartitionMethod::random) {
    auto assignment =
        random_partition(graph.schema.nodes(), balance_of(arrays, request.balance.imbalance), request.options);
    report.cut_seconds = seconds_since(begin);
    return assignment;
  }
  const auto observe = degree_counter(graph.schema, request.balance, arrays);
  const NodeShares shares = shares_for(request, in_slices, graph.schema);
  const auto file = build_adjacency(graph, folder, run, shares,
                                    {.scratch = request.scratch,
                                     .memory = request.memory,
                                     .observe = observe,
                                     .keep_going = within(PartitionStage::reading, keep_going)});
  if (!file) return tl::unexpected(file.error());
  ranks::sum(arrays.in_degrees);
  const std::int64_t parts = request.options.parts;
  report.heavy = request.balance.edge_types
                     ? heavy_node_of_type(graph.schema, arrays, request.balance.imbalance, parts)
                     : heavy_node(graph.schema, arrays.in_degrees, request.balance.imbalance, parts);
  report.read_seconds = seconds_since(begin);
  begin = PartitionClock::now();
  auto assignment = assign_by_neighbours(file->adjacency(), shares, balance_of(arrays, request.balance.imbalance),
                                         request, in_slices, within(PartitionStage::cutting, keep_going));
  report.cut_seconds = seconds_since(begin);
  return assignment;
}

/// Collective: what the counters of all ranks have counted.
static PartitionQuality quality_of_all(QualityCounter& counter) {
  for (const auto numbers : counter.sums()) ranks::sum(numbers);
  for (const auto bits : counter.bits()) ranks::unite(bits);
  return counter.quality();
}

/// Collective: reads all edges, each rank its run.
static Result<void> read_distributed(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                     const std::function<Result<void>(const EdgeBlock&)>& sink,
                                     const KeepGoing& keep_going) {
  const auto edges = ranks::agree(read_edges(graph, folder, run, sink, keep_going));
  if (!edges) return tl::unexpected(edges.error());
  const auto starts = starts_of_runs(graph, folder, run, *edges);
  return starts ? Result<void>() : tl::unexpected(starts.error());
}

/// The counters' HALOs, as many parts at a time as half of the memory takes.
static Result<void> count_quality(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                  const NodeAssignment& assignment, std::int64_t memory,
                                  reports::PartitionReport& report, const KeepGoing& keep_going) {
  const GraphSchema& schema = graph.schema;
  const NodeAssignment by_id = reports::consecutive_ids(schema, assignment.parts);
  const std::int64_t bitmap = schema.nodes() / 8 + 1;
  const std::int64_t at_once = std::clamp<std::int64_t>(memory / 2 / bitmap, 1, assignment.parts);
  for (std::int64_t begin = 0; begin < assignment.parts; begin += at_once) {
    const PartRange range{.begin = begin, .end = std::min(begin + at_once, assignment.parts)};
    QualityCounter after(schema, assignment, range);
    std::optional<QualityCounter> before;
    if (begin == 0) before.emplace(schema, by_id, PartRange{});
    const auto count = [&](const EdgeBlock& block) -> Result<void> {
      after.add(block.type, block.sources, block.targets);
      if (before) before->add(block.type, block.sources, block.targets);
      return {};
    };
    const double share = static_cast<double>(range.end - begin) / static_cast<double>(assignment.parts);
    const double done = static_cast<double>(begin) / static_cast<double>(assignment.parts);
    const auto go_on = [&](double fraction) { return keep_going(done + fraction * share); };
    if (auto read = read_distributed(graph, folder, run, count, go_on); !read) return read;
    PartitionQuality quality = quality_of_all(after);
    if (before) {
      report.before = quality_of_all(*before);
      report.after = std::move(quality);
    } else {
      for (std::size_t part = 0; part < quality.halo.size(); ++part) report.after.halo[part] += quality.halo[part];
    }
  }
  return {};
}

/// For each label: the most nodes of it in a part, divided by the mean.
static std::vector<double> balance_of_labels(const NodeAssignment& assignment, const GraphSchema& schema,
                                             const LabelledNodes& nodes) {
  const std::size_t labels = nodes.count();
  const auto first = static_cast<std::size_t>(schema.node_offsets()[nodes.type]);
  const auto parts = static_cast<std::size_t>(assignment.parts);
  std::vector<std::int64_t> counts(labels * parts);
  for (std::size_t node = 0; node < nodes.labels.size(); ++node) {
    ++counts[nodes.labels[node] * parts + assignment.part_of[first + node]];
  }
  std::vector<double> balance;
  for (std::size_t label = 0; label < labels; ++label) {
    const auto row = std::span(counts).subspan(label * parts, parts);
    std::int64_t total = 0;
    for (const std::int64_t count : row) total += count;
    const auto largest = static_cast<double>(*std::max_element(row.begin(), row.end()));
    balance.push_back(total == 0 ? 1 : largest * static_cast<double>(parts) / static_cast<double>(total));
  }
  return balance;
}

Result<PartitionResult> partition_graph(const ChunkedGraph& graph, const std::string& folder,
                                        const PartitionRequest& asked, const StageProgress& keep_going) {
  PartitionRequest request = asked;
  const auto [method, in_slices] =
      chosen_method(asked.method, graph.schema.nodes(), graph.schema.edges(), asked.memory);
  request.method = method;
  request.options.memory = asked.memory;
  reports::PartitionReport report;
  report.schema = graph.schema;
  report.method = request.method;
  report.seed = request.options.seed;
  report.imbalance = request.balance.imbalance;
  report.balanced = {request.balance.types ? "types" : "nodes"};
  report.edge_types = request.balance.edge_types;
  if (request.balance.edges || report.edge_types) {
    report.balanced.emplace_back(report.edge_types ? "edge-types" : "edges");
  }
  if (auto fits = ranks::agree(check_memory(request, in_slices, graph.schema)); !fits) {
    return tl::unexpected(std::move(fits.error()));
  }
  if (auto fits = check_labels(graph.schema, request.balance); !fits) return tl::unexpected(std::move(fits.error()));
  const EdgeRun run = run_of_rank(graph, folder);
  auto assignment = assign_nodes(graph, folder, run, request, in_slices, keep_going, report);
  if (!assignment) return tl::unexpected(assignment.error());
  const auto begin = PartitionClock::now();
  const auto counted = count_quality(graph, folder, run, *assignment, request.memory, report,
                                     within(PartitionStage::counting, keep_going));
  if (!counted) return tl::unexpected(counted.error());
  report.count_seconds = seconds_since(begin);
  for (const LabelledNodes& nodes : request.balance.labelled) {
    const auto balance = balance_of_labels(*assignment, graph.schema, nodes);
    report.label_balance.insert(report.label_balance.end(), balance.begin(), balance.end());
    report.label_types.insert(report.label_types.end(), balance.size(), nodes.type);
  }
  report.peak_bytes = files::peak_memory().value_or(0);
  ranks::maximum(std::span(&report.peak_bytes, 1));
  return PartitionResult{.assignment = std::move(*assignment), .report = std::move(report)};
}

}  // namespace tuplepack::graph
