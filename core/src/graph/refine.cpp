#include "tuplepack/graph/refine.hpp"

#include "gain_table.hpp"
#include "node_heap.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack {

static std::vector<std::int64_t> loads_of(const WeightedGraph& graph, std::span<const std::uint16_t> part_of,
                                          std::size_t parts) {
  std::vector<std::int64_t> loads(parts * graph.constraints);
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    for (std::size_t c = 0; c < graph.constraints; ++c) {
      loads[part_of[v] * graph.constraints + c] += graph.node_weights[v * graph.constraints + c];
    }
  }
  return loads;
}

static double excess_of(std::int64_t load, std::int64_t limit) {
  return load <= limit ? 0 : static_cast<double>(load - limit) / static_cast<double>(std::max<std::int64_t>(limit, 1));
}

PartitionStanding standing_of(const WeightedGraph& graph, std::span<const std::uint16_t> part_of,
                              const PartLimits& limits) {
  PartitionStanding standing;
  const std::vector<std::int64_t> loads = loads_of(graph, part_of, limits.parts);
  for (std::size_t i = 0; i < loads.size(); ++i) standing.excess += excess_of(loads[i], limits.most[i]);
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]); ++i) {
      if (part_of[graph.neighbours[i]] != part_of[v]) standing.cut += graph.edge_weight(i);
    }
  }
  standing.cut /= 2;
  return standing;
}

struct NodeMove {
  std::uint32_t node;
  std::uint16_t from;
};

/// A partition that is being refined, with what moves need to know.
struct RefinedPartition {
  const WeightedGraph& graph;
  const PartLimits& limits;
  std::span<std::uint16_t> part_of;
  std::vector<std::int64_t> loads;
  GainTable table;

  RefinedPartition(const WeightedGraph& weighted, std::span<std::uint16_t> parts, const PartLimits& most)
      : graph(weighted),
        limits(most),
        part_of(parts),
        loads(loads_of(weighted, parts, most.parts)),
        table(weighted, parts, most.parts) {}

  [[nodiscard]] bool fits(std::size_t v, std::size_t part) const {
    const std::size_t constraints = graph.constraints;
    for (std::size_t c = 0; c < constraints; ++c) {
      const std::int64_t weight = graph.node_weights[v * constraints + c];
      if (weight != 0 && loads[part * constraints + c] + weight > limits.most[part * constraints + c]) return false;
    }
    return true;
  }
  /// The load of the fullest constraint, as a share of its limit.
  [[nodiscard]] double fullness(std::size_t part) const {
    double fullest = 0;
    for (std::size_t i = part * graph.constraints; i < (part + 1) * graph.constraints; ++i) {
      fullest = std::max(
          fullest, static_cast<double>(loads[i]) / static_cast<double>(std::max<std::int64_t>(limits.most[i], 1)));
    }
    return fullest;
  }
  /// By how much the excess falls if a node changes parts.
  [[nodiscard]] double relief(std::size_t v, std::size_t to) const {
    double relief = 0;
    const std::size_t from = part_of[v];
    for (std::size_t c = 0; c < graph.constraints; ++c) {
      const std::int64_t weight = graph.node_weights[v * graph.constraints + c];
      const std::size_t a = from * graph.constraints + c;
      const std::size_t b = to * graph.constraints + c;
      relief += excess_of(loads[a], limits.most[a]) - excess_of(loads[a] - weight, limits.most[a]);
      relief += excess_of(loads[b], limits.most[b]) - excess_of(loads[b] + weight, limits.most[b]);
    }
    return relief;
  }
  /// after(u) is called for every neighbour.
  template <typename After>
  void move(std::size_t v, std::uint16_t to, const After& after) {
    const std::uint16_t from = part_of[v];
    for (std::size_t c = 0; c < graph.constraints; ++c) {
      loads[from * graph.constraints + c] -= graph.node_weights[v * graph.constraints + c];
      loads[to * graph.constraints + c] += graph.node_weights[v * graph.constraints + c];
    }
    part_of[v] = to;
    for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]); ++i) {
      const std::uint32_t u = graph.neighbours[i];
      if (u == v) continue;
      table.move(u, from, to, graph.edge_weight(i));
      after(u);
    }
  }
};

struct MoveTarget {
  std::uint16_t part = no_part;
  std::int64_t gain = 0;
};

/// The part with room that a node has most edge weight to, of equals the emptiest; no_part if there is none.
static MoveTarget best_target(const RefinedPartition& state, std::size_t v) {
  const std::uint16_t own = state.part_of[v];
  std::uint16_t best = no_part;
  std::int64_t best_weight = 0;
  std::int64_t own_weight = 0;
  state.table.visit(v, [&](std::uint16_t part, std::int64_t weight) {
    if (part == own) {
      own_weight = weight;
      return;
    }
    if (weight < best_weight || !state.fits(v, part)) return;
    if (weight == best_weight) {
      const double a = state.fullness(part);
      const double b = state.fullness(best);
      if (a > b || (a == b && part > best)) return;
    }
    best = part;
    best_weight = weight;
  });
  return {.part = best, .gain = best_weight - own_weight};
}

/// Whether a node has neighbours in other parts.
static bool is_on_boundary(const RefinedPartition& state, std::size_t v) {
  bool outside = false;
  state.table.visit(v, [&](std::uint16_t part, std::int64_t) { outside = outside || part != state.part_of[v]; });
  return outside;
}

