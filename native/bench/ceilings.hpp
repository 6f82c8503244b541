#pragma once

#include "arena.hpp"
#include "share_report.hpp"

namespace tuplepack::bench {

/// The memory of a benchmark on the CPU: well beyond the caches, or little when it need only be quick.
[[nodiscard]] std::size_t arena_bytes(const ShareOptions& options);

/// How long one case is repeated, in seconds.
[[nodiscard]] double shortest_time(const ShareOptions& options);

/// What one thread does with an eighth of the arena after the other, by the plainest means there are:
///   memset  writes it · read  sums it up · copy  moves it to the other half, bytes read and written both counted
/// Throws std::runtime_error when a sum is wrong.
[[nodiscard]] std::vector<Ceiling> measure_ceilings(Arena& arena, double shortest, const Say& progress);

}  // namespace tuplepack::bench
