#pragma once

#include "cuda/status.hpp"
#include "cuda/stream.hpp"
#include "tuplepack/temporal/hot_rows.hpp"

#include <cstddef>

namespace tuplepack::cuda {

/// The twin of tuplepack::find_sources, behind unique_inverse in one stream: the host need not know R, and waits once
/// for both counts before misses are transferred.
/// places    [N] of hot_places, in device memory
/// unique    room for R ids, all of which are ids if count is nullptr
/// count     R, where unique_inverse leaves it
/// sources   room for R; what lies after them is left as it is
/// missed    how many misses there are; in device memory, or in pinned memory
/// status    row_out_of_range: an id that is not below N. It is no miss, and its source is 2^32 − 1, which reconstruct
///           takes for no row
/// cost      three launches, over the room
[[nodiscard]] std::int64_t find_sources_workspace(std::int64_t unique);
[[nodiscard]] Result<void> find_sources(std::span<const std::uint32_t> places, std::int64_t hot,
                                        std::span<const std::int64_t> unique, const std::int64_t* count,
                                        std::span<std::uint32_t> sources, std::span<std::int64_t> misses,
                                        std::int64_t* missed, std::span<std::byte> workspace, StatusWord* status,
                                        Stream stream);

}  // namespace tuplepack::cuda
