#pragma once

#include "tuplepack/graph/partition/restream.hpp"

namespace tuplepack::graph {

/// Streaming clustering, as in 2PS (Mayer et al. 2020) and CUTTANA (2024): clusters of bounded weight grow along the edges,
/// then multilevel() partitions a graph of them, with one edge for each node, or up to four if there are few nodes: drawn
/// from those that leave its cluster, and as heavy as all of these.
/// result  the part of every node, perhaps above the limits
/// errors  stopped
/// cost    O(edges): four to seven times over all of them
/// memory  clustering_memory()
[[nodiscard]] Result<std::vector<std::uint16_t>> place_clusters(std::int64_t nodes, const NodeWeights& weights,
                                                                std::int64_t parts, const RestreamSteps& steps,
                                                                const KeepGoing& keep_going);

}  // namespace tuplepack::graph
