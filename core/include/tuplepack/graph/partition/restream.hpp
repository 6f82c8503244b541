#pragma once

#include "assignment.hpp"
#include "partition_options.hpp"
#include "restream_passes.hpp"
#include "sliced_levels.hpp"

namespace tuplepack::graph {

// Restreaming with linear deterministic greedy (Nishimura, Ugander 2013; Stanton, Kliot 2012): pass after pass, every
// node goes to the part that has most of its neighbours, each counted by how much room the part has left. The second
// weight waits: passes that obey both limits cut far more than passes for the classes alone, whose parts are then
// brought within the limit by the moves that lose least. Further passes move nodes only where that cuts fewer edges.
// Single nodes do not find groups that belong together, and the second limit breaks up those there are. So with a second
// weight the first pass is led by clusters of bounded weight, which are placed as a whole, see place_clusters(); these
// places, improved by themselves, compete with the result, and so do ranges of ids.

/// Fills in a choice for every node of some rows.
using ChooseClusters = std::function<void(const AdjacencyRows& rows, std::span<ClusterChoice> choices)>;

/// What restream leaves to those who hold the rows: threads or ranks.
struct RestreamSteps {
  ChooseSlice choose;
  std::function<void(const NodeWeights& weights, std::span<std::uint16_t> labels)> enforce;  ///< enforce_limits()
  std::function<std::int64_t(std::span<const std::uint16_t> labels)> count_cut;              ///< cut_of_rows() of all
  /// Hands on the rows of a slice, each in some call, with the choices that are theirs; then all choices are known.
  std::function<void(NodeSlice slice, const ChooseClusters& choose, std::span<ClusterChoice> choices)> choose_clusters;
};

/// Never cuts more edges than equal ranges of ids of every class, brought within the limits. The seed has no influence.
/// errors  those of the balance · limit_not_positive or too_large (parts, passes) · stopped
[[nodiscard]] Result<NodeAssignment> restream(std::int64_t nodes, const PartBalance& balance,
                                              const PartitionOptions& options, const RestreamSteps& steps,
                                              const KeepGoing& keep_going = {});

/// The same on one thread.
/// cost    O(passes · edges)
/// memory  4 bytes per node beside the adjacency. With a second weight, clustering_memory(), if that fits
[[nodiscard]] Result<NodeAssignment> restream(const Adjacency& adjacency, const PartBalance& balance,
                                              const PartitionOptions& options, const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