/// One pass. Returns by how much the cut has fallen.
static std::int64_t refining_pass(RefinedPartition& state, NodeHeap& heap, const RefineOptions& options) {
  constexpr std::size_t moves_between_questions = 1 << 12;
  const std::size_t nodes = state.graph.nodes();
  std::vector<bool> locked(nodes);
  heap.clear();
  for (std::size_t v = 0; v < nodes; ++v) {
    if (!is_on_boundary(state, v)) continue;
    const MoveTarget target = best_target(state, v);
    if (target.part != no_part) heap.set(static_cast<std::uint32_t>(v), target.gain);
  }
  std::vector<NodeMove> moves;
  std::size_t kept = 0;
  std::int64_t gained = 0;
  std::int64_t most = 0;
  while (!heap.empty()) {
    const std::uint32_t v = heap.top();
    const MoveTarget target = best_target(state, v);
    if (target.part == no_part) {
      heap.pop();
      continue;
    }
    if (target.gain < heap.top_key()) {
      heap.set(v, target.gain);
      continue;
    }
    heap.pop();
    locked[v] = true;
    moves.push_back({.node = v, .from = state.part_of[v]});
    state.move(v, target.part, [&](std::uint32_t u) {
      if (locked[u]) return;
      const MoveTarget next = best_target(state, u);
      if (next.part != no_part) {
        heap.set(u, next.gain);
      } else {
        heap.remove(u);
      }
    });
    gained += target.gain;
    if (gained > most) {
      most = gained;
      kept = moves.size();
    }
    if (static_cast<std::int64_t>(moves.size() - kept) > options.fruitless) break;
    if (options.go_on && moves.size() % moves_between_questions == 0 && !options.go_on()) break;
  }
  while (moves.size() > kept) {
    state.move(moves.back().node, moves.back().from, [](std::uint32_t) {});
    moves.pop_back();
  }
  return most;
}

/// A move that brings parts closer to their limits, and what it costs.
struct BalancingMove {
  double price = 0;
  std::uint32_t node = 0;
  std::uint16_t to = no_part;
};

/// The cheapest move of a node: to a part of its neighbours, or to one other.
static BalancingMove cheapest_move(const RefinedPartition& state, std::uint32_t v, std::uint16_t other) {
  BalancingMove best{.node = v};
  const std::uint16_t own = state.part_of[v];
  const std::int64_t own_weight = state.table.weight(v, own);
  const auto consider = [&](std::uint16_t part, std::int64_t weight) {
    if (part == own) return;
    const double relief = state.relief(v, part);
    if (relief <= 0) return;
    const auto loss = static_cast<double>(own_weight - weight);
    const double price = loss > 0 ? loss / relief : loss * relief;
    if (best.to == no_part || price < best.price) best = {.price = price, .node = v, .to = part};
  };
  state.table.visit(v, consider);
  consider(other, state.table.weight(v, other));
  return best;
}

/// Moves nodes out of parts that are above their limits, those first that lose least for what they relieve.
static void rebalance(RefinedPartition& state) {
  constexpr std::size_t rounds = 8;
  const std::size_t constraints = state.graph.constraints;
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<bool> over(state.limits.parts);
    for (std::size_t i = 0; i < state.loads.size(); ++i) {
      if (state.loads[i] > state.limits.most[i]) over[i / constraints] = true;
    }
    if (std::find(over.begin(), over.end(), true) == over.end()) return;
    std::vector<BalancingMove> moves;
    for (std::uint32_t v = 0; v < state.graph.nodes(); ++v) {
      if (!over[state.part_of[v]]) continue;
      const auto other = static_cast<std::uint16_t>((v + round) % state.limits.parts);
      const BalancingMove move = cheapest_move(state, v, other);
      if (move.to != no_part) moves.push_back(move);
    }
    std::sort(moves.begin(), moves.end(), [](const BalancingMove& a, const BalancingMove& b) {
      return a.price != b.price ? a.price < b.price : a.node < b.node;
    });
    for (const BalancingMove& move : moves) {
      if (state.relief(move.node, move.to) > 0) state.move(move.node, move.to, [](std::uint32_t) {});
    }
  }
}

PartitionStanding refine(const WeightedGraph& graph, std::span<std::uint16_t> part_of, const PartLimits& limits,
                         const RefineOptions& options) {
  assert(part_of.size() == graph.nodes() && limits.most.size() == limits.parts * graph.constraints);
  RefinedPartition state(graph, part_of, limits);
  rebalance(state);
  NodeHeap heap(graph.nodes());
  std::int64_t first = 0;
  for (int i = 0; i < options.passes; ++i) {
    const std::int64_t gained = refining_pass(state, heap, options);
    first = std::max(first, gained);
    if (gained * 20 <= first) break;
  }
  return standing_of(graph, part_of, limits);
}

void enforce_classes(const NodeWeights& weights, std::int64_t parts, std::span<std::uint16_t> part_of) {
  PartLoads loads(weights, parts);
  for (std::size_t v = 0; v < part_of.size(); ++v) loads.add(part_of[v], weights.class_of(v), weights.weight(v));
  for (std::size_t v = 0; v < part_of.size(); ++v) {
    const std::size_t of_class = weights.class_of(v);
    if (loads.load(part_of[v], of_class) <= loads.limit(of_class)) continue;
    loads.remove(part_of[v], of_class, weights.weight(v));
    part_of[v] = loads.emptiest(of_class);
    loads.add(part_of[v], of_class, weights.weight(v));
  }
}

}  // namespace tuplepack
