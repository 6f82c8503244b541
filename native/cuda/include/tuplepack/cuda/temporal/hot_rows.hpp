#pragma once

#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/temporal/hot_rows.hpp"

#include <cstddef>

namespace tuplepack::cuda {

/// The twin of tuplepack::temporal::find_sources, for use after unique_inverse in the same stream: the host need not know R, and
/// synchronizes once for both counts before misses are transferred.
/// places    [N] from hot_places, in device memory
/// unique    room for R ids; R is its size if count is nullptr
/// count     R, as written by unique_inverse
/// sources   room for R; the rest is left unchanged
/// missed    the number of misses, in device or pinned memory
/// status    row_out_of_range: an id ≥ N. It is not a miss, and its source is 2^32 − 1, which reconstruct skips
/// cost      three launches over the room for ids
[[nodiscard]] std::int64_t find_sources_workspace(std::int64_t unique);
[[nodiscard]] Result<void> find_sources(std::span<const std::uint32_t> places, std::int64_t hot,
                                        std::span<const std::int64_t> unique, const std::int64_t* count,
                                        std::span<std::uint32_t> sources, std::span<std::int64_t> misses,
                                        std::int64_t* missed, std::span<std::byte> workspace, StatusWord* status,
                                        Stream stream);

}  // namespace tuplepack::cuda
