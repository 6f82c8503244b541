#include "tuplepack/graph/partition/refine.hpp"

#include "gain_table.hpp"
#include "node_heap.hpp"
#include "rebalance.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::graph {

PartitionStanding standing_of(const WeightedGraph& graph, std::span<const std::uint16_t> part_of,
                              const PartLimits& limits) {
  PartitionStanding standing{.excess = PartFill(graph.node_weights, graph.constraints, part_of, limits).excess(),
                             .cut = 0};
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]); ++i) {
      if (part_of[graph.neighbours[i]] != part_of[v]) standing.cut += graph.edge_weight(i);
    }
  }
  standing.cut /= 2;
  return standing;
}

namespace {

struct NodeMove {
  std::uint32_t node;
  std::uint16_t from;
};

/// A partition that is being refined, with what moves need to know.
struct RefinedPartition {
  const WeightedGraph& graph;
  std::span<std::uint16_t> part_of;
  PartFill& fill;
  GainTable table;

  /// after(u) is called for every neighbour.
  template <typename After>
  void move(std::size_t v, std::uint16_t to, const After& after) {
    const std::uint16_t from = part_of[v];
    fill.move(v, from, to);
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

}  // namespace

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
    if (weight < best_weight || !state.fill.fits(v, part)) return;
    if (weight == best_weight) {
      const double a = state.fill.fullness(part);
      const double b = state.fill.fullness(best);
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

/// Raises the key of a node whose neighbour has moved. Keys are never below what a node gains; whether they are above
/// is found out when it comes to the top.
static void raise_key(const RefinedPartition& state, std::uint32_t u, std::uint16_t from, std::uint16_t to,
                      NodeHeap& heap) {
  const std::uint16_t own = state.part_of[u];
  if (own == from) {
    const MoveTarget target = best_target(state, u);
    if (target.part != no_part) heap.raise(u, target.gain);
  } else if (own != to && state.fill.fits(u, to)) {
    heap.raise(u, state.table.weight(u, to) - state.table.weight(u, own));
  }
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
    const std::uint16_t from = state.part_of[v];
    moves.push_back({.node = v, .from = from});
    state.move(v, target.part, [&](std::uint32_t u) {
      if (!locked[u]) raise_key(state, u, from, target.part, heap);
    });
    gained += target.gain;
    if (gained > most) {
      most = gained;
      kept = moves.size();
    }
    if (static_cast<std::int64_t>(moves.size() - kept) > options.fruitless) break;
    if (options.keep_going && moves.size() % moves_between_questions == 0 && !options.keep_going()) break;
  }
  while (moves.size() > kept) {
    state.move(moves.back().node, moves.back().from, [](std::uint32_t) {});
    moves.pop_back();
  }
  return most;
}

void refine(const WeightedGraph& graph, std::span<std::uint16_t> part_of, const PartLimits& limits,
            const RefineOptions& options) {
  assert(part_of.size() == graph.nodes() && limits.most.size() == limits.parts * graph.constraints);
  PartFill fill(graph.node_weights, graph.constraints, part_of, limits);
  rebalance(graph, part_of, fill);
  RefinedPartition state{
      .graph = graph, .part_of = part_of, .fill = fill, .table = GainTable(graph, part_of, limits.parts)};
  NodeHeap heap(graph.nodes());
  std::int64_t first = 0;
  for (int i = 0; i < options.passes; ++i) {
    const std::int64_t gained = refining_pass(state, heap, options);
    first = std::max(first, gained);
    if (gained * 20 <= first) break;
  }
}

}  // namespace tuplepack::graph
