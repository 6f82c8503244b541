#include "tuplepack/cuda/training/loss.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"
#include "training/close_values.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace tuplepack::tests::token_losses_test {

using namespace training;

/// Rows of logits and what belongs to their tokens.
template <typename T>
struct RowCase {
  std::int64_t rows = 0;
  std::int64_t vocabulary = 0;
  std::int64_t stride = 0;
  std::vector<T> logits;
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> row_list;
  std::vector<float> weights;
};

template <typename T>
static RowCase<T> random_rows(Random& random, std::int64_t rows, std::int64_t vocabulary, bool with_list) {
  RowCase<T> c;
  c.rows = rows;
  c.vocabulary = vocabulary;
  c.stride = vocabulary + random.between(0, 3);
  c.logits.resize(static_cast<std::size_t>(rows * c.stride));
  for (T& logit : c.logits) {
    const auto value = static_cast<float>(random.between(-8000, 8000)) * 1e-3F;
    logit = rounded_to<T>(random.one_in(50) ? -std::numeric_limits<float>::infinity() : value);
  }
  const std::int64_t tokens = with_list ? 2 * rows + 3 : rows;
  for (std::int64_t row = 0; with_list && row < rows; ++row) c.row_list.push_back(2 * row + random.between(0, 1));
  for (std::int64_t token = 0; token < tokens; ++token) {
    const auto label = static_cast<std::int32_t>(random.between(0, vocabulary - 1));
    c.labels.push_back(random.one_in(5) ? -100 : label);
    c.weights.push_back(static_cast<float>(random.between(0, 1000)) * 1e-4F);
  }
  for (std::int64_t row = 0; row < rows; ++row) {  // some are predicted, some share the largest logit
    const std::int32_t label =
        c.labels[static_cast<std::size_t>(with_list ? c.row_list[static_cast<std::size_t>(row)] : row)];
    if (label < 0 || random.one_in(3)) continue;
    T* const logits = c.logits.data() + row * c.stride;
    logits[label] = rounded_to<T>(12.0F);
    if (random.one_in(3)) logits[random.between(0, vocabulary - 1)] = rounded_to<T>(12.0F);
  }
  return c;
}

struct TokenResults {
  std::vector<float> losses;
  std::vector<std::uint8_t> correct;
};

/// Losses and, if wanted, the gradient, on the device. The rows begin `offset` values after a boundary.
template <typename T>
static TokenResults rows_on_device(const RowCase<T>& c, std::size_t offset, std::vector<T>* gradient) {
  const DeviceArray logits(c.logits, offset);
  const DeviceArray labels(c.labels, 1);
  const DeviceArray row_list(c.row_list);
  const DeviceArray weights(c.weights, 1);
  const DeviceArray<float> losses(c.labels.size(), 1);
  const DeviceArray<std::uint8_t> correct(c.labels.size(), 1);
  const std::span<const std::int64_t> list = c.row_list.empty() ? std::span<const std::int64_t>{} : row_list.input();
  const Status status;
  if (gradient == nullptr) {
    const LogitRows<const T> rows{logits.values().data(), c.rows, c.vocabulary, c.stride};
    require(cuda::fill_token_losses<T>(rows, labels.input(), list, losses.values(), correct.values(), status.word(),
                                       nullptr));
    CHECK(same_bytes(logits.read(), c.logits));
  } else {
    const LogitRows<T> rows{logits.values().data(), c.rows, c.vocabulary, c.stride};
    require(cuda::replace_logits_by_gradient<T>(rows, labels.input(), list, weights.input(), losses.values(),
                                                correct.values(), status.word(), nullptr));
    *gradient = logits.read();
  }
  require(status.check());
  return {losses.read(), correct.read()};
}

/// Losses: the device's exponential errs by 2^−21 of the sum or less, which the logarithm turns into as much of 1; the
/// rest is the rounding of sums and of the loss itself.
static bool close_losses(const std::vector<float>& found, const std::vector<float>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i] || both_nan(found[i], expected[i])) continue;  // infinite, too
    if (!(std::abs(found[i] - expected[i]) <= 2e-6F + 1e-6F * std::abs(expected[i]))) return false;
  }
  return true;
}

