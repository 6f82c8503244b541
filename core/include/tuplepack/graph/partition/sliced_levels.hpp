#pragma once

#include "coarsen.hpp"
#include "enforce_limits.hpp"
#include "refine.hpp"

#include <memory>

namespace tuplepack::graph {

// The steps of multilevel partitioning for a graph whose rows are divided among several processes: they go slice by
// slice. All nodes of a slice choose, given where all nodes are; then the choices are applied in the order of nodes. A
// slice may be chosen for in pieces, by whoever has the rows.

/// What a node would do.
struct ClusterChoice {
  std::uint32_t cluster = 0xffffffff;   ///< to join
  std::uint32_t favoured = 0xffffffff;  ///< to join if it fitted; 0xffffffff: none
};

/// Clusters by size-constrained label propagation, as cluster() makes them, but in the order of nodes.
/// memory  16 + 4 · constraints bytes per node
class SlicedClusters {
 public:
  /// node_weights  node × constraints + constraint; must outlive this
  /// largest       what a cluster may weigh, by constraint
  SlicedClusters(std::span<const std::uint32_t> node_weights, std::vector<std::int64_t> largest);
  ~SlicedClusters();
  SlicedClusters(const SlicedClusters&) = delete;
  SlicedClusters& operator=(const SlicedClusters&) = delete;

  /// choices  one per row
  void choose(const WeightedRows& rows, std::span<ClusterChoice> choices);
  /// Nodes from `first` on join the clusters that they chose, where these still have room and members.
  void apply(std::uint32_t first, std::span<const ClusterChoice> choices);
  /// Joins nodes left alone, as cluster() does. To be called once.
  [[nodiscard]] Clusters finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A partition that is refined: nodes go where they have most edge weight, if there is room.
class SlicedRefinement {
 public:
  /// All must outlive this.
  SlicedRefinement(std::span<const std::uint32_t> node_weights, const PartLimits& limits,
                   std::span<std::uint16_t> part_of);
  ~SlicedRefinement();
  SlicedRefinement(const SlicedRefinement&) = delete;
  SlicedRefinement& operator=(const SlicedRefinement&) = delete;

  /// Empties parts above their limits, see enforce_limits().
  void balance(std::span<const WeightedRows> own, const GatherMoves& gather);
  /// choices  one part per row
  void choose(const WeightedRows& rows, std::span<std::uint16_t> choices);
  /// Nodes from `first` on go to the parts that they chose, where there is still room. Returns how many moved.
  std::int64_t apply(std::uint32_t first, std::span<const std::uint16_t> choices);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::graph
