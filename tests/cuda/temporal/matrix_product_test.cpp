#include "cuda/temporal/matrix_product.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tuplepack::tests::matrix_product_test {

namespace {

std::vector<float> random_floats(Random& random, std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = static_cast<float>(random.between(-1000, 1000)) / 1000;
  return values;
}

/// Sums of terms of at most 1 each: one term more is rounded to 2^-24 of the sum, fused or not.
void check_product(Random& random, std::int64_t rows, std::int64_t inputs, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(inputs);
  CAPTURE(columns);
  const auto left = random_floats(random, rows * inputs), right = random_floats(random, inputs * columns);
  const auto before = random_floats(random, rows * columns);
  const DeviceArray device_left(left, 1), device_right(right, 3);
  const DeviceArray<float> out(before.size(), 1), added(before, 2);
  require(
      cuda::multiply(device_left.input(), device_right.input(), inputs, out.values(), cuda::Store::replace, nullptr));
  require(cuda::multiply(device_left.input(), device_right.input(), inputs, added.values(), cuda::Store::add, nullptr));
  const std::vector<float> got = out.read(), got_added = added.read();
  const double tolerance = 0x1p-23 * static_cast<double>(inputs * (inputs + 2));
  int wrong = 0, wrong_added = 0;  // NaN is wrong too
  for (std::size_t at = 0; at < got.size(); ++at) {
    const std::size_t row = at / static_cast<std::size_t>(columns), column = at % static_cast<std::size_t>(columns);
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(inputs); ++i) {
      sum += double{left[row * static_cast<std::size_t>(inputs) + i]} *
             double{right[i * static_cast<std::size_t>(columns) + column]};
    }
    wrong += std::abs(sum - double{got[at]}) <= tolerance ? 0 : 1;
    wrong_added += std::abs(sum + double{before[at]} - double{got_added[at]}) <= tolerance ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(wrong_added == 0);
}

}  // namespace

TEST_CASE("products of matrices on the device are those of plain sums, whatever their shapes") {
  Random random(test_seed());
  for (const std::int64_t rows : {0, 1, 63, 64, 65, 130}) {
    for (const std::int64_t columns : {1, 63, 64, 65}) check_product(random, rows, random.between(1, 40), columns);
  }
  for (const std::int64_t inputs : {1, 15, 16, 17, 237}) {
    check_product(random, random.between(1, 70), inputs, random.between(1, 140));
  }
}

TEST_CASE("a value of a product depends on its row and its column alone") {
  Random random(1);
  const auto left = random_floats(random, 2000), right = random_floats(random, 180);
  const DeviceArray device_right(right);
  const DeviceArray all_left(left), last_left(std::vector<float>(left.end() - 20, left.end()));
  const DeviceArray<float> all(900), last(9);
  require(cuda::multiply(all_left.input(), device_right.input(), 20, all.values(), cuda::Store::replace, nullptr));
  require(cuda::multiply(last_left.input(), device_right.input(), 20, last.values(), cuda::Store::replace, nullptr));
  const std::vector<float> values = all.read();
  CHECK(same_bytes(std::vector<float>(values.end() - 9, values.end()), last.read()));
}

}  // namespace tuplepack::tests::matrix_product_test
