#pragma once

#include "tuplepack/graph/partition/enforce_limits.hpp"
#include "tuplepack/graph/partition/refine.hpp"

namespace tuplepack::graph {

/// What every part holds of each constraint, against what it may hold at most.
class PartFill {
 public:
  /// node_weights  node × constraints + constraint; they and the limits must outlive this
  PartFill(std::span<const std::uint32_t> node_weights, std::size_t constraints, std::span<const std::uint16_t> part_of,
           const PartLimits& limits);

  [[nodiscard]] std::size_t parts() const { return limits_.parts; }
  [[nodiscard]] bool is_over(std::size_t part) const;
  /// Σ over parts and constraints of what is above the limit, as a share of the limit.
  [[nodiscard]] double excess() const;
  /// Whether a node that is not in the part may come into it.
  [[nodiscard]] bool fits(std::size_t v, std::size_t part) const {
    const std::size_t first = part * constraints_;
    for (std::size_t c = 0; c < constraints_; ++c) {
      const std::int64_t weight = node_weights_[v * constraints_ + c];
      if (weight != 0 && loads_[first + c] + weight > limits_.most[first + c]) return false;
    }
    return true;
  }
  /// The load of a constraint as a share of its limit.
  [[nodiscard]] double fullness(std::size_t part, std::size_t constraint) const;
  /// That of the fullest constraint.
  [[nodiscard]] double fullness(std::size_t part) const;
  /// By how much the excess falls if a node changes parts.
  [[nodiscard]] double relief(std::size_t v, std::size_t from, std::size_t to) const;
  void move(std::size_t v, std::size_t from, std::size_t to);

 private:
  std::span<const std::uint32_t> node_weights_;
  std::size_t constraints_;
  const PartLimits& limits_;
  std::vector<std::int64_t> loads_;  // part × constraints + constraint
};

/// Edge weights from one node to parts.
struct WeightsToParts {
  std::vector<std::int64_t> weights;  // by part
  std::vector<std::uint16_t> parts;   // those of the neighbours

  void count(const WeightedRows& own, std::uint32_t v, std::span<const std::uint16_t> part_of) {
    for (const std::uint16_t part : parts) weights[part] = 0;
    parts.clear();
    const WeightedGraph& graph = own.rows;
    const std::size_t row = v - own.first;
    const auto end = static_cast<std::size_t>(graph.offsets[row + 1]);
    for (auto i = static_cast<std::size_t>(graph.offsets[row]); i < end; ++i) {
      const std::uint32_t u = graph.neighbours[i];
      if (u == v) continue;
      if (weights[part_of[u]] == 0) parts.push_back(part_of[u]);
      weights[part_of[u]] += graph.edge_weight(i);
    }
  }
};

/// Moves nodes out of parts that are above their limits, those first that lose least for what they relieve, until no
/// move of a node to a part of its neighbours or to an empty one helps any more.
/// memory  16 bytes per node of those parts
void rebalance(const WeightedGraph& graph, std::span<std::uint16_t> part_of, PartFill& fill);

/// The same for nodes that are divided among several.
void rebalance(std::span<const WeightedRows> own, std::size_t constraints, std::span<std::uint16_t> part_of,
               PartFill& fill, const GatherMoves& gather);

}  // namespace tuplepack::graph