template <typename T>
static void check_rows(Random& random, std::int64_t rows, std::int64_t vocabulary) {
  CAPTURE(vocabulary);
  const RowCase<T> c = random_rows<T>(random, rows, vocabulary, random.one_in(2));
  const auto offset = static_cast<std::size_t>(random.between(0, 8));
  CAPTURE(offset);
  TokenResults expected{std::vector<float>(c.labels.size()), std::vector<std::uint8_t>(c.labels.size())};
  require(fill_token_losses<T>({c.logits.data(), c.rows, c.vocabulary, c.stride}, c.labels, c.row_list, expected.losses,
                               expected.correct));
  const TokenResults found = rows_on_device<T>(c, offset, nullptr);
  CHECK(close_losses(found.losses, expected.losses));
  CHECK(found.correct == expected.correct);

  std::vector<T> gradient = c.logits;
  require(replace_logits_by_gradient<T>({gradient.data(), c.rows, c.vocabulary, c.stride}, c.labels, c.row_list,
                                        c.weights, expected.losses, expected.correct));
  std::vector<T> found_gradient;
  const TokenResults with_gradient = rows_on_device<T>(c, offset, &found_gradient);
  CHECK(close_losses(with_gradient.losses, expected.losses));
  CHECK(with_gradient.correct == expected.correct);
  for (std::int64_t row = 0; row < c.rows; ++row) {
    const auto begin = static_cast<std::ptrdiff_t>(row * c.stride);
    const auto own = [&](const std::vector<T>& all) {
      return std::vector<T>(all.begin() + begin, all.begin() + begin + static_cast<std::ptrdiff_t>(c.vocabulary));
    };
    CHECK(close_gradients(own(found_gradient), own(gradient)));
    for (std::int64_t i = row * c.stride + c.vocabulary; i < (row + 1) * c.stride; ++i) {  // between the rows
      const auto at = static_cast<std::size_t>(i);
      CHECK(std::memcmp(&found_gradient[at], &c.logits[at], sizeof(T)) == 0);
    }
  }

  std::vector<T> again;
  CHECK(same_bytes(rows_on_device<T>(c, offset, &again).losses, with_gradient.losses));
  CHECK(same_bytes(again, found_gradient));
}

TEST_CASE_TEMPLATE("token losses and gradients on the device are those of the core", T, float, Float16, BFloat16) {
  Random random(test_seed());
  for (const std::int64_t vocabulary : {1, 2, 3, 7, 8, 9, 31, 33, 257, 1023, 5000}) {
    for (int repeat = 0; repeat < 3; ++repeat) check_rows<T>(random, random.between(1, 5), vocabulary);
  }
  check_rows<T>(random, 3, 30522);
  check_rows<T>(random, 1, 131072);  // as 32 bits it is larger than shared memory
  check_rows<T>(random, 1, 262144);
}

TEST_CASE("a NaN, +∞ or a row of −∞ makes the loss and the gradient of its own row NaN") {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> values(3 * 9, 1.0F);
  values[4] = std::numeric_limits<float>::quiet_NaN();
  values[9 + 4] = infinity;
  std::fill(values.begin() + 18, values.end(), -infinity);
  values.resize(4 * 9, 1.0F);
  values[27] = -infinity;  // the label: ruled out, and yet right
  const DeviceArray logits(values, 1);
  const DeviceArray labels(std::vector<std::int32_t>{1, 1, 1, 0});
  const DeviceArray weights(std::vector<float>{1, 1, 1, 1});
  const DeviceArray<float> losses(4);
  const DeviceArray<std::uint8_t> correct(4);
  const Status status;
  require(cuda::replace_logits_by_gradient<float>({logits.values().data(), 4, 9, 9}, labels.input(), {},
                                                  weights.input(), losses.values(), correct.values(), status.word(),
                                                  nullptr));
  const std::vector<float> found = losses.read();
  const std::vector<float> gradient = logits.read();
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(std::isnan(found[row]));
    CHECK(std::isnan(gradient[9 * row + 4]));
  }
  CHECK(found[3] == infinity);
  CHECK(gradient[27] == -1);
  CHECK(gradient[28] == doctest::Approx(0.125));
}

