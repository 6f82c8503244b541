#include "packing/methods/exact_cover.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "tuplepack/packing/bound.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

namespace tuplepack::tests::strategy_packing_test {

using namespace packing;

namespace {

std::int64_t packs_by(const Histogram& histogram, const Limits& limits, const std::string& method, bool paper) {
  const auto packed = pack(histogram, limits, {.method = method, .paper = paper});
  REQUIRE(packed);
  const auto checked = check(histogram, limits, packed->plan);
  CHECK_MESSAGE(checked, checked.error().message);
  return pack_count(packed->plan);
}

std::int64_t published_packs(const Histogram& histogram, const Limits& limits) {
  const PackOptions options;
  Stop stop(options, {});
  const auto uses = strategy_repeats(histogram, limits, Residual::plain, true, stop);
  return std::accumulate(uses.repeats.begin(), uses.repeats.end(), std::int64_t{0});
}

ErrorCode refusal(const Histogram& histogram, const Limits& limits) {
  return pack(histogram, limits, {.method = "nnlshp"}).error().code;
}

}  // namespace

TEST_CASE("nnlshp meets the published number of packs (long)") {
  // Several solutions are best. Which of them is found, and so the last digits, depends on the order of rounding.
  CHECK(published_packs(load("wikipedia_512.csv"), {.sizes = {512}, .depth = 3}) == 8'155'059);
  const auto squad = static_cast<double>(published_packs(load("squad_384.csv"), {.sizes = {384}, .depth = 3}));
  CHECK(squad == doctest::Approx(40'782).epsilon(0.001));
}

TEST_CASE("as an exact cover nnlshp is better than published, and ennlshp better still (long)") {
  const Histogram wikipedia = load("wikipedia_512.csv");
  const Limits limits{.sizes = {512}, .depth = 3};  // no plan needs fewer than 8,143,829
  CHECK(packs_by(wikipedia, limits, "nnlshp", true) <= 8'155'059);
  const std::int64_t plain = packs_by(wikipedia, limits, "nnlshp", false);
  CHECK(plain < 8'144'500);
  CHECK(packs_by(wikipedia, limits, "ennlshp", false) < plain);
  const Histogram squad = load("squad_384.csv");
  const std::int64_t plain_squad = packs_by(squad, {.sizes = {384}, .depth = 3}, "nnlshp", false);
  CHECK(plain_squad < 40'350);  // nor than 40,195
  CHECK(packs_by(squad, {.sizes = {384}, .depth = 3}, "ennlshp", false) < plain_squad);
}

TEST_CASE("a mix of strategies that fits exactly is found") {
  // 40 packs of 3 + 7, 30 of 2 + 3 + 5 and 20 of 10.
  const Histogram histogram = lengths({2, 3, 5, 7, 10}, {30, 70, 30, 40, 20});
  for (const char* method : {"nnlshp", "ennlshp"}) {
    CHECK(packs_by(histogram, {.sizes = {10}, .depth = 3}, method, false) == 90);
  }
  CHECK(packs_by(histogram, {.sizes = {10}, .depth = 3}, "nnlshp", true) == 90);
}

TEST_CASE("items that are short share a pack with padding, as published") {
  // No two 7s and no 7 and 8 share a pack of 10: every item ends in [7, 3] or [8, 2], whose partners do not exist.
  const Histogram histogram = lengths({7, 8}, {5, 4});
  CHECK(published_packs(histogram, {.sizes = {10}, .depth = 2}) == 9);
  CHECK(packs_by(histogram, {.sizes = {10}, .depth = 2}, "nnlshp", true) == 9);
}

TEST_CASE("lengths with a common divisor need few strategies") {
  const Histogram histogram = lengths({8'000, 16'000, 24'000}, {10, 10, 10});
  CHECK(packs_by(histogram, {.sizes = {32'007}, .depth = 3}, "nnlshp", false) == 15);
}

TEST_CASE("counts at the end of the exact range are packed") {
  for (const char* method : {"nnlshp", "ennlshp"}) {
    CHECK(packs_by(lengths({1}, {max_exact}), {.sizes = {1}, .depth = 9}, method, false) == max_exact);
    CHECK(packs_by(lengths({max_exact}, {1}), {.sizes = {max_exact}, .depth = 2}, method, false) == 1);
    const std::int64_t third = max_exact / 3;
    CHECK(packs_by(lengths({1, 2}, {third, third}), {.sizes = {3}, .depth = 2}, method, false) <= third + 8);
  }
}

TEST_CASE("every plan of nnlshp and ennlshp is an exact cover") {
  Random random(21);
  for (int i = 0; i < 1200; ++i) {
    Instance instance = random_instance(
        random, {.components = 1, .bins = 12, .count = random.one_in(2) ? 5 : 3000, .limit = 40, .depth = 5});
    instance.limits.depth = random.between(1, 5);
    CAPTURE(describe_instance(instance));
    const std::int64_t bound = lower_bound(instance.histogram, instance.limits).packs;
    for (const char* method : {"nnlshp", "ennlshp"}) {
      for (const bool paper : {false, true}) {
        CHECK(packs_by(instance.histogram, instance.limits, method, paper) >= bound);
      }
    }
  }
}

TEST_CASE("an exact cover comes of any uses of strategies") {
  Random random(22);
  for (int i = 0; i < 1200; ++i) {
    Instance instance = random_instance(random, {.components = 1, .bins = 8, .count = 40, .limit = 20, .depth = 5});
    instance.limits.depth = random.between(1, 5);
    StrategyRepeats uses{
        .unit = 1, .strategies = filling_strategies(instance.limits.sizes[0], instance.limits.depth), .repeats = {}};
    for (std::size_t s = 0; s < uses.strategies.count(); ++s) {
      uses.repeats.push_back(random.one_in(3) ? random.between(1, 50) : 0);
    }
    CAPTURE(describe_instance(instance));
    for (const bool paper : {false, true}) {
      const PackOptions options;
      Stop stop(options, {});
      const Plan plan = exact_cover(instance.histogram, instance.limits, uses, paper, stop);
      const auto checked = check(instance.histogram, instance.limits, plan);
      CHECK_MESSAGE(checked, checked.error().message);
    }
  }
}

TEST_CASE("a search that is stopped still packs everything") {
  const Histogram squad = load("squad_384.csv");
  const Limits limits{.sizes = {384}, .depth = 3};
  for (const int columns : {0, 1, 100}) {
    int left = columns;
    const auto packed =
        pack(squad, limits, {.method = "ennlshp", .keep_going = [&](const PackProgress&) { return left-- > 0; }});
    REQUIRE(packed);
    CHECK(check(squad, limits, packed->plan));
  }
}

TEST_CASE("nnlshp says what it cannot do") {
  const Histogram graphs = make_histogram({"nodes", "edges"}, std::vector<std::int64_t>{1, 1}, {{1}}).value();
  CHECK(refusal(graphs, {.sizes = {5, 5}, .depth = 3}) == ErrorCode::unsupported);
  CHECK(refusal(lengths({1}, {1}), {.sizes = {512}}) == ErrorCode::unsupported);
  CHECK(refusal(lengths({1}, {1}), {.sizes = {1025}, .depth = 2}) == ErrorCode::unsupported);
  CHECK(refusal(lengths({1}, {1}), {.sizes = {512}, .depth = 5}) == ErrorCode::unsupported);
  CHECK(packs_by(lengths({1}, {1}), {.sizes = {1024}, .depth = 2}, "nnlshp", false) == 1);
  CHECK(packs_by(lengths({0}, {7}), {.sizes = {9}, .depth = 3}, "nnlshp", false) == 3);
}

}  // namespace tuplepack::tests::strategy_packing_test
