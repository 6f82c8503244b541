#pragma once

#include "node_shares.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/balance.hpp"
#include "tuplepack/graph/partition/partition_options.hpp"

#include <cstdint>
#include <string>

namespace tuplepack::graph {

/// How the nodes are divided among ranks for distributed_multilevel.
[[nodiscard]] NodeShares shares_for_levels(std::int64_t nodes, int ranks);

struct DistributedLevels {
  std::string scratch;  ///< a folder of this rank, for the levels
  std::int64_t memory;  ///< of a rank, for the level that one works on alone
};

/// Collective: multilevel partitioning of a graph whose rows are divided among ranks. The graph is coarsened and
/// refined by all ranks, slice by slice (see sliced_levels.hpp), and partitioned by rank 0 on the first level that fits
/// in its memory. The result depends on the graph and the memory only, not on the number of ranks.
/// own     the rows of this rank's nodes
/// shares  by shares_for_levels
/// errors  those of multilevel, and of writing files: the same on all ranks
/// memory  about 30 bytes per node on each rank, whatever the number of edges; levels are in mapped files
[[nodiscard]] Result<NodeAssignment> distributed_multilevel(const Adjacency& own, const NodeShares& shares,
                                                            const PartBalance& balance, const PartitionOptions& options,
                                                            const DistributedLevels& room,
                                                            const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
