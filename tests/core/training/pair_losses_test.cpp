#include "instances.hpp"
#include "training/listing1.hpp"
#include "training/row_losses.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tuplepack::tests::pair_losses_test {

using namespace training;

using tests::Random;

// The losses of pairs of logits by each set of vector instructions that this machine has, against the definition in double.

namespace {

using Labels = std::vector<std::int32_t>;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

template <typename T>
LossFunctions<T> functions_of(const VectorLosses& by) {
  if constexpr (std::is_same_v<T, float>) return by.of_float;
  if constexpr (std::is_same_v<T, Float16>) return by.of_float16;
  if constexpr (std::is_same_v<T, BFloat16>) return by.of_bfloat16;
}

template <typename T>
constexpr double rounding = std::is_same_v<T, Float16>    ? 0x1p-11
                            : std::is_same_v<T, BFloat16> ? 0x1p-8
                                                          : 0x1p-24;

std::vector<double> pair_at(std::span<const double> logits, std::size_t i) {
  return {logits[2 * i], logits[2 * i + 1]};
}

/// A loss is within 2e-7 of itself, which is what its parts are rounded by; so is an element of a gradient, before it is
/// rounded to T.
template <typename T>
void check_random_pairs(const LossFunctions<T>& functions, Random& random, std::size_t count) {
  std::vector<T> logits(2 * count);
  Labels labels(count);
  for (T& logit : logits) logit = rounded_to<T>(static_cast<float>(random.between(-800, 800)) / 64);
  for (std::int32_t& label : labels) label = static_cast<std::int32_t>(random.between(-1, 1));
  std::vector<double> exact_logits;
  for (const T logit : logits) exact_logits.push_back(static_cast<double>(to_arithmetic(logit)));
  const float weight = 0.375F;
  std::vector<T> gradient(2 * count, rounded_to<T>(-7));
  const PairSum sum = functions.pairs(logits, labels, weight, gradient);
  const PairSum without_gradient = functions.pairs(logits, labels, weight, {});
  CHECK(without_gradient.loss == sum.loss);
  CHECK(functions.pairs(logits, labels, weight, logits).correct == sum.correct);
  double loss = 0;
  std::int64_t correct = 0;
  int wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto pair = pair_at(exact_logits, i);
    loss += labels[i] < 0 ? 0 : tests::cross_entropy_of(pair, labels[i]);
    correct += labels[i] >= 0 && tests::predicts(pair, labels[i]) ? 1 : 0;
    const auto expected = labels[i] < 0 ? std::vector<double>{0, 0} : tests::gradient_of(pair, labels[i]);
    for (std::size_t c = 0; c < 2; ++c) {
      const double exact = static_cast<double>(weight) * expected[c];
      const double found = static_cast<double>(to_arithmetic(gradient[2 * i + c]));
      if (std::abs(found - exact) > (4e-7 + rounding<T> * 1.001) * std::abs(exact) + 0x1p-25) ++wrong;
      if (to_arithmetic(logits[2 * i + c]) != to_arithmetic(gradient[2 * i + c])) ++wrong;  // in place
    }
  }
  CHECK(std::abs(sum.loss - loss) <= 2e-7 * loss);
  CHECK(sum.correct == correct);
  CHECK(wrong == 0);
}

double loss_of(const LossFunctions<float>& functions, float first, float second, std::int32_t label) {
  return functions.pairs(std::vector<float>{first, second}, Labels{label}, 1, {}).loss;
}

}  // namespace

TEST_CASE_TEMPLATE("pairs by vectors have the losses and gradients of the definition", T, float, Float16, BFloat16) {
  for (const VectorLosses& by : vector_losses()) {
    CAPTURE(by.instructions);
    if (functions_of<T>(by).pairs == nullptr) continue;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      CAPTURE(seed);
      Random random(seed);
      for (std::size_t count = 0; count < 70; ++count) check_random_pairs(functions_of<T>(by), random, count);
      check_random_pairs(functions_of<T>(by), random, 1000);
    }
  }
}

TEST_CASE("pairs by vectors that are not finite") {
  for (const VectorLosses& by : vector_losses()) {
    CAPTURE(by.instructions);
    const auto functions = by.of_float;
    CHECK(loss_of(functions, 2, -infinity, 0) == 0);
    CHECK(loss_of(functions, 2, -infinity, 1) == static_cast<double>(infinity));
    CHECK(loss_of(functions, 3e38F, 3e38F, 1) == doctest::Approx(std::log(2.0)));
    CHECK(loss_of(functions, not_a_number, infinity, -1) == 0);
    for (const std::int32_t label : {0, 1}) {
      CHECK(std::isnan(loss_of(functions, -infinity, -infinity, label)));
      CHECK(std::isnan(loss_of(functions, infinity, 0, label)));
      CHECK(std::isnan(loss_of(functions, 0, infinity, label)));
      CHECK(std::isnan(loss_of(functions, not_a_number, 0, label)));
      CHECK(std::isnan(loss_of(functions, 0, not_a_number, label)));
    }
    std::vector<float> logits{infinity, 1, 1, not_a_number, 2, -infinity, -infinity, -infinity};
    (void)functions.pairs(logits, Labels{1, 0, 0, 1}, 1, logits);
    for (const std::size_t i : {0U, 1U, 2U, 3U, 6U, 7U}) CHECK(std::isnan(logits[i]));
    CHECK(logits[4] == 0);
    CHECK(logits[5] == 0);
  }
}

}  // namespace tuplepack::tests::pair_losses_test
