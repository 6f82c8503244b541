#pragma once

#include "assignment.hpp"
#include "balance.hpp"
#include "partition_options.hpp"

namespace tuplepack::graph {

/// Puts nodes into parts at random: each of the assignments in which the parts have the same number of nodes of every
/// class, up to one, is equally likely. Parts that have one more of a class are spread over the parts. The second weight
/// is not regarded.
/// errors  limit_not_positive or too_large (parts) · those of the balance
/// cost    O(nodes · log parts); 2 bytes per node
[[nodiscard]] Result<NodeAssignment> random_partition(std::int64_t nodes, const PartBalance& balance,
                                                      const PartitionOptions& options);

}  // namespace tuplepack::graph
