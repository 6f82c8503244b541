#pragma once

#include "node_shares.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/graph/partition/enforce_limits.hpp"

namespace tuplepack::graph {

/// Gathers the moves of all ranks at every one, a collective. None where one rank has all nodes.
[[nodiscard]] GatherMoves gathering(const NodeShares& shares);

/// Asks all ranks that share nodes whether to continue, so that they stop together: a collective.
/// keep_going  of this rank; must outlive the result
[[nodiscard]] KeepGoing asked_of_all(const NodeShares& shares, const KeepGoing& keep_going);

}  // namespace tuplepack::graph
