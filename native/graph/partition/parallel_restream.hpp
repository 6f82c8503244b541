#pragma once

#include "node_shares.hpp"
#include "tuplepack/graph/partition/restream.hpp"

namespace tuplepack::graph {

/// How the nodes are divided among so many ranks for restream: all to the first where they choose one by one.
[[nodiscard]] NodeShares shares_for_restream(std::int64_t nodes, int ranks);

/// restream(), with the choices of each slice divided among threads: the same labels for any number.
/// threads  0: all hardware threads
/// errors   as restream
[[nodiscard]] Result<NodeAssignment> parallel_restream(const Adjacency& adjacency, const PartBalance& balance,
                                                       const PartitionOptions& options, int threads,
                                                       const KeepGoing& keep_going = {});

/// Collective: the same, with the choices of each slice divided among ranks, and those of each rank among threads. The
/// labels are replicated.
/// own     the rows of this rank's nodes
/// shares  among all ranks, or one alone, which then need not be a collective
/// errors  the same on all ranks
[[nodiscard]] Result<NodeAssignment> parallel_restream(const Adjacency& own, const NodeShares& shares,
                                                       const PartBalance& balance, const PartitionOptions& options,
                                                       int threads, const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
