#include "tuplepack/packing/estimate.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "packing/estimating/slowest_batch.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace tuplepack::tests::estimate_test {

using namespace packing;

namespace {

PlanDocument packed(const Histogram& histogram, std::vector<std::int64_t> limits, std::int64_t depth = unlimited_depth,
                    const std::string& method = "lpfhp") {
  return make_plan(histogram, {.limits = {.sizes = std::move(limits), .depth = depth}, .pack = {.method = method}})
      .value();
}

bool says(const Estimate& estimate, std::string_view what) {
  for (const std::string& sentence : estimate.advice) {
    if (sentence.find(what) != std::string::npos) return true;
  }
  return false;
}

/// How likely each sum of `batch` items is, by listing every outcome.
std::vector<double> sums_by_listing(const Histogram& histogram, std::int64_t batch) {
  const auto items = static_cast<double>(totals(histogram).items);
  std::vector<double> sums{1};  // probability by value
  for (std::int64_t item = 0; item < batch; ++item) {
    std::vector<double> more(sums.size() + static_cast<std::size_t>(histogram.sizes.back()), 0.0);
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
      const double share = static_cast<double>(histogram.counts[bin]) / items;
      double* to = more.data() + histogram.sizes[bin];
      for (const double mass : sums) *to++ += mass * share;
    }
    sums = std::move(more);
  }
  return sums;
}

/// E(the largest of `devices` sums).
double longest_of(const std::vector<double>& sums, std::int64_t devices) {
  double expected = 0;
  double below = 0;
  for (const double mass : sums) {
    expected += 1 - std::pow(below, static_cast<double>(devices));
    below += mass;
  }
  return expected - 1;  // values from 0, not from 1
}

}  // namespace

TEST_CASE("the speed-up is the packing factor less the overhead of a step") {
  const PlanDocument document = packed(load("wikipedia_512.csv"), {512}, 3, "spfhp");  // 16,279,552 in 9,094,695 packs
  CHECK(estimate(document, {.overhead = 0}).value().speedup == 1.79);
  CHECK(estimate(document, {.overhead = 0.25}).value().speedup == 1.432);
}

TEST_CASE("the overhead follows the depth of the plan as published") {
  CHECK(published_overhead(1) == 0);
  CHECK(published_overhead(2) == 0.04283);
  CHECK(published_overhead(3) == 0.04287);
  CHECK(published_overhead(4) == 0.04294);
  CHECK(published_overhead(6) == doctest::Approx(0.043875).epsilon(1e-3));  // halfway between 4 and 8
  CHECK(published_overhead(8) == 0.04481);
  CHECK(published_overhead(12) == 0.04479);
  CHECK(published_overhead(16) == 0.04477);
  CHECK(published_overhead(unlimited_depth) == 0.04477);
  const Histogram wikipedia = load("wikipedia_512.csv");
  CHECK(estimate(packed(wikipedia, {512}, 3, "spfhp")).value().overhead == 0.04287);
  CHECK(estimate(packed(wikipedia, {512}, 3, "spfhp")).value().speedup == 1.7164);
  CHECK(estimate(packed(lengths({4}, {100}), {8})).value().overhead == 0.04283);  // no limit of depth: two fit
  CHECK(estimate(packed(lengths({4}, {100}), {8}), {.overhead = 0.1}).value().overhead == 0.1);
}

TEST_CASE("a limit beyond the largest item does not count as a gain") {
  const Histogram histogram = lengths({8}, {100});
  const auto tight = estimate(packed(histogram, {8}), {.overhead = 0}).value();
  const auto double_room = estimate(packed(histogram, {16}), {.overhead = 0}).value();
  CHECK(tight.speedup == 1);
  CHECK(double_room.packing_factor == 2);
  CHECK(double_room.speedup == 1);
  CHECK(double_room.ceiling == 1);
}

TEST_CASE("the longest batch is expected where listing all outcomes puts it") {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    const Instance instance = random_instance(random, {.components = 1, .bins = 5, .count = 9, .limit = 40});
    const std::int64_t batch = random.between(1, 12);
    const auto expected = expected_longest_batch(instance.histogram, 0, batch, 256);
    const std::vector<double> sums = sums_by_listing(instance.histogram, batch);
    REQUIRE(expected.size() == 9);
    for (std::size_t p = 0; p < expected.size(); ++p) {
      CAPTURE(describe_instance(instance));
      const double listed = longest_of(sums, std::int64_t{1} << p);
      CHECK(expected[p] == doctest::Approx(listed).epsilon(1e-9));
    }
  }
}

TEST_CASE("a coarse grid changes little (long)") {
  const Histogram wikipedia = load("wikipedia_512.csv");
  const auto expected = expected_longest_batch(wikipedia, 0, 32, 2048);
  const std::vector<double> sums = sums_by_listing(wikipedia, 32);
  for (const std::size_t p : {0U, 3U, 11U}) {
    const double listed = longest_of(sums, std::int64_t{1} << p);
    CHECK(expected[p] == doctest::Approx(listed).epsilon(2e-4));
  }
  Histogram huge = lengths({1'000'000, 3'000'000'000'000}, {1, 1});  // a fair coin, far beyond any grid
  CHECK(expected_longest_batch(huge, 0, 1024, 1)[0] == doctest::Approx(512 * 3'000'001'000'000.0));
}

