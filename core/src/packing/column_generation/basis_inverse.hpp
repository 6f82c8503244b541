#pragma once

#include "one_pack.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// The inverse of the basis of a linear program, under exchanges of one column of the basis.
///
/// It is read and written as a whole in most exchanges, and seldom fits into a cache. So an exchange waits for the next
/// one, and both are made in one pass. Every number is computed as if none had waited.
///
/// memory  8 · size² bytes
class BasisInverse {
 public:
  /// That of the identity.
  void reset(std::size_t size);

  /// Adds every row of the basis, from the last to the first, to another.
  /// dominated  size: the other row, which is of smaller number, or `no_bin` for none
  /// cost   O(size²)
  void add_rows(std::span<const std::uint32_t> dominated);

  /// cost  O(size)
  [[nodiscard]] std::span<const double> column(std::size_t column);
  /// values  size
  void read_row(std::size_t row, std::span<double> values) const;

  /// Another column enters the basis in a row.
  /// direction  the inverse times that column; not 0 in the row
  /// values     of the row, as read
  /// cost       O(size · values that are not 0)
  void pivot(std::size_t row, std::span<const double> direction, std::span<const double> values);

 private:
  std::size_t size_ = 0;
  std::vector<double> cells_;  // size × size, column-major

  // The last exchange, in the columns where it waits.
  std::size_t row_ = 0;
  std::vector<double> direction_;
  std::vector<double> pivoted_;  // what the row gets; 0 in columns that do not change, or have done so

  void catch_up(std::size_t column);
};

}  // namespace tuplepack
