// The deferred pivots of the inverse of a basis against plain ones, to the last bit.
#include "packing/exact/columns/basis_inverse.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tuplepack::tests::basis_inverse_test {

using namespace packing;

using tuplepack::tests::Random;

namespace {

/// Row-major.
struct Plain {
  std::size_t size;
  std::vector<double> cells;

  void pivot(std::size_t row, const std::vector<double>& direction) {
    for (std::size_t column = 0; column < size; ++column) {
      const double pivoted = cells[row * size + column] / direction[row];
      if (pivoted == 0.0) continue;
      for (std::size_t other = 0; other < size; ++other) cells[other * size + column] -= pivoted * direction[other];
      cells[row * size + column] = pivoted;
    }
  }
};

}  // namespace

TEST_CASE("a deferred pivot changes no number") {
  Random random(71);
  BasisInverse inverse;
  for (int i = 0; i < 200; ++i) {
    const auto size = static_cast<std::size_t>(random.between(1, 12));
    CAPTURE(size);
    inverse.reset(size);
    Plain plain{.size = size, .cells = std::vector<double>(size * size, 0.0)};
    for (std::size_t at = 0; at < size; ++at) plain.cells[at * size + at] = 1.0;
    std::vector<double> values(size);
    for (int pivot = 0; pivot < 30; ++pivot) {
      const auto row = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size) - 1));
      // The inverse times a column of few numbers.
      std::vector<double> direction(size, 0.0);
      for (int entry = 0; entry < 2; ++entry) {
        const auto at = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size) - 1));
        const auto column = inverse.column(at);
        for (std::size_t other = 0; other < size; ++other) {
          REQUIRE(column[other] == plain.cells[other * size + at]);
          direction[other] += column[other] * static_cast<double>(random.between(1, 3));
        }
      }
      if (std::abs(direction[row]) < 0.1) continue;
      inverse.read_row(row, values);
      for (std::size_t column = 0; column < size; ++column) REQUIRE(values[column] == plain.cells[row * size + column]);
      inverse.pivot(row, direction, values);
      plain.pivot(row, direction);
    }
    for (std::size_t row = 0; row < size; ++row) {
      inverse.read_row(row, values);
      for (std::size_t column = 0; column < size; ++column) REQUIRE(values[column] == plain.cells[row * size + column]);
    }
  }
}

TEST_CASE("rows added to others leave an inverse") {
  Random random(73);
  BasisInverse inverse;
  for (int i = 0; i < 200; ++i) {
    const auto size = static_cast<std::size_t>(random.between(1, 12));
    CAPTURE(size);
    inverse.reset(size);
    std::vector<double> basis(size * size, 0.0);  // row-major
    for (std::size_t at = 0; at < basis.size(); at += size + 1) basis[at] = 1.0;
    for (std::int64_t pivots = random.between(0, 6); pivots > 0; --pivots) {
      const auto row = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size) - 1));
      std::vector<double> entering(size);
      for (double& entry : entering) entry = static_cast<double>(random.between(-2, 2));
      std::vector<double> direction(size, 0.0);
      for (std::size_t column = 0; column < size; ++column) {
        for (std::size_t r = 0; r < size; ++r) direction[r] += inverse.column(column)[r] * entering[column];
      }
      if (std::abs(direction[row]) < 0.1) continue;
      std::vector<double> values(size);
      inverse.read_row(row, values);
      inverse.pivot(row, direction, values);
      for (std::size_t r = 0; r < size; ++r) basis[r * size + row] = entering[r];
    }
    std::vector<std::uint32_t> below(size, no_bin);
    for (std::size_t row = 1; row < size; ++row) {
      if (random.between(0, 3) > 0)
        below[row] = static_cast<std::uint32_t>(random.between(0, static_cast<std::int64_t>(row) - 1));
    }
    for (std::size_t row = size; row-- > 0;) {
      if (below[row] == no_bin) continue;
      for (std::size_t column = 0; column < size; ++column)
        basis[below[row] * size + column] += basis[row * size + column];
    }
    inverse.add_rows(below);
    for (std::size_t column = 0; column < size; ++column) {
      for (std::size_t row = 0; row < size; ++row) {
        double sum = 0;
        for (std::size_t other = 0; other < size; ++other)
          sum += inverse.column(other)[row] * basis[other * size + column];
        CHECK(sum == doctest::Approx(row == column ? 1.0 : 0.0).epsilon(1e-6));
      }
    }
  }
}

}  // namespace tuplepack::tests::basis_inverse_test
