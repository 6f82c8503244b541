#include "initial.hpp"

#include "base/random.hpp"
#include "node_heap.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::graph {

namespace {

/// The nodes of one side with the ids that its nodes have in the whole.
struct HalfGraph {
  CoarseGraph graph;
  std::vector<std::uint32_t> ids;
};

}  // namespace

static HalfGraph half_graph_of(const WeightedGraph& graph, std::span<const std::uint32_t> ids,
                               std::span<const std::uint16_t> side_of, std::uint16_t side) {
  HalfGraph result;
  result.graph.constraints = graph.constraints;
  result.graph.offsets = {0};
  std::vector<std::uint32_t> number(graph.nodes());
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    if (side_of[v] != side) continue;
    number[v] = static_cast<std::uint32_t>(result.ids.size());
    result.ids.push_back(ids[v]);
  }
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    if (side_of[v] != side) continue;
    const auto weights = graph.weights_of(v);
    result.graph.node_weights.insert(result.graph.node_weights.end(), weights.begin(), weights.end());
    for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]); ++i) {
      const std::uint32_t u = graph.neighbours[i];
      if (side_of[u] != side) continue;
      result.graph.neighbours.push_back(number[u]);
      result.graph.edge_weights.push_back(graph.edge_weight(i));
    }
    result.graph.offsets.push_back(static_cast<std::int64_t>(result.graph.neighbours.size()));
  }
  return result;
}

/// Grows side 0 from a random node until it holds its share of the constraints, on average.
static std::vector<std::uint16_t> grow(const WeightedGraph& graph, const std::vector<std::int64_t>& totals,
                                       double share, Random& random) {
  std::vector<std::uint16_t> side_of(graph.nodes(), 1);
  std::vector<double> worth;  // of a unit of each constraint
  worth.reserve(totals.size());
  for (const std::int64_t total : totals) {
    worth.push_back(total > 0 ? 1 / (share * static_cast<double>(total) * static_cast<double>(totals.size())) : 0);
  }
  std::vector<std::int64_t> all(graph.nodes());
  NodeHeap heap(graph.nodes());
  std::vector<std::int64_t> inside(graph.nodes());
  double full = 0;
  const auto enter = [&](std::uint32_t v) {
    for (std::size_t c = 0; c < graph.constraints; ++c)
      full += worth[c] * graph.node_weights[v * graph.constraints + c];
    side_of[v] = 0;
    heap.remove(v);
    for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]); ++i) {
      const std::uint32_t u = graph.neighbours[i];
      if (side_of[u] == 0) continue;
      if (all[u] == 0) {
        for (auto j = static_cast<std::size_t>(graph.offsets[u]); j < static_cast<std::size_t>(graph.offsets[u + 1]);
             ++j) {
          all[u] += graph.edge_weight(j);
        }
      }
      inside[u] += graph.edge_weight(i);
      heap.set(u, 2 * inside[u] - all[u]);
    }
  };
  const auto nodes = static_cast<std::uint32_t>(graph.nodes());
  std::uint32_t next = random.below(nodes);
  for (std::uint32_t seen = 0; full < 1 && seen < nodes;) {
    if (heap.empty()) {
      ++seen;
      next = next + 1 == nodes ? 0 : next + 1;
      if (side_of[next] == 0) continue;
      enter(next);
    } else {
      enter(heap.top());
    }
  }
  return side_of;
}

/// The limits of two sides that will hold so many parts each. Of the room that the parts' limits leave, each further
/// bisection may use its share.
static PartLimits side_limits(const std::vector<std::int64_t>& totals, const PartLimits& limits, std::size_t parts) {
  const std::size_t left = parts / 2;
  int depth = 0;
  while ((std::size_t{1} << depth) < parts) ++depth;
  PartLimits sides{.parts = 2, .most = {}};
  for (const std::size_t share : {left, parts - left}) {
    for (std::size_t c = 0; c < totals.size(); ++c) {
      const double mean = static_cast<double>(totals[c]) * static_cast<double>(share) / static_cast<double>(parts);
      const double most = static_cast<double>(limits.most[c]) * static_cast<double>(share);
      sides.most.push_back(static_cast<std::int64_t>(mean + std::max(0.0, most - mean) / depth));
    }
  }
  return sides;
}

