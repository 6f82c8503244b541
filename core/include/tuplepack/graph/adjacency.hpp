#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tuplepack {

/// The undirected graph that partitioning looks at, as CSR: the neighbours of node v are
/// neighbours[offsets[v]] … neighbours[offsets[v + 1] − 1]. Every edge u → v with u ≠ v appears twice, as v among the
/// neighbours of u and as u among those of v; parallel edges appear as often as there are.
struct Adjacency {
  std::span<const std::int64_t> offsets;      ///< nodes + 1
  std::span<const std::uint32_t> neighbours;  ///< ascending within a node

  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  [[nodiscard]] std::int64_t degree(std::int64_t v) const {
    const auto i = static_cast<std::size_t>(v);
    return offsets[i + 1] - offsets[i];
  }
  [[nodiscard]] std::span<const std::uint32_t> neighbours_of(std::int64_t v) const {
    const auto i = static_cast<std::size_t>(v);
    return neighbours.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(degree(v)));
  }
};

}  // namespace tuplepack
