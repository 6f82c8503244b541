#include "tuplepack/training/cross_entropy.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace tuplepack::tests::cross_entropy_test {

using namespace training;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// The parts of a row as a thread makes them that takes one logit after the other.
template <typename Real>
ExponentialSum<Real> sum_one_by_one(std::span<const Real> logits) {
  ExponentialSum<Real> sum;
  for (const Real logit : logits) {
    sum = raised(sum, logit);
    sum.sum += exponential(logit - reference(sum));
  }
  return sum;
}

ExponentialSum<double> sum_of(const std::vector<double>& logits) {
  return sum_one_by_one(std::span<const double>(logits));
}

}  // namespace

TEST_CASE("the exponential is as exact as its header says") {
  double largest_error = 0;
  for (int i = 0; i <= 200'000; ++i) {
    const float x = -static_cast<float>(i) * (87.0F / 200'000);
    const double exact = std::exp(static_cast<double>(x));
    const double error = std::abs(static_cast<double>(exponential(x)) - exact) / exact;
    largest_error = std::max(largest_error, error / std::max(-static_cast<double>(x), 1.0));
  }
  CHECK(largest_error < 0x1p-23);
}

TEST_CASE("the exponential at the ends of its range") {
  CHECK(exponential(0.0F) == 1.0F);
  CHECK(exponential(-0.0F) == 1.0F);
  CHECK(exponential(-87.0F) > 0.0F);
  CHECK(exponential(-88.0F) == 0.0F);
  CHECK(exponential(-1e30F) == 0.0F);
  CHECK(exponential(-infinity) == 0.0F);
  CHECK(std::isnan(exponential(not_a_number)));
}

TEST_CASE("a row of three by hand") {
  const auto row = sum_of({0, std::log(2.0), std::log(5.0)});
  CHECK(row.maximum == doctest::Approx(std::log(5.0)));
  CHECK(row.sum == doctest::Approx(8.0 / 5));
  CHECK(cross_entropy(row, 0.0) == doctest::Approx(std::log(8.0)));
  CHECK(cross_entropy(row, std::log(5.0)) == doctest::Approx(std::log(8.0 / 5)));
  // Weight 4: 4 · (1/8, 2/8 − 1, 5/8).
  CHECK(gradient_at(row, 0.0, 4 / row.sum, 0.0) == doctest::Approx(0.5));
  CHECK(gradient_at(row, std::log(2.0), 4 / row.sum, 4.0) == doctest::Approx(-3.0));
  CHECK(gradient_at(row, std::log(5.0), 4 / row.sum, 0.0) == doctest::Approx(2.5));
}

TEST_CASE("a row may be cut anywhere and its parts combined in any order") {
  tests::Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> logits(static_cast<std::size_t>(random.between(1, 20)));
    for (double& logit : logits) logit = static_cast<double>(random.between(-600, 600));
    const std::span<const double> all = logits;
    const auto whole = sum_one_by_one(all);
    const auto cut = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(logits.size())));
    const auto first = sum_one_by_one(all.first(cut));
    const auto second = sum_one_by_one(all.subspan(cut));
    for (const auto& both : {combined(first, second), combined(second, first)}) {
      CHECK(both.maximum == whole.maximum);
      CHECK(both.sum == doctest::Approx(whole.sum).epsilon(1e-14));
    }
  }
}

TEST_CASE("parts without a logit, or with -infinity only, change nothing") {
  const ExponentialSum<float> none;
  const ExponentialSum<float> some{.maximum = 3, .sum = 1.5};
  const auto nothing = combined(none, none);
  CHECK(nothing.maximum == -infinity);
  CHECK(nothing.sum == 0);
  const auto same = combined(none, some);
  CHECK(same.maximum == 3);
  CHECK(same.sum == 1.5);
  const std::vector<float> ruled_out(5, -infinity);
  const auto sum = sum_one_by_one(std::span<const float>(ruled_out));
  CHECK(sum.sum == 0);
  CHECK(std::isnan(cross_entropy(sum, -infinity)));
  CHECK(std::isnan(gradient_at(sum, -infinity, 1 / sum.sum, 0.0F)));
}

TEST_CASE("a ruled out class has no gradient, and an infinite loss as label") {
  const std::vector<float> logits{2, -infinity};
  const auto row = sum_one_by_one(std::span<const float>(logits));
  CHECK(cross_entropy(row, 2.0F) == 0);
  CHECK(cross_entropy(row, -infinity) == infinity);
  CHECK(gradient_at(row, -infinity, 1 / row.sum, 0.0F) == 0);
}

TEST_CASE("a NaN or +infinity makes a row's loss NaN") {
  for (const float bad : {not_a_number, infinity}) {
    for (std::size_t at = 0; at < 3; ++at) {
      std::vector<float> logits{1, 2, 3};
      logits[at] = bad;
      const auto row = sum_one_by_one(std::span<const float>(logits));
      for (const float label_logit : logits) CHECK(std::isnan(cross_entropy(row, label_logit)));
    }
  }
}

TEST_CASE("the first of the largest is predicted") {
  const auto row = sum_of({1, 4, 4});
  CHECK(is_predicted(row, 4.0, tied_before(1.0, 0, 4.0, 1)));
  CHECK_FALSE(is_predicted(row, 4.0, tied_before(4.0, 1, 4.0, 2)));
  CHECK_FALSE(is_predicted(row, 1.0, false));
  CHECK_FALSE(tied_before(4.0, 2, 4.0, 1));
}

}  // namespace tuplepack::tests::cross_entropy_test
