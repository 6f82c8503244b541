#pragma once

#include "bench/measuring/share_report.hpp"
#include "graphs.hpp"
#include "pass_bench.hpp"

#include <functional>
#include <optional>

namespace tuplepack::bench {

/// One partition of a graph. An undirected edge counts as two directed ones, so that the edges of a part are the degrees
/// of its nodes.
struct GraphCase {
  std::string graph;
  std::int64_t nodes = 0;
  std::int64_t edges = 0;  ///< undirected
  std::int64_t parts = 0;
  std::string balance;                   ///< nodes, or nodes,edges: at most 1.05 of the mean
  std::string method;                    ///< restream, multilevel or METIS
  double cut = 0;                        ///< edges between parts / edges
  double node_balance = 0;               ///< largest part / mean
  double edge_balance = 0;               ///< largest part / mean
  double seconds = 0;                    ///< processor time
  std::optional<std::int64_t> memory{};  ///< bytes beside the adjacency, at most; none where the system does not tell
  std::optional<double> cut_ratio{};     ///< over METIS's with the same balance
  std::optional<double> level_ratio{};   ///< of restream: its cut over multilevel's with the same balance
  std::optional<double> time_ratio{};
};

struct GraphReport {
  std::string platform;  ///< compiler and target
  std::vector<GraphCase> cases;
  std::vector<PassCase> passes;  ///< see bench_passes
};

/// How to get a graph; called when its turn comes, and the graph is freed before the next.
using MakeGraph = std::function<BenchGraph()>;

/// The graphs that are generated: of scale 20, of scale 10 for a quick look, also of scale 22 if asked for.
[[nodiscard]] std::vector<MakeGraph> generated_graphs(bool quick, bool large);

/// Partitions each graph into 4, 8 and 64 parts (quick: 4): by restreaming and METIS with equal shares of nodes, and by
/// multilevel partitioning, restreaming and METIS with equal shares of nodes and edges. METIS, where this build has it, runs with its
/// default options. One thread. The passes are left out.
/// Throws std::runtime_error when a method fails.
[[nodiscard]] GraphReport bench_graphs(const std::vector<MakeGraph>& graphs, const ShareOptions& options,
                                       const Say& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const GraphReport& report);

}  // namespace tuplepack::bench
