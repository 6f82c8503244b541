#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::temporal {

// A static cache: rows that many batches need stay on the device, so that they are not transferred again (left to
// future work by Gao et al. 2024). The batches are known in advance, and so are the unique ids each would transfer. The
// rows needed by the most batches save the most.

/// Adds 1 for each id. Called with the unique ids of every batch, it counts the batches that need each row.
/// counts  [N]
/// ids     each below N
void count_accesses(std::span<const std::int64_t> ids, std::span<std::uint32_t> counts);

/// The rows to keep.
struct HotRows {
  std::vector<std::int64_t> ids;  ///< ascending, at most `budget`
  std::int64_t hits = 0;          ///< accesses to them
  std::int64_t accesses = 0;      ///< to all rows

  /// The share of accesses that need no transfer, apart from loading the hot rows once.
  [[nodiscard]] double hit_rate() const {
    return accesses == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(accesses);
  }
};

/// The most accessed rows, each accessed at least twice: a row needed once is transferred once either way. Ties go to
/// the lower ids.
/// counts  [N] accesses of each row
/// budget  the number of rows to keep, at most
/// cost    O(N + highest count)
[[nodiscard]] HotRows choose_hot_rows(std::span<const std::uint32_t> counts, std::int64_t budget);

/// [N] the index of each hot row among the hot rows, no_hot_row for every other row.
inline constexpr std::uint32_t no_hot_row = 0xffffffff;
[[nodiscard]] std::vector<std::uint32_t> hot_places(const HotRows& hot, std::int64_t rows);

/// Splits the unique ids of a batch into hits and misses. A batch finds its rows in the hot rows followed by the
/// transferred ones, which are in the order of `misses`.
/// places   [N] from hot_places
/// hot      the number of hot rows
/// unique   [R] ids, each below N
/// sources  [R] where each row is found: an index below `hot` is a hot row, hot + i is miss i
/// misses   room for R ids; the first ones are written
/// result   the number of misses
[[nodiscard]] std::int64_t find_sources(std::span<const std::uint32_t> places, std::int64_t hot,
                                        std::span<const std::int64_t> unique, std::span<std::uint32_t> sources,
                                        std::span<std::int64_t> misses);

}  // namespace tuplepack::temporal
