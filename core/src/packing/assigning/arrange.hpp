#pragma once

#include "tuplepack/packing/assign.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// The pieces of each pack, in CSR.
struct Arrangement {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> pieces;
  std::vector<std::uint32_t> strategies;  // packs: the strategy of each
};

/// The packs of a plan in the given order. A plan leaves open which pieces of a bin share a pack, and in which order
/// packs come.
/// counts   bins: pieces of each bin, as many as the plan uses
/// by_bin   0 … pieces − 1 in the order they came: those of bin 0, then those of bin 1, …; changed
/// packs    offsets reserves room for this many packs
[[nodiscard]] Arrangement arrange(const Plan& plan, std::span<const std::int64_t> counts,
                                  std::span<std::int32_t> by_bin, Order order, std::uint64_t seed, std::size_t packs);

/// The same packs in another order.
/// order  packs: the pack at each position
/// packs  as for arrange
[[nodiscard]] Arrangement reorder(const Arrangement& arrangement, std::span<const std::uint32_t> order,
                                  std::size_t packs);

}  // namespace tuplepack::packing
