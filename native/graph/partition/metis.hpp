#pragma once

#include "tuplepack/graph/partition/adjacency.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/balance.hpp"
#include "tuplepack/graph/partition/partition_options.hpp"

namespace tuplepack::graph {

/// Whether this build includes METIS.
[[nodiscard]] bool has_metis();

/// The refinement iterations that DGL asks for, and METIS's own default.
inline constexpr int metis_iterations_of_dgl = 1;
inline constexpr int metis_default_iterations = 10;

/// k-way partitioning by METIS with the options and weights of DGL: a weight per class, which is 1 for the nodes of the
/// class, and where a second weight is balanced, one more per class with that weight of its nodes. METIS keeps to the
/// limits where it can; it runs to its end and cannot be stopped.
/// options  passes are not used
/// errors   unsupported (a build without METIS; more nodes or entries of neighbours than its 32-bit ids count)
///          · limit_not_positive or too_large (parts) · those of the balance · device (METIS fails, for instance for
///          lack of memory)
/// memory   4 bytes per entry of neighbours for a copy, and several times as much inside METIS
[[nodiscard]] Result<NodeAssignment> metis_partition(const Adjacency& adjacency, const PartBalance& balance,
                                                     const PartitionOptions& options,
                                                     int iterations = metis_iterations_of_dgl);

}  // namespace tuplepack::graph
