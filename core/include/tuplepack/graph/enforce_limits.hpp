#pragma once

#include "tuplepack/graph/adjacency.hpp"
#include "tuplepack/graph/balance.hpp"

namespace tuplepack {

/// Moves nodes out of parts that are above the limits of a balance, those first that lose least for what they relieve.
/// Where no single move helps, heavy nodes change places with lighter ones, whatever is cut. After this the limits of
/// the classes hold; and that of the second weight, unless single nodes weigh too much.
/// memory  none if the limits hold; otherwise 4 bytes per node and constraint, and 16 per node of the parts above them
void enforce_limits(const Adjacency& adjacency, const NodeWeights& weights, std::int64_t parts,
                    std::span<std::uint16_t> part_of);

}  // namespace tuplepack
