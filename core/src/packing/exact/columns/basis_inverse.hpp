#pragma once

#include "one_pack.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// The inverse of the basis of a linear program, updated by pivots.
///
/// Most pivots read and write all of it, and it seldom fits into a cache. A pivot is therefore deferred until the next
/// one, and both are applied in one pass. The numbers are the same as without deferral.
///
/// memory  8 · size² bytes
class BasisInverse {
 public:
  /// The inverse of the identity.
  void reset(std::size_t size);

  /// Adds every row of the basis, from the last to the first, to another row above it.
  /// dominated  size: the number of that row, or `no_bin` for none
  /// cost   O(size²)
  void add_rows(std::span<const std::uint32_t> dominated);

  /// cost  O(size)
  [[nodiscard]] std::span<const double> column(std::size_t column);
  /// values  size
  void read_row(std::size_t row, std::span<double> values) const;

  /// A column enters the basis in a row.
  /// direction  the inverse times that column; not 0 in the row
  /// values     of the row, as read
  /// cost       O(size · values that are not 0)
  void pivot(std::size_t row, std::span<const double> direction, std::span<const double> values);

 private:
  std::size_t size_ = 0;
  std::vector<double> cells_;  // size × size, column-major

  // The deferred pivot, in the columns where it is not yet applied.
  std::size_t row_ = 0;
  std::vector<double> direction_;
  std::vector<double> pivoted_;  // new values of the row; 0 where nothing changes or it is already applied

  void catch_up(std::size_t column);
};

}  // namespace tuplepack::packing
