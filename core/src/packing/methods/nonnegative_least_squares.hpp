#pragma once

#include "packing/stop.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// A matrix by columns of few entries (CSC): column j has the entries [offsets[j], offsets[j+1]), each row at most
/// once.
struct SparseColumns {
  std::vector<std::size_t> offsets{0};
  std::vector<std::uint32_t> rows;
  std::vector<double> values;

  [[nodiscard]] std::size_t count() const { return offsets.size() - 1; }
  /// One more entry of the column that is being added; finish_column() ends it.
  void add(std::size_t row, double value);
  void finish_column() { offsets.push_back(rows.size()); }
};

/// The x ≥ 0 that makes ‖A x − b‖ least: Lawson and Hanson 1974, chapter 23. Where several do, the one that comes of
/// taking the column with the largest gradient, the first among equals. The same on every platform: only + − · / √.
/// b           as many as rows
/// result      when stopped the x so far, which is ≥ 0 too
/// cost        one step per column taken, and about half as many taken back: O(entries + taken²) each; a triangle of
///             taken² / 2 numbers is kept. 0.15 s for 22,000 columns of 3 entries and 512 rows
[[nodiscard]] std::vector<double> nonnegative_least_squares(const SparseColumns& a, std::span<const double> b,
                                                            Stop& stop);

}  // namespace tuplepack::packing
