#include "tuplepack/packing/batching.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace tuplepack::tests::batching_test {

using namespace packing;

namespace {

using Integers = std::vector<std::int64_t>;

Histogram histogram_of(std::size_t k, const Integers& sizes, const Integers& counts) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < k; ++c) names.push_back("c" + std::to_string(c));
  auto histogram = make_histogram(names, sizes, counts);
  REQUIRE(histogram.has_value());
  return std::move(*histogram);
}

/// The shapes of all thresholds and the first one from the tightest on that enough batches fit, as the rule reads.
Integers reference_shape(const std::vector<Integers>& learned, const std::vector<Integers>& tried, double ratio,
                         std::size_t thresholds) {
  const std::size_t k = learned.size(), draws = learned[0].size();
  std::vector<Integers> sorted = learned;
  for (Integers& sums : sorted) std::sort(sums.rbegin(), sums.rend());
  std::vector<double> deviations;
  for (const Integers& sums : learned) {
    const double mean =
        static_cast<double>(std::accumulate(sums.begin(), sums.end(), std::int64_t{0})) / static_cast<double>(draws);
    double squares = 0;
    for (const std::int64_t sum : sums) squares += std::pow(static_cast<double>(sum) - mean, 2);
    deviations.push_back(std::sqrt(squares / static_cast<double>(draws)));
  }
  const double most = *std::max_element(deviations.begin(), deviations.end());
  Integers shape(k);
  for (std::size_t t = thresholds; t-- > 0;) {
    for (std::size_t c = 0; c < k; ++c) {
      const double importance = most > 0 ? deviations[c] / most : 0;
      shape[c] = sorted[c][static_cast<std::size_t>(static_cast<double>(t * draws) / static_cast<double>(thresholds) *
                                                    importance)];
    }
    std::size_t fitting = 0;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      bool fits = true;
      for (std::size_t c = 0; c < k; ++c) fits = fits && tried[c][draw] <= shape[c];
      fitting += fits ? 1 : 0;
    }
    if (static_cast<double>(fitting) >= ratio * static_cast<double>(draws)) break;
  }
  return shape;
}

}  // namespace

TEST_CASE("the tight shape is the largest item times the batch") {
  CHECK(tight_shape(Integers{3, 6}, 10).value() == Integers{30, 60});
  CHECK(tight_shape(Integers{max_exact}, 2).error().code == ErrorCode::too_large);
}

TEST_CASE("items of one size fit a batch exactly") {
  for (const std::int64_t batch : {1, 2, 10}) {
    CHECK(fit_or_skip_shape(Integers{2, 3, 4}, 3, {.batch = batch, .draws = 100}) ==
          Integers{2 * batch, 3 * batch, 4 * batch});
  }
}

TEST_CASE("fit or skip reaches the quantiles of a normal distribution") {
  // As TensorFlow GNN's test: one of two graphs has an edge, so that batches have normally distributed numbers.
  const std::int64_t batch = 400;
  const Integers sizes{2, 0, 2, 1};
  const double ratios[] = {0.5, 0.6914, 0.8413, 0.9332, 0.9772};
  for (int i = 0; i < 5; ++i) {
    const auto shape = fit_or_skip_shape(sizes, 2, {.batch = batch, .success_ratio = ratios[i]});
    CHECK(shape[0] == 2 * batch);
    const double expected = 0.5 * static_cast<double>(batch) + 0.5 * i * 0.5 * std::sqrt(static_cast<double>(batch));
    CHECK(std::abs(static_cast<double>(shape[1]) - expected) <= 1.0);
  }
}

