#pragma once

#include "tuplepack/graph/refine.hpp"

namespace tuplepack {

/// What every part holds of each constraint, against what it may hold at most.
class PartFill {
 public:
  /// Both must outlive this.
  PartFill(const WeightedGraph& graph, std::span<const std::uint16_t> part_of, const PartLimits& limits);

  [[nodiscard]] std::size_t parts() const { return limits_.parts; }
  [[nodiscard]] bool is_over(std::size_t part) const;
  /// Σ over parts and constraints of what is above the limit, as a share of the limit.
  [[nodiscard]] double excess() const;
  /// Whether a node that is not in the part may come into it.
  [[nodiscard]] bool fits(std::size_t v, std::size_t part) const {
    const std::size_t first = part * graph_.constraints;
    for (std::size_t c = 0; c < graph_.constraints; ++c) {
      const std::int64_t weight = graph_.node_weights[v * graph_.constraints + c];
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
  const WeightedGraph& graph_;
  const PartLimits& limits_;
  std::vector<std::int64_t> loads_;  // part × constraints + constraint
};

/// Moves nodes out of parts that are above their limits, those first that lose least for what they relieve, until no
/// move of a node to a part of its neighbours or to an empty one helps any more.
/// memory  16 bytes per node of those parts
void rebalance(const WeightedGraph& graph, std::span<std::uint16_t> part_of, PartFill& fill);

}  // namespace tuplepack
