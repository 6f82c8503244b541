#pragma once

#include "tuplepack/graph/partition/adjacency.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// An undirected graph without self-loops and parallel edges. Node ids are shuffled.
struct BenchGraph {
  std::string name;
  std::vector<std::int64_t> offsets;
  std::vector<std::uint32_t> neighbours;

  [[nodiscard]] graph::Adjacency adjacency() const { return {.offsets = offsets, .neighbours = neighbours}; }
  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  [[nodiscard]] std::int64_t edges() const { return static_cast<std::int64_t>(neighbours.size()) / 2; }
};

/// Draws the edges of R-MAT (Chakrabarti, Zhan, Faloutsos 2004) with the parameters of Graph500, .57 .19 .19 .05: 2^scale
/// nodes, 16 edges for each, which may repeat and be self-loops.
void draw_rmat(int scale, std::uint64_t seed, const std::function<void(std::uint32_t from, std::uint32_t to)>& add);

/// The undirected graph of these edges; those drawn twice and self-loops count once and not at all.
[[nodiscard]] BenchGraph rmat(int scale, std::uint64_t seed);

/// Communities with many edges inside, as in the LFR benchmark (Lancichinetti, Fortunato, Radicchi 2008): degrees
/// follow a power law with exponent 3, sizes of communities one with exponent 2, and about a quarter of each node's
/// edges go anywhere.
[[nodiscard]] BenchGraph lfr_like(int scale, std::uint64_t seed);

/// The graph of a list of pairs of nodes, which may repeat and be in either order.
[[nodiscard]] BenchGraph graph_of_pairs(std::string name, std::int64_t nodes, std::span<const std::int64_t> sources,
                                        std::span<const std::int64_t> targets);

}  // namespace tuplepack::bench
