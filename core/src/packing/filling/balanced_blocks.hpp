#pragma once

#include "packing/stop.hpp"
#include "tuplepack/packing/limits.hpp"
#include "tuplepack/packing/plan.hpp"

#include <cstdint>
#include <span>

namespace tuplepack::packing {

/// Whether it pays to balance items one by one: up to `many`, and more only if at most four share a size, since best fit places
/// those of a size together.
[[nodiscard]] bool pays_to_balance(const Histogram& histogram, std::int64_t items, std::int64_t many);

/// Balances items that are dealt to blocks in turn, each with an equal share of the packs. Sizes of a block stay in caches,
/// and so the time grows with the number of items only; plans of large blocks have hardly more packs than one of all items.
/// items   the bin of each, the largest first; not empty
/// blocks  at least 1, at most one for each item
/// bound   ≥ 1: packs to begin with
/// result  at most `most` packs; an empty plan if none is found, or when stopped. With one block that of Balancing
[[nodiscard]] Plan balance_in_blocks(const Histogram& histogram, const Limits& limits,
                                     std::span<const std::uint32_t> items, std::int64_t blocks, std::int64_t bound,
                                     std::int64_t most, Stop& stop);

}  // namespace tuplepack::packing
