#include "tuplepack/packing/even.hpp"

#include "instances.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/reports/plan.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

namespace tuplepack::tests::even_test {

using namespace packing;

namespace {

PlanDocument planned(const Histogram& histogram, const Limits& limits, const Fitting& fitting = {}) {
  auto made = make_plan(histogram, {.limits = limits, .fitting = fitting, .pack = {.method = "lpfhp"}});
  REQUIRE(made);
  return std::move(*made);
}

/// The emptiest and the fullest pack of a plan, as the largest share of a limit that each takes.
std::pair<double, double> extremes(const PlanDocument& document, const Plan& plan) {
  double least = 1, most = 0;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    double fill = 0;
    for (std::size_t c = 0; c < document.room.sizes.size(); ++c) {
      std::int64_t sum = 0;
      for (std::int64_t run = plan.offsets[s]; run < plan.offsets[s + 1]; ++run) {
        const auto at = static_cast<std::size_t>(run);
        sum += plan.copies[at] * document.histogram.size(plan.bins[at])[c];
      }
      fill = std::max(fill, static_cast<double>(sum) / static_cast<double>(document.room.sizes[c]));
    }
    least = std::min(least, fill);
    most = std::max(most, fill);
  }
  return {least, most};
}

double spread(const PlanDocument& document, const Plan& plan) {
  const auto [least, most] = extremes(document, plan);
  return most - least;
}

}  // namespace

TEST_CASE("even packs by hand") {
  // Five of size 4 in packs of 12: 12 and 8; even is the same. Seven in packs of 20: 20 and 8, even 16 and 12.
  const PlanDocument seven = planned(lengths({4}, {7}), {.sizes = {20}});
  CHECK(extremes(seven, seven.packed.plan) == std::pair(0.4, 1.0));
  CHECK(extremes(seven, even_packs(seven, 1)) == std::pair(0.6, 0.8));
  // Up to a multiple, and no more than there are items.
  CHECK(extremes(seven, even_packs(seven, 4)) == std::pair(0.2, 0.4));
  CHECK(pack_count(even_packs(seven, 4)) == 4);
  CHECK(pack_count(even_packs(seven, 100)) == 7);
  // The largest first leaves no room for the last 3: 7 + 3, 6 + 4. The plan stays.
  const PlanDocument tight = planned(lengths({3, 4, 5, 6, 7}, {1, 1, 2, 1, 1}), {.sizes = {10}});
  CHECK(pack_count(even_packs(tight, 1)) == 3);
  CHECK(check(tight.histogram, tight.room, even_packs(tight, 1)));
  // A multiple that cannot be is for the Assigner to refuse.
  CHECK(even_packs(seven, 0) == seven.packed.plan);
}

TEST_CASE("items without a size fill no pack, but leave none empty either") {
  const PlanDocument zeros = planned(lengths({0, 3}, {5, 1}), {.sizes = {8}});
  CHECK(pack_count(zeros.packed.plan) == 1);
  CHECK(pack_count(even_packs(zeros, 4)) == 4);
}

TEST_CASE("one pack in 27 is nearly empty; even ones are alike") {
  const PlanDocument document = planned(lengths({7, 11, 13, 20, 50}, {300, 200, 100, 50, 15}), {.sizes = {307}});
  const double uneven = spread(document, document.packed.plan);
  CHECK(uneven > 0.5);
  CHECK(spread(document, even_packs(document, 1)) < 0.03);
  CHECK(spread(document, even_packs(document, 8)) < 0.03);
}

TEST_CASE("a plan of even packs: no empty packs, a gap to the multiple, and a file that keeps it") {
  const Histogram seven = lengths({4}, {7});
  const auto made = [&](std::int64_t multiple, bool even) {
    return make_plan(seven, {.limits = {.sizes = {20}}, .packs_multiple = multiple, .even = even});
  };
  const auto uneven = made(4, false), even = made(4, true);
  REQUIRE(uneven);
  REQUIRE(even);
  CHECK(uneven->metrics.padding_packs == 2);
  CHECK(even->metrics.padding_packs == 0);
  CHECK(even->metrics.packs == 4);
  CHECK(uneven->bound.packs == 2);
  CHECK(even->bound.packs == 2);
  CHECK(even->gap() == 0);  // no multiple of 4 is smaller
  CHECK(extremes(*even, even->packed.plan) == std::pair(0.2, 0.4));
  const auto more = made(16, true);  // more than there are items
  REQUIRE(more);
  CHECK(more->metrics.packs == 16);
  CHECK(more->metrics.padding_packs == 9);
  CHECK(more->gap() == 0);
  for (const auto& document : {even, more}) {
    const std::string json = formats::to_json(*document).value();
    const auto verified = formats::verify_plan(json);
    REQUIRE(verified);
    CHECK(verified->holds());
    CHECK(reports::proven_gap(*verified) == 0);
    CHECK(verified->document.even);
    CHECK(formats::to_json(verified->document) == json);
  }
  const auto one = made(1, true);
  REQUIRE(one);
  CHECK(one->metrics.packs == 2);
  CHECK(extremes(*one, one->packed.plan) == std::pair(0.6, 0.8));
}

TEST_CASE("what cannot be filled alike is an error") {
  const auto refused = [](const Histogram& histogram, std::int64_t multiple) {
    const auto made = make_plan(
        histogram,
        {.limits = {.sizes = {20}}, .pack = {.method = "next-fit"}, .packs_multiple = multiple, .even = true});
    REQUIRE(!made);
    CHECK(made.error().code == ErrorCode::too_large);
    return made.error().message;
  };
  constexpr std::int64_t many = std::int64_t{1} << 31;
  CHECK(refused(lengths({4}, {many}), 1) == "even packs: the number of items is at most 2147483647, not 2147483648");
  CHECK(refused(lengths({4}, {7}), max_packs_multiple + 1) ==
        "even packs: the multiple of packs is at most 16777216, not 16777217");
  CHECK(refused(lengths({4}, {100'000'000}), 1) == "even packs: the number of packs is at most 16777216, not 20000000");
}

TEST_CASE("random even packs: correct, as many as wanted, and never less even than the plan") {
  Random random(8);
  double sum_planned = 0, sum_even = 0;
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    const Instance instance = random_instance(random, {.bins = 12, .count = 20, .limit = 30, .depth = 9});
    const PlanDocument document = planned(instance.histogram, instance.limits);
    const std::int64_t multiple = random.between(1, 6);
    const Plan even = even_packs(document, multiple);
    CHECK(check(document.histogram, document.room, even));
    const std::int64_t wanted = (document.metrics.packs + multiple - 1) / multiple * multiple;
    CHECK(pack_count(even) == std::min(wanted, document.real.items));
    if (multiple > 1) continue;
    CHECK(spread(document, even) <= spread(document, document.packed.plan));
    sum_planned += spread(document, document.packed.plan);
    sum_even += spread(document, even);
  }
  CHECK(sum_even < 0.7 * sum_planned);
}

}  // namespace tuplepack::tests::even_test
