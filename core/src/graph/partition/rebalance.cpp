#include "rebalance.hpp"

#include <algorithm>

namespace tuplepack::graph {

static double excess_of(std::int64_t load, std::int64_t limit) {
  return load <= limit ? 0 : static_cast<double>(load - limit) / static_cast<double>(std::max<std::int64_t>(limit, 1));
}

PartFill::PartFill(std::span<const std::uint32_t> node_weights, std::size_t constraints,
                   std::span<const std::uint16_t> part_of, const PartLimits& limits)
    : node_weights_(node_weights), constraints_(constraints), limits_(limits), loads_(limits.most.size()) {
  for (std::size_t v = 0; v < part_of.size(); ++v) {
    for (std::size_t c = 0; c < constraints; ++c) {
      loads_[part_of[v] * constraints + c] += node_weights[v * constraints + c];
    }
  }
}

bool PartFill::is_over(std::size_t part) const {
  for (std::size_t i = part * constraints_; i < (part + 1) * constraints_; ++i) {
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
  const std::size_t i = part * constraints_ + constraint;
  return static_cast<double>(loads_[i]) / static_cast<double>(std::max<std::int64_t>(limits_.most[i], 1));
}

double PartFill::fullness(std::size_t part) const {
  double fullest = 0;
  for (std::size_t c = 0; c < constraints_; ++c) fullest = std::max(fullest, fullness(part, c));
  return fullest;
}

double PartFill::relief(std::size_t v, std::size_t from, std::size_t to) const {
  double relief = 0;
  for (std::size_t c = 0; c < constraints_; ++c) {
    const std::int64_t weight = node_weights_[v * constraints_ + c];
    if (weight == 0) continue;
    const std::size_t a = from * constraints_ + c;
    const std::size_t b = to * constraints_ + c;
    relief += excess_of(loads_[a], limits_.most[a]) - excess_of(loads_[a] - weight, limits_.most[a]);
    relief += excess_of(loads_[b], limits_.most[b]) - excess_of(loads_[b] + weight, limits_.most[b]);
  }
  return relief;
}

void PartFill::move(std::size_t v, std::size_t from, std::size_t to) {
  for (std::size_t c = 0; c < constraints_; ++c) {
    const std::int64_t weight = node_weights_[v * constraints_ + c];
    loads_[from * constraints_ + c] -= weight;
    loads_[to * constraints_ + c] += weight;
  }
}

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
/// whichever is fuller, each part once; and a place for one more.
static std::vector<std::uint16_t> emptiest_parts(const PartFill& fill, std::size_t constraints) {
  std::vector<std::uint16_t> emptiest(2 * constraints);
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
  std::vector<std::uint16_t> parts;
  for (const std::uint16_t part : emptiest) {
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  }
  parts.push_back(0);
  return parts;
}

void rebalance(std::span<const WeightedRows> own, std::size_t constraints, std::span<std::uint16_t> part_of,
               PartFill& fill, const GatherMoves& gather) {
  constexpr std::size_t max_rounds = 100;
  WeightsToParts to{.weights = std::vector<std::int64_t>(fill.parts()), .parts = {}};
  std::vector<BalancingMove> moves;
  for (std::size_t round = 0; round < max_rounds && fill.excess() > 0; ++round) {
    std::vector<std::uint16_t> others = emptiest_parts(fill, constraints);
    moves.clear();
    for (const WeightedRows& some : own) {
      const auto end = static_cast<std::uint32_t>(some.first + some.rows.nodes());
      for (std::uint32_t v = some.first; v < end; ++v) {
        if (!fill.is_over(part_of[v])) continue;
        to.count(some, v, part_of);
        others.back() = static_cast<std::uint16_t>((v + round) % fill.parts());
        const BalancingMove move = cheapest_move(fill, v, part_of[v], to, others);
        if (move.to != no_part) moves.push_back(move);
      }
    }
    if (gather) gather(moves);
    if (moves.empty()) return;
    std::sort(moves.begin(), moves.end(), [](const BalancingMove& a, const BalancingMove& b) {
      return a.price != b.price ? a.price < b.price : a.node < b.node;
    });
    for (const BalancingMove& move : moves) {
      const std::uint16_t from = part_of[move.node];
      if (!fill.is_over(from) || fill.relief(move.node, from, move.to) <= 0) continue;
      fill.move(move.node, from, move.to);
      part_of[move.node] = move.to;
    }
  }
}

void rebalance(const WeightedGraph& graph, std::span<std::uint16_t> part_of, PartFill& fill) {
  const WeightedRows all{.rows = graph};
  rebalance(std::span(&all, 1), graph.constraints, part_of, fill, {});
}

PartLimits equal_limits(const std::vector<std::int64_t>& limits, std::int64_t parts) {
  PartLimits result{.parts = static_cast<std::size_t>(parts), .most = {}};
  for (std::int64_t part = 0; part < parts; ++part) {
    result.most.insert(result.most.end(), limits.begin(), limits.end());
  }
  return result;
}

}  // namespace tuplepack::graph
