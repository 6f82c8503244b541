#pragma once

#include "adjacency.hpp"
#include "balance.hpp"
#include "tuplepack/base/keep_going.hpp"

#include <functional>

namespace tuplepack::graph {

/// Counters by part that choose_parts works with: 8 bytes per part. One per thread.
class PartCounts {
 public:
  explicit PartCounts(std::int64_t parts) : counts_(static_cast<std::size_t>(parts)) {}

  void add(std::uint16_t part) {
    if (counts_[part]++ == 0) touched_.push_back(part);
  }
  [[nodiscard]] std::uint32_t operator[](std::size_t part) const { return counts_[part]; }
  [[nodiscard]] std::span<const std::uint16_t> touched() const { return touched_; }
  void clear() {
    for (const std::uint16_t part : touched_) counts_[part] = 0;
    touched_.clear();
  }

 private:
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint16_t> touched_;
};

/// How a node chooses among the parts with room for it.
enum class ChoiceRule : std::uint8_t {
  by_slack,       ///< the part with most neighbours, each counted by how much room the part has left
  by_neighbours,  ///< the part with most neighbours, if these are more than in its own
};

/// The part that each node would go to whose neighbours these are, given where all nodes are: no_part for a node that
/// is in no part and has no neighbour in a part with room.
/// labels   the part of every node, or no_part with ChoiceRule::by_slack
/// choices  one per node of the rows
/// cost     O(nodes + edges of the rows)
void choose_parts(const AdjacencyRows& rows, const NodeWeights& weights, ChoiceRule rule,
                  std::span<const std::uint16_t> labels, const PartLoads& loads, PartCounts& counts,
                  std::span<std::uint16_t> choices);

/// Moves the nodes of a slice, in ascending order, as they chose, where there is still room. Unassigned
/// nodes are always placed, in the emptiest part if necessary. Returns how many moved.
std::int64_t apply_choices(const NodeWeights& weights, NodeSlice slice, std::span<const std::uint16_t> choices,
                           std::span<std::uint16_t> labels, PartLoads& loads);

/// How many nodes choose before their choices are applied: one by one below 2^20 nodes, 1/1024 of all above, so that
/// the choices of a slice can be made by several threads or processes.
[[nodiscard]] std::int64_t slice_size(std::int64_t nodes);

/// The fraction of a stage, as one of the whole.
[[nodiscard]] KeepGoing within(const KeepGoing& keep_going, double begin, double end);

/// Calls visit for slice after slice, and asks every few of them, with the fraction of nodes that is done.
/// errors  stopped
[[nodiscard]] Result<void> for_slices(std::int64_t nodes, const KeepGoing& keep_going,
                                      const std::function<void(NodeSlice slice)>& visit);

/// Makes the choices of a slice: choose_parts, for the whole slice or for pieces of it.
using ChooseSlice = std::function<void(NodeSlice slice, const NodeWeights& weights, ChoiceRule rule,
                                       std::span<const std::uint16_t> labels, const PartLoads& loads,
                                       std::span<std::uint16_t> choices)>;

/// So many passes over all nodes, or as many as move more than one node in a thousand.
/// loads   of the labels
/// errors  stopped
[[nodiscard]] Result<void> restream_passes(const NodeWeights& weights, std::int64_t passes, ChoiceRule rule,
                                           const ChooseSlice& choose, PartLoads& loads, std::span<std::uint16_t> labels,
                                           const KeepGoing& keep_going = {});

/// Neighbours of the rows' nodes that are in other parts than these: over all rows, twice the edges that are cut.
[[nodiscard]] std::int64_t cut_of_rows(const AdjacencyRows& rows, std::span<const std::uint16_t> labels);

}  // namespace tuplepack::graph
