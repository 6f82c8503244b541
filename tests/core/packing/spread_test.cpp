// About as many items in every pack.
#include "tuplepack/packing/spread.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "tuplepack/packing/document.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::spread_test {

using namespace packing;

namespace {

PlanDocument planned(const Histogram& histogram, const Limits& limits, const std::string& method,
                     std::optional<bool> spread = {}) {
  auto made = make_plan(histogram, {.limits = limits, .pack = {.method = method}, .spread = spread});
  REQUIRE(made);
  return std::move(*made);
}

}  // namespace

TEST_CASE("items spread by hand") {
  // 14 items of size 1 and 3 of size 8 in packs of 12: one pack holds only small ones.
  const Histogram histogram = lengths({1, 8}, {14, 3});
  const Limits limits{.sizes = {12}};
  const Plan one_by_one{.offsets = {0, 1, 3}, .bins = {0, 1, 0}, .copies = {8, 1, 2}, .repeats = {1, 3}};
  REQUIRE(check(histogram, limits, one_by_one));
  REQUIRE(deepest(one_by_one) == 8);
  const auto spread = spread_items(histogram, limits, one_by_one);
  REQUIRE(spread);
  CHECK(check(histogram, limits, *spread));
  CHECK(pack_count(*spread) == 4);
  CHECK(deepest(*spread) == 5);
  // What is spread already stays as it is.
  CHECK(!spread_items(histogram, limits, *spread));
  CHECK(!spread_items(histogram, limits, Plan{}));
}

TEST_CASE("a spread plan is a plan of no more packs, and hardly deeper than the average") {
  constexpr std::uint64_t seed = 20261129;
  Random random(seed);
  int spread_out = 0;
  for (int round = 0; round < repeats(2'000); ++round) {
    CAPTURE(seed);
    CAPTURE(round);
    const Instance instance =
        random_instance(random, {.components = 3, .bins = 12, .count = 30, .limit = 200, .depth = 40});
    const auto packed = pack(instance.histogram, instance.limits, {.method = "lpfhp"});
    REQUIRE(packed);
    const auto spread = spread_items(instance.histogram, instance.limits, packed->plan);
    if (!spread) continue;
    ++spread_out;
    const auto checked = check(instance.histogram, instance.limits, *spread);
    REQUIRE_MESSAGE(checked, checked.error().message);
    const std::int64_t packs = pack_count(packed->plan);
    const std::int64_t average = (totals(instance.histogram).items + packs - 1) / packs;
    CHECK(pack_count(*spread) <= packs);
    CHECK(deepest(*spread) <= average + std::max<std::int64_t>(1, average / 4));
    CHECK(deepest(*spread) < deepest(packed->plan));
  }
  CHECK(spread_out > repeats(200));
}

TEST_CASE("the plan of auto for molecules holds nine graphs a pack at most, where it held 38") {
  const Histogram molecules = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}};
  const PlanDocument usual = planned(molecules, limits, "auto");
  CHECK(usual.metrics.packs == 3'744);
  CHECK(usual.metrics.depth_used == 9);
  CHECK(usual.gap() == 0);
  CHECK(usual.spread);
  CHECK(verify(usual).value() == 3'744);
  const PlanDocument filled = planned(molecules, limits, "auto", false);
  CHECK(!filled.spread);
  CHECK(filled.packed.method == usual.packed.method);
  CHECK(filled.metrics.packs == 3'744);
  CHECK(filled.metrics.depth_used > 30);
}

TEST_CASE("the plan of a method that was asked for stays, unless it is to be spread") {
  const Histogram molecules = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}};
  const PlanDocument published = planned(molecules, limits, "lpfhp");
  CHECK(!published.spread);
  const PlanDocument spread = planned(molecules, limits, "lpfhp", true);
  CHECK(spread.spread);
  CHECK(spread.packed.method == "lpfhp");
  CHECK(spread.metrics.packs <= published.metrics.packs);
  CHECK(spread.metrics.depth_used < published.metrics.depth_used / 2);
}

TEST_CASE("what would be spread by default is not where it takes longer than packing") {
  const Limits limits{.sizes = {12}};
  const PlanDocument few = planned(lengths({1, 8}, {14, 3}), limits, "auto");
  CHECK(!few.spread);
  const Histogram many = lengths({1, 8}, {140'000, 30'000});
  CHECK(!planned(many, limits, "auto").spread);
  const auto refused = make_plan(many, {.limits = limits, .spread = true});
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK(refused.error().message == "up to 131072 items can be spread over packs, not 170000");
  const auto baseline = make_plan(lengths({1}, {9}), {.limits = {.sizes = {12}}, .baseline = 0, .spread = true});
  REQUIRE(!baseline);
  CHECK(baseline.error().message == "the items of a baseline cannot be spread");
}

TEST_CASE("spreading that is stopped leaves the plan as it is") {
  const Histogram molecules = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}};
  const PlanDocument filled = planned(molecules, limits, "auto", false);
  PackOptions options;
  int asked = 0;
  options.keep_going = [&](const PackProgress& progress) {
    ++asked;
    CHECK(progress.step == "spread");
    CHECK(progress.packs == 3'744);
    return false;
  };
  CHECK(!spread_items(molecules, limits, filled.packed.plan, options));
  CHECK(asked == 1);
}

}  // namespace tuplepack::tests::spread_test
