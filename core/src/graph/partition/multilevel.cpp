#include "tuplepack/graph/partition/multilevel.hpp"

#include "initial.hpp"
#include "tuplepack/graph/partition/enforce_limits.hpp"

#include <algorithm>

namespace tuplepack::graph {

namespace {

/// Passes the questions of all steps on to the caller, and remembers a no.
class MultilevelProgress {
 public:
  MultilevelProgress(const KeepGoing& keep_going, int runs) : keep_going_(keep_going), runs_(runs) {}

  void next_run() { ++run_; }
  /// The fraction of the run that is done before a step, and after it.
  void enter(double done, double until) {
    done_ = (run_ + done) / runs_;
    until_ = (run_ + until) / runs_;
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
  int runs_;
  int run_ = 0;
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

namespace {

/// What a run takes.
struct LevelEffort {
  std::size_t fewest_tries = 4;  // of a bisection
  std::size_t most_tries = 10;
  int passes = 4;  // of refinement, at most
  int finest_passes = 4;
};

}  // namespace

static std::vector<std::uint16_t> partition_by_levels(const WeightedGraph& graph, const NodeWeights& weights,
                                                      const PartitionOptions& options, const LevelEffort& effort,
                                                      MultilevelProgress& progress) {
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
  std::vector<std::uint16_t> part_of = initial_partition(top(), limits,
                                                         {.seed = options.seed,
                                                          .work = graph.neighbours.size(),
                                                          .fewest = effort.fewest_tries,
                                                          .most = effort.most_tries,
                                                          .keep_going = progress.questions()});
  progress.enter(0.7, 1);
  RefineOptions refinement{.keep_going = progress.questions()};
  while (!progress.is_stopped()) {
    refinement.fruitless = std::clamp<std::int64_t>(static_cast<std::int64_t>(top().nodes()) / 20, 300, 3000);
    refinement.passes = levels.empty() ? effort.finest_passes : effort.passes;
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
  constexpr LevelEffort quick{.fewest_tries = 1, .most_tries = 1, .passes = 2, .finest_passes = 1};
  constexpr LevelEffort thorough{.fewest_tries = 20, .most_tries = 50, .passes = 8, .finest_passes = 8};
  const int runs = options.effort == Effort::full ? 3 : 1;
  const PartLimits limits = equal_limits(weights.limits(options.parts), options.parts);
  MultilevelProgress progress(keep_going, runs);
  std::vector<std::uint16_t> best;
  PartitionStanding best_standing;
  for (int run = 0; run < runs; ++run) {
    PartitionOptions of_run = options;
    of_run.seed += static_cast<std::uint64_t>(run) << 32;
    const LevelEffort effort = options.effort == Effort::quick ? quick : run == 0 ? LevelEffort{} : thorough;
    std::vector<std::uint16_t> part_of = partition_by_levels(graph, weights, of_run, effort, progress);
    if (progress.is_stopped()) return fail(ErrorCode::stopped, "stopped");
    if (runs == 1) return part_of;
    progress.next_run();
    const PartitionStanding standing = standing_of(graph, part_of, limits);
    if (run > 0 && !standing.is_better(best_standing)) continue;
    best = std::move(part_of);
    best_standing = standing;
  }
  return best;
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
