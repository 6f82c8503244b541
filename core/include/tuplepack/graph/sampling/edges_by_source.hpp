#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// The edges of a set of a whole graph, grouped by source. The arrays belong to the caller.
struct EdgesBySource {
  std::size_t source = 0;  ///< node sets, by index in the schema
  std::size_t target = 0;
  std::span<const std::uint64_t> offsets{};  ///< [source nodes + 1] source s has the edges [offsets[s], offsets[s+1])
  std::span<const std::uint32_t> targets{};  ///< [E] the edges of a source are in the order of their table
  std::span<const std::uint32_t> rows{};     ///< [E] row of the edge in its table; empty: the row is the position
  std::span<const float> weights{};          ///< [E], or empty
  std::span<const std::int64_t> times{};     ///< [E], or empty; floats come as integers that keep their order

  [[nodiscard]] std::size_t edges() const { return targets.size(); }
};

/// A whole graph, from which subgraphs are sampled. Its sets are in the order of the TensorSchema, without readout sets
/// and latent sets that have no table.
struct HeterogeneousGraph {
  std::vector<std::uint64_t> nodes{};  ///< of each node set
  std::vector<EdgesBySource> edge_sets{};
};

}  // namespace tuplepack::graph
