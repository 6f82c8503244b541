#pragma once

#include "adjacency.hpp"
#include "balance.hpp"

#include <functional>

namespace tuplepack::graph {

/// Moves nodes out of overloaded parts, in order of the least loss per relieved weight.
/// Where no single move helps, heavy nodes change places with lighter ones, whatever is cut. After this the limits of
/// the classes hold; and that of the second weight, unless single nodes weigh too much.
/// memory  none if the limits hold; otherwise 4 bytes per node and constraint, and 16 per node of the parts above them
void enforce_limits(const Adjacency& adjacency, const NodeWeights& weights, std::int64_t parts,
                    std::span<std::uint16_t> part_of);

/// A move that brings parts closer to their limits, and what it costs.
struct BalancingMove {
  double price = 0;
  std::uint32_t node = 0;
  std::uint16_t to = no_part;
};

/// Adds to some moves those of all other ranks. Collective: called the same number of times on all ranks.
using GatherMoves = std::function<void(std::vector<BalancingMove>& moves)>;

/// The same for an adjacency that is divided among several, each of which comes to the same result.
/// rows  the neighbours of some nodes, slice by slice
void enforce_limits(std::span<const AdjacencyRows> rows, const NodeWeights& weights, std::int64_t parts,
                    std::span<std::uint16_t> part_of, const GatherMoves& gather);

}  // namespace tuplepack::graph