TEST_CASE("an empty list of rows is none, wherever it begins; without rows all tokens have a loss of 0") {
  const DeviceArray logits(std::vector<float>{0, 0, 0, 0, 1, 3, 0, 0});
  const DeviceArray labels(std::vector<std::int32_t>{1, 1, 1, 1});
  const DeviceArray weights(std::vector<float>{1, 1, 1, 1});
  const DeviceArray list(std::vector<std::int64_t>{3, 3});
  const std::span<const std::int64_t> none = nothing_within(list);
  for (const std::int64_t rows : {4, 0}) {
    CAPTURE(rows);
    std::vector<float> expected(4);
    std::vector<std::uint8_t> expected_correct(4);
    if (rows > 0) {
      require(fill_token_losses<float>({logits.read().data(), 4, 2, 2}, labels.read(), {}, expected, expected_correct));
    }
    const DeviceArray<float> losses(4);
    const DeviceArray<std::uint8_t> correct(4);
    const Status status;
    require(cuda::fill_token_losses<float>({logits.values().data(), rows, 2, 2}, labels.input(), none, losses.values(),
                                           correct.values(), status.word(), nullptr));
    require(status.check());
    CHECK(close_losses(losses.read(), expected));
    CHECK(correct.read() == expected_correct);
  }
}

TEST_CASE("a vocabulary that 32 bits cannot count is refused before anything is read") {
  const LogitRows<float> rows{nullptr, 1, std::int64_t{1} << 31, std::int64_t{1} << 31};
  const LogitRows<const float> only_read{nullptr, rows.rows, rows.vocabulary, rows.stride};
  const auto losses = cuda::fill_token_losses<float>(only_read, {}, {}, {}, {}, nullptr, nullptr);
  REQUIRE_FALSE(losses.has_value());
  CHECK(losses.error().code == ErrorCode::too_large);
  CHECK(losses.error().message == "a vocabulary of 2147483648; at most 2147418112 on a device");
  CHECK_FALSE(cuda::replace_logits_by_gradient<float>(rows, {}, {}, {}, {}, {}, nullptr, nullptr).has_value());
}

TEST_CASE("labels and tokens out of range are reported, and their rows skipped") {
  const DeviceArray logits(std::vector<float>{0, 0, 1, 1, 2, 2});
  const DeviceArray labels(std::vector<std::int32_t>{1, 2, -1, 0});
  const DeviceArray row_list(std::vector<std::int64_t>{0, 1, 4});
  const DeviceArray weights(std::vector<float>{1, 1, 1, 1});
  const DeviceArray<float> losses(4);
  const DeviceArray<std::uint8_t> correct(4);
  const LogitRows<float> rows{logits.values().data(), 3, 2, 2};
  const Status status;
  require(cuda::replace_logits_by_gradient<float>(rows, labels.input(), row_list.input(), weights.input(),
                                                  losses.values(), correct.values(), status.word(), nullptr));
  const auto fine = status.check();
  REQUIRE_FALSE(fine.has_value());
  CHECK(fine.error().message == "label out of range at index 1");
  CHECK(logits.read() == std::vector<float>{0.5, -0.5, 0, 0, 2, 2});
  CHECK(correct.read() == std::vector<std::uint8_t>{0, 0, 0, 0});

  const DeviceArray late(std::vector<std::int64_t>{0, 3, 4});
  const Status of_list;
  require(cuda::fill_token_losses<float>({logits.values().data(), 3, 2, 2}, labels.input(), late.input(),
                                         losses.values(), correct.values(), of_list.word(), nullptr));
  CHECK(of_list.check().error().message == "token out of range at index 2 of the row list");
}

}  // namespace tuplepack::tests::token_losses_test
