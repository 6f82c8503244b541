#pragma once

#include "arena.hpp"
#include "share_report.hpp"

namespace tuplepack::bench {

/// The memory of a benchmark on the CPU: well beyond the caches, or little for a quick run.
[[nodiscard]] std::size_t arena_bytes(const ShareOptions& options);

/// How long one case is repeated, in seconds.
[[nodiscard]] double shortest_time(const ShareOptions& options);

/// The memory bandwidth of one thread, over one eighth of the arena at a time:
///   memset  writes · read  sums · copy  copies to the other half (bytes read and written are both counted)
/// Throws std::runtime_error when a sum is wrong.
[[nodiscard]] std::vector<Ceiling> measure_ceilings(Arena& arena, double shortest, const Say& progress);

}  // namespace tuplepack::bench