static const RefineOptions bisection_refinement{.passes = 4, .fruitless = 100};

/// One bisection by levels.
static std::vector<std::uint16_t> bisect_by_levels(const WeightedGraph& graph, const std::vector<std::int64_t>& totals,
                                                   const PartLimits& sides, double share, Random& random) {
  constexpr std::size_t enough = 50;
  constexpr std::int64_t clusters = 20;
  constexpr int tries = 8;
  ClusterOptions options{.largest = {}, .seed = random.next() | 1};
  for (const std::int64_t total : totals) options.largest.push_back(std::max<std::int64_t>(1, total / clusters));
  std::vector<GraphLevel> levels = coarsen(graph, enough, options);
  const auto top = [&] { return levels.empty() ? graph : levels.back().graph.view(); };
  std::vector<std::uint16_t> best;
  PartitionStanding best_standing;
  for (int i = 0; i < tries; ++i) {
    std::vector<std::uint16_t> side_of = grow(top(), totals, share, random);
    refine(top(), side_of, sides, bisection_refinement);
    const PartitionStanding standing = standing_of(top(), side_of, sides);
    if (!best.empty() && !standing.is_better(best_standing)) continue;
    best = std::move(side_of);
    best_standing = standing;
  }
  while (!levels.empty()) {
    best = parts_of_nodes(levels.back().cluster_of, best);
    levels.pop_back();
    refine(top(), best, sides, bisection_refinement);
  }
  return best;
}

/// The best of several bisections.
static std::vector<std::uint16_t> best_bisection(const WeightedGraph& graph, const PartLimits& sides, double share,
                                                 Random& random, const InitialOptions& options) {
  const std::vector<std::int64_t> totals = total_weights(graph);
  const std::size_t repeats = std::clamp<std::size_t>(options.work / std::max<std::size_t>(1, graph.neighbours.size()),
                                                      options.fewest, options.most);
  std::vector<std::uint16_t> best;
  PartitionStanding best_standing;
  for (std::size_t i = 0; i < repeats; ++i) {
    std::vector<std::uint16_t> side_of = bisect_by_levels(graph, totals, sides, share, random);
    const PartitionStanding standing = standing_of(graph, side_of, sides);
    if (best.empty() || standing.is_better(best_standing)) {
      best = std::move(side_of);
      best_standing = standing;
    }
    if (options.keep_going && !options.keep_going()) break;
  }
  return best;
}

/// Cuts the nodes of a graph into the parts [first, first + parts).
/// ids  of its nodes in the whole
static void bisect(const WeightedGraph& graph, std::span<const std::uint32_t> ids, const PartLimits& limits,
                   std::size_t first, std::size_t parts, Random& random, const InitialOptions& options,
                   std::vector<std::uint16_t>& part_of) {
  if (parts == 1 || graph.nodes() == 0) {
    for (const std::uint32_t id : ids) part_of[id] = static_cast<std::uint16_t>(first);
    return;
  }
  const PartLimits sides = side_limits(total_weights(graph), limits, parts);
  const std::size_t left = parts / 2;
  const double share = static_cast<double>(left) / static_cast<double>(parts);
  const std::vector<std::uint16_t> side_of = best_bisection(graph, sides, share, random, options);
  for (const std::uint16_t side : {std::uint16_t{0}, std::uint16_t{1}}) {
    const HalfGraph half = half_graph_of(graph, ids, side_of, side);
    const std::size_t first_of_half = side == 0 ? first : first + left;
    bisect(half.graph.view(), half.ids, limits, first_of_half, side == 0 ? left : parts - left, random, options,
           part_of);
  }
}

std::vector<std::uint16_t> initial_partition(const WeightedGraph& graph, const PartLimits& limits,
                                             const InitialOptions& options) {
  std::vector<std::uint32_t> ids(graph.nodes());
  std::iota(ids.begin(), ids.end(), 0U);
  std::vector<std::uint16_t> part_of(graph.nodes());
  Random random(options.seed);
  bisect(graph, ids, limits, 0, limits.parts, random, options, part_of);
  return part_of;
}

}  // namespace tuplepack::graph
