#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

// Rows that many batches need can stay where they are needed, e.g. on a device, so that they are not transferred again
// (left to future work by Gao et al. 2024). The batches are known in advance, and so is what each of them would
// transfer: its unique ids. The rows that save most are those of the most coming batches.

/// Adds 1 for each id. Called with the unique ids of a batch, it counts in how many batches a row is needed.
/// counts  [N]
/// ids     each below N
void count_accesses(std::span<const std::int64_t> ids, std::span<std::uint32_t> counts);

/// Rows that stay.
struct HotRows {
  std::vector<std::int64_t> ids;  ///< rising, at most as many as the budget
  std::int64_t hits = 0;          ///< accesses to them
  std::int64_t accesses = 0;      ///< to all rows

  /// The share of accesses that need no transfer but that of the hot rows themselves, once.
  [[nodiscard]] double hit_rate() const {
    return accesses == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(accesses);
  }
};

/// The rows that are accessed most, and at least twice: one that is needed once moves once either way. Of rows accessed
/// equally often, those with the lower ids.
/// counts  [N] accesses of each row
/// budget  how many rows may stay
/// cost    O(N + highest count)
[[nodiscard]] HotRows choose_hot_rows(std::span<const std::uint32_t> counts, std::int64_t budget);

/// Where rows are found: [N] the place of each hot row among them, no_hot_row for any other.
inline constexpr std::uint32_t no_hot_row = 0xffffffff;
[[nodiscard]] std::vector<std::uint32_t> hot_places(const HotRows& hot, std::int64_t rows);

/// Splits the unique ids of a batch into hits and misses. Hot rows and then those that are transferred, in the order of
/// `misses`, are what a batch finds its rows in.
/// places   [N] of hot_places
/// hot      how many hot rows there are
/// unique   [R] ids, each below N
/// sources  [R] where each row is found: below `hot` a hot row, else hot + its place among the misses
/// misses   room for R ids; the first of them are written
/// result   how many misses there are
[[nodiscard]] std::int64_t find_sources(std::span<const std::uint32_t> places, std::int64_t hot,
                                        std::span<const std::int64_t> unique, std::span<std::uint32_t> sources,
                                        std::span<std::int64_t> misses);

}  // namespace tuplepack
