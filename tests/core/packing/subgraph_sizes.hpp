#pragma once

#include "instances.hpp"

namespace tuplepack::tests {

/// Sizes like those of subgraphs sampled from a graph of four node and four edge types: nearly proportional to each
/// other, with a long tail. Items × 8, in the order of drawing.
[[nodiscard]] std::vector<std::int64_t> subgraph_sizes(std::int64_t items, std::uint64_t seed);

/// Items × k, with limits of so many mean sizes, or the largest size.
[[nodiscard]] Instance with_limits(const std::vector<std::int64_t>& sizes, std::size_t k, std::int64_t means);

/// The packs of dynamic batching: items as they come; a pack closes when the next does not fit.
[[nodiscard]] std::int64_t consecutive(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& limits);

}  // namespace tuplepack::tests
