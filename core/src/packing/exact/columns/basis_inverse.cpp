#include "basis_inverse.hpp"

#include <utility>

namespace tuplepack::packing {

void BasisInverse::reset(std::size_t size) {
  size_ = size;
  cells_.assign(size * size, 0.0);
  for (std::size_t at = 0; at < cells_.size(); at += size + 1) cells_[at] = 1.0;
  pivoted_.assign(size, 0.0);
}

/// to[row] -= by · direction[row]
static void subtract(double* __restrict to, const double* __restrict direction, double by, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) to[row] -= by * direction[row];
}

/// The same by one direction and then by another.
static void subtract_both(double* __restrict to, const double* __restrict first, double by_first,
                          const double* __restrict second, double by_second, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) to[row] = to[row] - by_first * first[row] - by_second * second[row];
}

void BasisInverse::catch_up(std::size_t column) {
  const double pivoted = std::exchange(pivoted_[column], 0.0);
  if (pivoted == 0.0) return;
  double* const cells = &cells_[column * size_];
  subtract(cells, direction_.data(), pivoted, size_);
  cells[row_] = pivoted;
}

std::span<const double> BasisInverse::column(std::size_t column) {
  catch_up(column);
  return std::span(cells_).subspan(column * size_, size_);
}

void BasisInverse::add_rows(std::span<const std::uint32_t> dominated) {
  for (std::size_t row = size_; row-- > 0;) {
    if (dominated[row] != no_bin) {
      catch_up(row);
      catch_up(dominated[row]);
      subtract(&cells_[row * size_], &cells_[dominated[row] * size_], 1.0, size_);
    }
  }
}

void BasisInverse::read_row(std::size_t row, std::span<double> values) const {
  for (std::size_t column = 0; column < size_; ++column) {
    const double cell = cells_[column * size_ + row];
    const double pivoted = pivoted_[column];
    values[column] = pivoted == 0.0 ? cell : row == row_ ? pivoted : cell - pivoted * direction_[row];
  }
}

void BasisInverse::pivot(std::size_t row, std::span<const double> direction, std::span<const double> values) {
  const double by = direction[row];
  for (std::size_t column = 0; column < size_; ++column) {
    const double pivoted = values[column] / by;
    const double earlier = pivoted_[column];
    if (pivoted == 0.0 || earlier == 0.0) {
      catch_up(column);
      pivoted_[column] = pivoted;
      continue;
    }
    double* const cells = &cells_[column * size_];
    subtract_both(cells, direction_.data(), earlier, direction.data(), pivoted, size_);
    cells[row_] = earlier - pivoted * direction[row_];
    cells[row] = pivoted;
    pivoted_[column] = 0.0;
  }
  direction_.assign(direction.begin(), direction.end());
  row_ = row;
}

}  // namespace tuplepack::packing
