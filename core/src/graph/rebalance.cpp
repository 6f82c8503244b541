#include "rebalance.hpp"

#include <algorithm>

namespace tuplepack {

static double excess_of(std::int64_t load, std::int64_t limit) {
  return load <= limit ? 0 : static_cast<double>(load - limit) / static_cast<double>(std::max<std::int64_t>(limit, 1));
}

PartFill::PartFill(const WeightedGraph& graph, std::span<const std::uint16_t> part_of, const PartLimits& limits)
    : graph_(graph), limits_(limits), loads_(limits.most.size()) {
  for (std::size_t v = 0; v < graph.nodes(); ++v) {
    for (std::size_t c = 0; c < graph.constraints; ++c) {
      loads_[part_of[v] * graph.constraints + c] += graph.node_weights[v * graph.constraints + c];
    }
  }
}

bool PartFill::is_over(std::size_t part) const {
  for (std::size_t i = part * graph_.constraints; i < (part + 1) * graph_.constraints; ++i) {
    if (loads_[i] > limits_.most[i]) return true;
  }
  return false;
}

double PartFill::excess() const {
  double excess = 0;
  for (std::size_t i = 0; i < loads_.size(); ++i) excess += excess_of(loads_[i], limits_.most[i]);
  return excess;
}

double PartFill::fullness(std::size_t part, std::size_t constraint) const {
  const std::size_t i = part * graph_.constraints + constraint;
  return static_cast<double>(loads_[i]) / static_cast<double>(std::max<std::int64_t>(limits_.most[i], 1));
}

double PartFill::fullness(std::size_t part) const {
  double fullest = 0;
  for (std::size_t c = 0; c < graph_.constraints; ++c) fullest = std::max(fullest, fullness(part, c));
  return fullest;
}

double PartFill::relief(std::size_t v, std::size_t from, std::size_t to) const {
  double relief = 0;
  for (std::size_t c = 0; c < graph_.constraints; ++c) {
    const std::int64_t weight = graph_.node_weights[v * graph_.constraints + c];
    const std::size_t a = from * graph_.constraints + c;
    const std::size_t b = to * graph_.constraints + c;
    relief += excess_of(loads_[a], limits_.most[a]) - excess_of(loads_[a] - weight, limits_.most[a]);
    relief += excess_of(loads_[b], limits_.most[b]) - excess_of(loads_[b] + weight, limits_.most[b]);
  }
  return relief;
}

void PartFill::move(std::size_t v, std::size_t from, std::size_t to) {
  for (std::size_t c = 0; c < graph_.constraints; ++c) {
    const std::int64_t weight = graph_.node_weights[v * graph_.constraints + c];
    loads_[from * graph_.constraints + c] -= weight;
    loads_[to * graph_.constraints + c] += weight;
  }
}

/// A move that brings parts closer to their limits, and what it costs.
struct BalancingMove {
  double price = 0;
  std::uint32_t node = 0;
  std::uint16_t to = no_part;
};

/// Edge weights from one node to parts.
struct WeightsToParts {
  std::vector<std::int64_t> weights;  // by part
  std::vector<std::uint16_t> parts;   // those of the neighbours

  void count(const WeightedGraph& graph, std::size_t v, std::span<const std::uint16_t> part_of) {
    for (const std::uint16_t part : parts) weights[part] = 0;
    parts.clear();
    for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]); ++i) {
      const std::uint32_t u = graph.neighbours[i];
      if (u == v) continue;
      if (weights[part_of[u]] == 0) parts.push_back(part_of[u]);
      weights[part_of[u]] += graph.edge_weight(i);
    }
  }
};

/// The cheapest move of a node: to a part of its neighbours, or to one of some others.
static BalancingMove cheapest_move(const PartFill& fill, std::uint32_t v, std::uint16_t own, const WeightsToParts& to,
                                   std::span<const std::uint16_t> others) {
  BalancingMove best{.node = v};
  const auto consider = [&](std::uint16_t part) {
    if (part == own) return;
    const double relief = fill.relief(v, own, part);
    if (relief <= 0) return;
    const auto loss = static_cast<double>(to.weights[own] - to.weights[part]);
    const double price = loss > 0 ? loss / relief : loss * relief;
    if (best.to == no_part || price < best.price) best = {.price = price, .node = v, .to = part};
  };
  std::for_each(to.parts.begin(), to.parts.end(), consider);
  std::for_each(others.begin(), others.end(), consider);
  return best;
}

/// By constraint, the part that holds least of it, and the one that holds least of it or of the last constraint,
/// whichever is fuller; and a place for one more.
static std::vector<std::uint16_t> emptiest_parts(const PartFill& fill, std::size_t constraints) {
  std::vector<std::uint16_t> emptiest(2 * constraints + 1);
  for (std::size_t c = 0; c < constraints; ++c) {
    const auto fuller = [&](std::size_t part) {
      return std::max(fill.fullness(part, c), fill.fullness(part, constraints - 1));
    };
    for (std::size_t part = 1; part < fill.parts(); ++part) {
      const auto id = static_cast<std::uint16_t>(part);
      if (fill.fullness(part, c) < fill.fullness(emptiest[2 * c], c)) emptiest[2 * c] = id;
      if (fuller(part) < fuller(emptiest[2 * c + 1])) emptiest[2 * c + 1] = id;
    }
  }
  return emptiest;
}

void rebalance(const WeightedGraph& graph, std::span<std::uint16_t> part_of, PartFill& fill) {
  constexpr std::size_t most_rounds = 100;
  WeightsToParts to{.weights = std::vector<std::int64_t>(fill.parts()), .parts = {}};
  std::vector<BalancingMove> moves;
  for (std::size_t round = 0; round < most_rounds && fill.excess() > 0; ++round) {
    std::vector<std::uint16_t> others = emptiest_parts(fill, graph.constraints);
    moves.clear();
    for (std::uint32_t v = 0; v < graph.nodes(); ++v) {
      if (!fill.is_over(part_of[v])) continue;
      to.count(graph, v, part_of);
      others.back() = static_cast<std::uint16_t>((v + round) % fill.parts());
      const BalancingMove move = cheapest_move(fill, v, part_of[v], to, others);
      if (move.to != no_part) moves.push_back(move);
    }
    if (moves.empty()) return;
    std::sort(moves.begin(), moves.end(), [](const BalancingMove& a, const BalancingMove& b) {
      return a.price != b.price ? a.price < b.price : a.node < b.node;
    });
    for (const BalancingMove& move : moves) {
      if (fill.relief(move.node, part_of[move.node], move.to) <= 0) continue;
      fill.move(move.node, part_of[move.node], move.to);
      part_of[move.node] = move.to;
    }
  }
}

PartLimits equal_limits(const std::vector<std::int64_t>& limits, std::int64_t parts) {
  PartLimits result{.parts = static_cast<std::size_t>(parts), .most = {}};
  for (std::int64_t part = 0; part < parts; ++part) {
    result.most.insert(result.most.end(), limits.begin(), limits.end());
  }
  return result;
}

}  // namespace tuplepack
