// Column generation over groups of sizes: what it finds for the groups holds for the real sizes.
#include "packing/exact/columns/grouping.hpp"
#include "packing/exact/columns/mean_refinement.hpp"
#include "tuplepack/packing/bound.hpp"

#include "checked_packs.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::column_generation_groups_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::fewest_packs;
using tuplepack::tests::Instance;
using tuplepack::tests::Random;
using tuplepack::tests::random_instance;

namespace {

Plan plan_by(const Instance& instance, const char* method) {
  return pack(instance.histogram, instance.limits, {.method = method})->plan;
}

Proof quick_proof(const Instance& instance) {
  const LowerBound bound = lower_bound(instance.histogram, instance.limits);
  return {.bound = bound, .certificate = certify(instance.histogram, instance.limits, bound)};
}

using Solve = Solved (*)(const Histogram&, const Limits&, Plan, const Proof&, const PackOptions&);

/// Plan and certificate pass the independent checkers.
Solved group(const Instance& instance, const char* start, Solve solve, const PackOptions& options = {}) {
  const Proof known = quick_proof(instance);
  Solved solved = solve(instance.histogram, instance.limits, plan_by(instance, start), known, options);
  CHECK(solved.bound <= checked_packs(instance, solved.plan));
  CHECK(solved.bound >= known.bound.packs);
  if (solved.certificate.prices.empty()) {
    CHECK(solved.bound == known.bound.packs);
  } else {
    const auto verified = verify(instance.histogram, instance.limits, solved.certificate);
    REQUIRE_MESSAGE(verified, verified.error().message);
    CHECK(*verified == solved.bound);
  }
  return solved;
}

/// Thousands of sizes, mostly small: four of them, as many as the depth allows, nearly fill a pack on average.
Instance many_sizes() {
  Random random(7);
  std::vector<std::int64_t> sizes;
  for (int item = 0; item < 30'000; ++item) {
    const std::int64_t draw = random.between(1, 10'000);
    sizes.push_back(draw * draw / 100 * draw / 240'000 + 1);
  }
  const std::vector<std::int64_t> counts(sizes.size(), 40);
  return {.histogram = *make_histogram({"length"}, sizes, counts), .limits = {.sizes = {42'000}, .depth = 4}};
}

}  // namespace

TEST_CASE("plans and bounds of groups hold for any sizes") {
  constexpr std::uint64_t seed = 20261123;
  Random random(seed);
  int raised = 0;
  for (int round = 0; round < 150; ++round) {
    const Instance instance =
        random_instance(random, {.components = 2, .bins = 5, .count = 3, .limit = 40, .scale = 9});
    CAPTURE(seed);
    CAPTURE(describe_instance(instance));
    const Solved solved = group(instance, "none", solve_by_groups);
    const std::int64_t fewest = fewest_packs(instance.histogram, instance.limits);
    CHECK(solved.bound <= fewest);
    raised += solved.certificate.prices.empty() ? 0 : 1;
    CHECK(pack_count(solved.plan) >= fewest);
    // At last every size is a group of its own.
    CHECK(pack_count(solved.plan) <= fewest + 1);
  }
  CHECK(raised > 0);
}

TEST_CASE("groups of many rounded sizes give a better plan than the quick methods") {
  const Instance instance = many_sizes();
  const std::int64_t quick = pack_count(plan_by(instance, "quick"));
  const Solved rounded = group(instance, "quick", solve_by_groups);
  CHECK(pack_count(rounded.plan) < quick);
  CHECK(pack_count(rounded.plan) - rounded.bound < quick / 200);
  CHECK(suits_mean_groups(instance.histogram, rounded.plan));
}

TEST_CASE("groups by mean come within a two thousandth of the bound (long)") {
  const Instance instance = many_sizes();
  const std::int64_t quick = pack_count(plan_by(instance, "quick"));
  const Solved by_mean = group(instance, "quick", solve_by_mean_groups);
  CHECK(pack_count(by_mean.plan) < quick);
  CHECK(pack_count(by_mean.plan) - by_mean.bound < quick / 2000);
}

TEST_CASE("groups by mean are for many packs of one component") {
  Random random(5);
  const Instance pairs = random_instance(random, {.components = 2, .bins = 5, .count = 3, .limit = 40});
  CHECK(!suits_mean_groups(pairs.histogram, plan_by(pairs, "none")));
  const Histogram few = tuplepack::tests::lengths({3, 5}, {4'000, 5'000});
  CHECK(!suits_mean_groups(few, plan_by({.histogram = few, .limits = {.sizes = {5}}}, "none")));
}

TEST_CASE("what groups found is kept when they are stopped") {
  const Instance instance = many_sizes();
  for (const Solve solve : {&solve_by_groups, &solve_by_mean_groups}) {
    std::int64_t fewest = any_number_of_packs;
    for (const int most : std::vector{0, 30, repeats(200)}) {
      int asked = 0;
      PackOptions options;
      options.keep_going = [&](const PackProgress& progress) {
        if (progress.improved != nullptr) (void)checked_packs(instance, progress.improved->plan);
        return ++asked <= most;
      };
      const std::int64_t packs = pack_count(group(instance, "quick", solve, options).plan);
      CHECK(packs <= fewest);
      fewest = packs;
    }
  }
}

}  // namespace tuplepack::tests::column_generation_groups_test
