#pragma once

#include "tuplepack/packing/limits.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

// How items and packs compare in size.

/// The components from the tightest, whose sum needs most packs, to the one with most room.
[[nodiscard]] std::vector<std::uint32_t> tightest_first(const Histogram& histogram, const Limits& limits);

/// How many items of a size fit into a room, at most `most`.
[[nodiscard]] std::int64_t copies_that_fit(std::span<const std::int64_t> size, std::span<const std::int64_t> room,
                                           std::int64_t most);

}  // namespace tuplepack::packing
