#pragma once

#include "tuplepack/graph/adjacency.hpp"
#include "tuplepack/graph/assignment.hpp"
#include "tuplepack/graph/balance.hpp"
#include "tuplepack/graph/keep_going.hpp"
#include "tuplepack/graph/partition_options.hpp"

namespace tuplepack {

/// Multilevel partitioning: the graph is coarsened by clustering, the coarsest graph is bisected recursively, and the
/// partition is refined on every level on the way back.
/// errors  limit_not_positive or too_large (parts) · those of the balance · stopped
/// memory  6 to 35 bytes per edge beside the adjacency, most where coarse graphs hardly have fewer edges
[[nodiscard]] Result<NodeAssignment> multilevel(const Adjacency& adjacency, const PartBalance& balance,
                                                const PartitionOptions& options, const KeepGoing& keep_going = {});

}  // namespace tuplepack