TEST_CASE("fit or skip follows the rule, threshold by threshold") {
  // With batches of one item of a list of all sizes, both samples are known but for their numbers: the shape must be that
  // of the reference for samples with the same frequencies, up to sampling.
  const unsigned seed = 20261123;
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < repeats(5); ++round) {
    const std::size_t items = 1000;
    std::vector<Integers> columns(2);
    Integers sizes;
    for (std::size_t i = 0; i < items; ++i) {
      columns[0].push_back(static_cast<std::int64_t>(random() % 4000));
      columns[1].push_back(columns[0].back() / 2 + static_cast<std::int64_t>(random() % 500));
      sizes.insert(sizes.end(), {columns[0].back(), columns[1].back()});
    }
    const double ratio = 0.9;
    const Integers expected = reference_shape(columns, columns, ratio, 1000);
    const auto shape = fit_or_skip_shape(sizes, 2, {.batch = 1, .success_ratio = ratio, .draws = 100'000});
    for (std::size_t c = 0; c < 2; ++c) {
      CHECK(static_cast<double>(shape[c]) == doctest::Approx(static_cast<double>(expected[c])).epsilon(0.03));
    }
  }
}

TEST_CASE("the shapes of policies") {
  const Integers sizes{1, 9, 2, 0, 3, 0};  // three items of two components
  const FitOrSkipOptions options{.batch = 2, .success_ratio = 1, .draws = 1000};
  CHECK(batch_shape(BatchPolicy::tight, sizes, 2, options).value() == Integers{6, 18});
  CHECK(batch_shape(BatchPolicy::greedy, sizes, 2, options).value() == Integers{4, 9});
  CHECK(batch_shape(BatchPolicy::fit_or_skip, sizes, 2, options).value() == fit_or_skip_shape(sizes, 2, options));
  const Integers large{std::int64_t{1} << 52};
  CHECK(batch_shape(BatchPolicy::greedy, large, 1, {.batch = 4}).error().code == ErrorCode::too_large);
  for (const BatchPolicy policy : {BatchPolicy::tight, BatchPolicy::fit_or_skip, BatchPolicy::greedy}) {
    CHECK(batch_policy_by_name(name(policy)).value() == policy);
  }
}

TEST_CASE("what the policies make of items") {
  const Histogram histogram = histogram_of(2, {1, 2, 4, 1}, {60, 40});
  const auto policies = batch_items(histogram, {.sizes = {8, 8}, .depth = 4}, {.batch = 4});
  REQUIRE(policies.has_value());
  REQUIRE(policies->size() == 3);
  const BatchedItems& tight = (*policies)[0];
  CHECK(tight.policy == "tight");
  CHECK(tight.shape == Integers{16, 8});
  CHECK(tight.batches == 25);
  CHECK(tight.efficiency == std::vector<double>{220.0 / 25 / 16, 160.0 / 25 / 8});
  const BatchedItems& skipping = (*policies)[1];
  CHECK(skipping.policy == "fit-or-skip");
  CHECK(skipping.batches + skipping.dropped / 4 == 25);
  for (std::size_t c = 0; c < 2; ++c) CHECK(skipping.shape[c] <= tight.shape[c]);
  const BatchedItems& greedy = (*policies)[2];
  CHECK(greedy.policy == "greedy");
  CHECK(greedy.shape == Integers{8, 8});
  CHECK(greedy.dropped == 0);
  CHECK(greedy.batches >= 28);  // 220 / 8
  CHECK(greedy.batches <= 60);
}

TEST_CASE("greedy batches are as deep as allowed, and of consecutive items") {
  const Histogram histogram = histogram_of(1, {1}, {10});
  CHECK(batch_items(histogram, {.sizes = {100}, .depth = 3}, {.batch = 1}).value()[2].batches == 4);
  CHECK(batch_items(histogram, {.sizes = {4}}, {.batch = 1}).value()[2].batches == 3);
  CHECK(batch_items(histogram, {.sizes = {4}}, {.batch = 0}).error().code == ErrorCode::limit_not_positive);
  CHECK(batch_items(histogram, {.sizes = {4}}, {.batch = max_batch_items + 1}).error().code == ErrorCode::too_large);
}

TEST_CASE("the seed decides which items are drawn, and their order") {
  Integers sizes;
  for (std::int64_t i = 1; i <= 50; ++i) sizes.push_back(1000 * i);
  const Histogram histogram = histogram_of(1, sizes, Integers(sizes.size(), 20));
  std::set<Integers> learned;
  std::set<std::int64_t> greedy;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    learned.insert(fit_or_skip_shape(sizes, 1, {.batch = 4, .draws = 100, .seed = seed}));
    const auto policies = batch_items(histogram, {.sizes = {64'000}}, {.batch = 4, .seed = seed});
    greedy.insert(policies.value()[2].batches);
  }
  CHECK(learned.size() > 1);
  CHECK(greedy.size() > 1);
}

TEST_CASE("many items are drawn and the numbers scaled") {
  const Histogram histogram = histogram_of(1, {1, 3}, {3'000'000, 1'000'000});
  const auto policies = batch_items(histogram, {.sizes = {3}}, {.batch = 2});
  REQUIRE(policies.has_value());
  CHECK((*policies)[0].batches == 2'000'000);
  CHECK((*policies)[0].efficiency[0] == doctest::Approx(0.5));
  // Threes are alone, and runs of ones are in threes: of every run of n ones, (n + 2) / 3 batches.
  CHECK((*policies)[2].batches == doctest::Approx(2'297'000).epsilon(0.01));
}

}  // namespace tuplepack::tests::batching_test
