#include "tuplepack/graph/partition/multilevel.hpp"

#include "initial.hpp"
#include "tuplepack/graph/partition/enforce_limits.hpp"

#include <algorithm>

namespace tuplepack::graph {

namespace {

/// Passes the questions of all steps on to the caller, and remembers a no.
class MultilevelProgress {
 public:
  explicit MultilevelProgress(const KeepGoing& keep_going) : keep_going_(keep_going) {}

  /// The fraction that is done before a step, and after it.
  void enter(double done, double until) {
    done_ = done;
    until_ = until;
  }
  /// How long a step takes is not known: each question is taken for a hundredth of what is left of it.
  [[nodiscard]] std::function<bool()> questions() {
    if (!keep_going_) return {};
    return [this] {
      done_ += (until_ - done_) / 100;
      if (!stopped_) stopped_ = !keep_going_(done_);
      return !stopped_;
    };
  }
  [[nodiscard]] bool is_stopped() const { return stopped_; }

 private:
  const KeepGoing& keep_going_;
  double done_ = 0;
  double until_ = 1;
  bool stopped_ = false;
};

}  // namespace

CoarseningGoal coarsening_goal(const NodeWeights& weights, std::int64_t parts) {
  constexpr std::size_t fewest_nodes = 1000;
  constexpr std::size_t nodes_per_part = 32;
  CoarseningGoal goal{.enough = std::max(fewest_nodes, static_cast<std::size_t>(parts) * nodes_per_part),
                      .largest = {}};
  for (const std::int64_t total : weights.totals()) {
    goal.largest.push_back(std::max<std::int64_t>(1, 2 * (total / static_cast<std::int64_t>(goal.enough))));
  }
  return goal;
}

/// Whether the neighbours of nodes have about as many neighbours as nodes have, on average: in meshes 1 to 1.2 times as
/// many, around hubs 2 to 500 times.
static bool has_even_degrees(const WeightedGraph& graph) {
  constexpr double most = 1.5;
  double entries = 0, entries_of_neighbours = 0;
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    const auto degree = static_cast<double>(graph.offsets[v + 1] - graph.offsets[v]);
    entries += degree;
    entries_of_neighbours += degree * degree;
  }
  return entries_of_neighbours * static_cast<double>(graph.nodes()) <= most * entries * entries;
}

static std::vector<std::uint16_t> partition_by_levels(const WeightedGraph& graph, const NodeWeights& weights,
                                                      const PartitionOptions& options, MultilevelProgress& progress) {
  CoarseningGoal goal = coarsening_goal(weights, options.parts);
  // In a mesh a node has as much edge weight to one neighbour as to another. Joining the first, nodes in the order of a
  // mesh make long and thin clusters, the largest there may be; joining the lightest, pairs on each of many levels. Around
  // hubs, joining the first keeps together what has the same neighbours.
  const ClusterOptions clustering{.largest = std::move(goal.largest),
                                  .rounds = 3,
                                  .lightest = has_even_degrees(graph),
                                  .keep_going = progress.questions()};
  progress.enter(0, 0.6);
  std::vector<GraphLevel> levels = coarsen(graph, goal.enough, clustering);
  const auto top = [&] { return levels.empty() ? graph : levels.back().graph.view(); };
  const PartLimits limits = equal_limits(weights.limits(options.parts), options.parts);
  progress.enter(0.6, 0.7);
  std::vector<std::uint16_t> part_of = initial_partition(
      top(), limits, {.seed = options.seed, .work = graph.neighbours.size(), .keep_going = progress.questions()});
  progress.enter(0.7, 1);
  RefineOptions refinement{.keep_going = progress.questions()};
  while (!progress.is_stopped()) {
    refinement.fruitless = std::clamp<std::int64_t>(static_cast<std::int64_t>(top().nodes()) / 20, 300, 3000);
    refine(top(), part_of, limits, refinement);
    if (levels.empty()) break;
    part_of = parts_of_nodes(levels.back().cluster_of, part_of);
    levels.pop_back();
  }
  return part_of;
}

Result<std::vector<std::uint16_t>> multilevel(const WeightedGraph& graph, const NodeWeights& weights,
                                              const PartitionOptions& options, const KeepGoing& keep_going) {
  if (auto parts = check_parts(options.parts); !parts) return tl::unexpected<Error>(std::move(parts.error()));
  MultilevelProgress progress(keep_going);
  std::vector<std::uint16_t> part_of = partition_by_levels(graph, weights, options, progress);
  if (progress.is_stopped()) return fail(ErrorCode::stopped, "stopped");
  return part_of;
}

Result<NodeAssignment> multilevel(const Adjacency& adjacency, const PartBalance& balance,
                                  const PartitionOptions& options, const KeepGoing& keep_going) {
  const std::int64_t nodes = adjacency.nodes();
  if (auto parts = check_parts(options.parts); !parts) return tl::unexpected<Error>(std::move(parts.error()));
  if (auto checked = check(balance, nodes); !checked) return tl::unexpected<Error>(std::move(checked.error()));
  const NodeWeights weights(balance, nodes);
  const std::vector<std::uint32_t> node_weights = node_weights_of(weights, nodes);
  const WeightedGraph graph{.offsets = adjacency.offsets,
                            .neighbours = adjacency.neighbours,
                            .edge_weights = {},
                            .node_weights = node_weights,
                            .constraints = weights.constraints()};
  auto part_of = multilevel(graph, weights, options, keep_going);
  if (!part_of) return tl::unexpected<Error>(std::move(part_of.error()));
  enforce_limits(adjacency, weights, options.parts, *part_of);
  return NodeAssignment{.parts = options.parts, .part_of = std::move(*part_of), .algorithm = "metis"};
}

}  // namespace tuplepack::graph
