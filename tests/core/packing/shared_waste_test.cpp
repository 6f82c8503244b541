// A step of the portfolio: packs that share the waste.
#include "packing/methods/shared_waste.hpp"

#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "packing/methods/methods.hpp"
#include "tuplepack/packing/bound.hpp"

#include <doctest/doctest.h>

#include <set>

namespace tuplepack::tests::shared_waste_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::fewest_packs;
using tuplepack::tests::Instance;
using tuplepack::tests::random_instance;

namespace {

constexpr std::int64_t second = 1'000'000'000;

Plan filled(const Instance& instance, std::int64_t fewer_than, std::int64_t work = second,
            const PackOptions& options = {}) {
  const std::int64_t bound = lower_bound(instance.histogram, instance.limits).packs;
  return fill_with_shared_waste(instance.histogram, instance.limits, bound, fewer_than, work, options);
}

/// Sizes that all differ.
Instance distinct(tests::Random& random, std::size_t n, std::int64_t largest, std::int64_t limit) {
  std::set<std::int64_t> sizes;
  while (sizes.size() < n) sizes.insert(random.between(1, largest));
  return {.histogram = tests::lengths({sizes.begin(), sizes.end()}, std::vector<std::int64_t>(n, 1)),
          .limits = {.sizes = {limit}}};
}

}  // namespace

TEST_CASE(
    "shared waste: a plan holds all items, has fewer packs than asked, and is often optimal where items are few") {
  tests::Random random(83);
  int improvable = 0;
  int optimal = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t scale = i % 4 == 3 ? std::int64_t{1} << 36 : 1;
    const Instance instance =
        random_instance(random, {.components = i % 8 == 7 ? 2 : 1, .bins = 5, .count = 4, .scale = scale});
    CAPTURE(describe_instance(instance));
    const std::int64_t packs = pack_count(pack_next_fit(instance.histogram, instance.limits, {}));
    const std::int64_t fewest = fewest_packs(instance.histogram, instance.limits);
    if (fewest < packs && instance.limits.sizes.size() == 1 && instance.limits.depth == unlimited_depth) ++improvable;
    const Plan plan = filled(instance, packs);
    if (plan.strategies() == 0) continue;
    const std::int64_t fewer = checked_packs(instance, plan);
    CHECK(fewer < packs);
    CHECK(fewer >= fewest);
    if (fewer == fewest) ++optimal;
  }
  CHECK(improvable > 40);
  CHECK(optimal > improvable * 3 / 4);
}

TEST_CASE(
    "sizes that all differ are packed to the bound, where filling each pack as well as possible uses up small ones") {
  tests::Random random(84);
  int met = 0;
  for (int i = 0; i < 8; ++i) {
    const Instance instance = distinct(random, 150, 10'000, 13'107);
    CAPTURE(describe_instance(instance));
    const std::int64_t bound = lower_bound(instance.histogram, instance.limits).packs;
    const std::int64_t packs = checked_packs(instance, pack_fill(instance.histogram, instance.limits, {}));
    if (packs == bound) continue;
    const Plan plan = filled(instance, packs);
    if (plan.strategies() > 0 && checked_packs(instance, plan) == bound) ++met;
  }
  CHECK(met >= 4);
}

TEST_CASE("no waste, no work, no consent or items that do not suit: no plan") {
  tests::Random random(85);
  const Instance instance = distinct(random, 100, 10'000, 13'107);
  REQUIRE(filled(instance, any_number_of_packs).strategies() > 0);
  CHECK(filled(instance, any_number_of_packs, 0).strategies() == 0);
  const PackOptions refusing{.keep_going = [](const PackProgress&) { return false; }, .ask_every = 1};
  CHECK(filled(instance, any_number_of_packs, second, refusing).strategies() == 0);
  const std::int64_t bound = lower_bound(instance.histogram, instance.limits).packs;
  CHECK(filled(instance, bound).strategies() == 0);
  const Instance full{.histogram = tests::lengths({4, 6}, {2, 2}), .limits = {.sizes = {10}}};
  CHECK(filled(full, any_number_of_packs).strategies() == 0);
  const Instance deep{.histogram = instance.histogram, .limits = {.sizes = {13'107}, .depth = 2}};
  CHECK(filled(deep, any_number_of_packs).strategies() == 0);
  constexpr std::int64_t huge = std::int64_t{1} << 51;
  const Instance wide{.histogram = tests::lengths({3, huge - 1, huge}, {1, 1, 2}), .limits = {.sizes = {huge + 5}}};
  CHECK(filled(wide, any_number_of_packs).strategies() == 0);
  const Instance many{.histogram = tests::lengths({3, 4}, {3'000, 3'000}), .limits = {.sizes = {10}}};
  CHECK(filled(many, any_number_of_packs).strategies() == 0);
}

}  // namespace tuplepack::tests::shared_waste_test
