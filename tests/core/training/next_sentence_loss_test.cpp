#include "training/listing1.hpp"
#include "training/random_segments.hpp"
#include "tuplepack/training/loss.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tuplepack::tests::next_sentence_loss_test {

using namespace training;

using tests::Random;

namespace {

using Labels = std::vector<std::int32_t>;
using Doubles = std::vector<double>;

}  // namespace

TEST_CASE("next-sentence loss by hand") {
  // Losses ln 4 and ln 2; the third and the fourth sequence are not there.
  const Doubles logits{0, std::log(3.0), 2, 2, 5, 6, 7, 8};
  const Labels labels{0, 0, -1, -100};
  Doubles gradient(8, -7);
  const auto loss = next_sentence_loss<double>(logits, labels, {.packs = 2, .capacity = 9, .segments = 2}, gradient);
  REQUIRE(loss);
  CHECK(loss->loss == doctest::Approx(std::log(8.0) / 2));
  CHECK(loss->accuracy == 0.5);
  CHECK(loss->sequences == 2);
  CHECK(loss->tokens == 2);
  const Doubles expected{-0.375, 0.375, -0.25, 0.25, 0, 0, 0, 0};
  for (std::size_t i = 0; i < 8; ++i) CHECK(gradient[i] == doctest::Approx(expected[i]));
}

TEST_CASE("of two equal logits the first is predicted") {
  const std::vector<float> logits{2, 2};
  const PackShape shape{.packs = 1, .capacity = 4, .segments = 1};
  CHECK(next_sentence_loss<float>(logits, Labels{0}, shape, {})->accuracy == 1);
  CHECK(next_sentence_loss<float>(logits, Labels{1}, shape, {})->accuracy == 0);
}

TEST_CASE("without sequences the loss is 0") {
  const std::vector<float> logits{2, 2};
  std::vector<float> gradient(2, -7);
  const auto loss = next_sentence_loss<float>(logits, Labels{-1}, {.packs = 1, .capacity = 4, .segments = 1}, gradient);
  REQUIRE(loss);
  CHECK(loss->loss == 0);
  CHECK(loss->sequences == 0);
  CHECK(gradient == std::vector<float>{0, 0});
  CHECK(next_sentence_loss<float>({}, {}, {.packs = 0, .capacity = 4, .segments = 1}, {})->loss == 0);
}

TEST_CASE("a label that is no class is named, and nothing is written") {
  const std::vector<float> logits(8);
  std::vector<float> gradient(8, -7);
  const auto loss =
      next_sentence_loss<float>(logits, Labels{0, 1, 2, 0}, {.packs = 2, .capacity = 4, .segments = 2}, gradient);
  REQUIRE_FALSE(loss);
  CHECK(loss.error().code == ErrorCode::out_of_range);
  CHECK(loss.error().message == "sequence 1 of pack 1 has label 2; labels are 0 and 1");
  CHECK(gradient == std::vector<float>(8, -7));
}

TEST_CASE_TEMPLATE("random next-sentence losses and gradients are those of the definition", T, float, Float16, BFloat16,
                   double) {
  Random random(41);
  const double exactness = std::is_same_v<T, double> ? 1e-13 : 1e-6;  // as in token_losses_test.cpp
  const double rounding = std::is_same_v<T, Float16> ? 0x1p-11 : std::is_same_v<T, BFloat16> ? 0x1p-8 : 0;
  for (int round = 0; round < 50; ++round) {
    const PackShape shape = tests::random_shape(random, 5);
    Labels labels;
    std::vector<T> logits;
    for (std::int64_t i = 0; i < shape.packs * shape.segments; ++i) {
      labels.push_back(static_cast<std::int32_t>(random.between(-1, 1)));
      for (int c = 0; c < 2; ++c) {
        logits.push_back(rounded_to<T>(static_cast<ArithmeticOf<T>>(random.between(-800, 800)) / 64));
      }
    }
    double expected = 0;
    double correct = 0;
    double sequences = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] < 0) continue;
      const Doubles row{static_cast<double>(to_arithmetic(logits[2 * i])),
                        static_cast<double>(to_arithmetic(logits[2 * i + 1]))};
      expected += tests::cross_entropy_of(row, labels[i]);
      correct += tests::predicts(row, labels[i]) ? 1 : 0;
      sequences += 1;
    }
    const double divisor = std::max(sequences, 1.0);
    std::vector<T> in_place = logits;
    const auto loss = next_sentence_loss<T>(in_place, labels, shape, in_place);
    REQUIRE(loss);
    CHECK(std::abs(loss->loss - expected / divisor) <= exactness * (1 + expected / divisor));
    CHECK(loss->accuracy == correct / divisor);
    CHECK(loss->sequences == static_cast<std::int64_t>(sequences));
    CHECK(next_sentence_loss<T>(logits, labels, shape, {})->loss == loss->loss);
    int wrong = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const Doubles row{static_cast<double>(to_arithmetic(logits[2 * i])),
                        static_cast<double>(to_arithmetic(logits[2 * i + 1]))};
      const Doubles gradient = labels[i] < 0 ? Doubles{0, 0} : tests::gradient_of(row, labels[i]);
      for (std::size_t c = 0; c < 2; ++c) {
        const double exact = gradient[c] / divisor;
        const double found = static_cast<double>(to_arithmetic(in_place[2 * i + c]));
        if (std::abs(found - exact) > exactness / divisor + rounding * std::abs(exact) * 1.001 + 0x1p-25) ++wrong;
      }
    }
    CHECK(wrong == 0);
  }
}

}  // namespace tuplepack::tests::next_sentence_loss_test