TEST_CASE("the published curve starts at the mean of its distribution and falls") {
  const auto least = expected_least_of_gumbel(1.9409, 0.3179, 2048);
  REQUIRE(least.size() == 12);
  CHECK(least[0] == doctest::Approx(1.9409 + 0.5772156649 * 0.3179).epsilon(1e-6));
  for (std::size_t p = 1; p < least.size(); ++p) CHECK(least[p] < least[p - 1]);
  CHECK(least[0] > 2.01);  // what the text tells of 1, 2, 32 and 2,048 devices
  CHECK(least[1] < 1.913);
  CHECK(least[5] == doctest::Approx(1.5).epsilon(0.03));
  CHECK(least[11] == doctest::Approx(1.3).epsilon(0.03));
}

TEST_CASE("un-padding is ahead on one device and behind on many") {
  const auto estimated = estimate(packed(load("wikipedia_512.csv"), {512})).value();
  REQUIRE(estimated.scaling.size() == 12);
  CHECK(estimated.ceiling == doctest::Approx(2.0013).epsilon(1e-5));
  CHECK(estimated.scaling.front().unpadded == doctest::Approx(2.0013).epsilon(1e-3));
  CHECK(estimated.scaling.front().unpadded > estimated.speedup);
  CHECK(estimated.scaling.back().devices == 2048);
  CHECK(estimated.scaling.back().unpadded < estimated.speedup);
  REQUIRE(estimated.faster_from);
  CHECK(*estimated.faster_from == 2);
  CHECK(says(estimated, "from 2 devices on"));
}

TEST_CASE("the optimizer sees as many items as before, or forgets faster") {
  const auto estimated =  // two items a pack
      estimate(packed(lengths({4}, {100}), {8}), {.batch = 33, .beta1 = 0.81, .beta2 = 0.9}).value();
  CHECK(estimated.optimizer.effective_batch == 66);
  CHECK(estimated.optimizer.packs_for_batch == 17);
  CHECK(estimated.optimizer.effective_batch_of_them == 34);
  CHECK(estimated.optimizer.beta1 == doctest::Approx(0.6561));
  CHECK(estimated.optimizer.beta2 == doctest::Approx(0.81));
}

TEST_CASE("advice fits the case") {
  const Histogram even = lengths({95, 100}, {50, 50});
  CHECK(says(estimate(packed(even, {100})).value(), "Leave the data as it is"));
  const Histogram short_ones = lengths({10, 100}, {1000, 100});
  CHECK(says(estimate(packed(short_ones, {100}, 2)).value(), "allow more items in a pack"));
  CHECK(says(estimate(packed(short_ones, {100}, 1)).value(), "would be possible"));
  const Histogram squad = load("squad_384.csv");
  const auto of_squad = estimate(packed(squad, {384}, 3, "lpfhp")).value();
  CHECK(says(of_squad, "try --method optimal"));
  CHECK_FALSE(says(of_squad, "allow more items"));  // a fourth item would not fit
  const Histogram graphs = make_histogram({"nodes", "edges"}, std::vector<std::int64_t>{10, 10}, {{100}}).value();
  CHECK(says(estimate(packed(graphs, {20, 100})).value(), "80% of edges is padding while nodes fills up"));
}

TEST_CASE("the speed-up to tell is over batches of random items, each padded to its longest") {
  const PlanDocument document = packed(load("squad_384.csv"), {384});
  const auto estimated = estimate(document, {.overhead = 0.05}).value();
  const WithoutPacking paid =
      without_packing(document.histogram, document.real.sums, document.limits, document.room, usual_batch);
  const double efficiency = document.metrics.efficiency[0];
  CHECK(estimated.over.random == doctest::Approx(efficiency / (1 - paid.random[0]) / 1.05).epsilon(1e-4));
  CHECK(estimated.over.limit == doctest::Approx(estimated.speedup).epsilon(1e-4));
  CHECK(estimated.over.greedy == doctest::Approx(efficiency / (1 - paid.greedy[0])).epsilon(1e-4));
  CHECK(estimated.ceiling_over_random == doctest::Approx(1 / (1 - paid.random[0])).epsilon(1e-4));
  CHECK(says(estimated, "times as fast as batches of 8 random items, each padded to its longest"));
}

TEST_CASE("what makes no sense is refused") {
  const PlanDocument document = packed(lengths({4}, {100}), {8});
  CHECK(estimate(document, {.overhead = -0.1}).error().code == ErrorCode::negative);
  CHECK(estimate(document, {.devices = 0}).error().code == ErrorCode::limit_not_positive);
  CHECK(estimate(document, {.devices = max_devices + 1}).error().code == ErrorCode::too_large);
  CHECK(estimate(document, {.batch = 0}).error().code == ErrorCode::limit_not_positive);
  CHECK(estimate(document, {.beta1 = 1.5}).error().code == ErrorCode::too_large);
  CHECK(estimate(document, {.beta2 = std::nan("")}).error().code == ErrorCode::negative);
  CHECK(estimate(document, {.component = 1}).error().code == ErrorCode::unknown_name);
  CHECK(estimate(packed(lengths({0}, {3}), {8})).error().code == ErrorCode::empty);
}

}  // namespace tuplepack::tests::estimate_test
