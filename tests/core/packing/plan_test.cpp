#include "tuplepack/packing/plan.hpp"

#include "instances.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::plan_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;

/// The example of the header: sizes 3, 5, 7; two packs of 7 + 3 and one of 5 + 3 + 3.
struct Example {
  Histogram histogram = make_histogram({"length"}, Sizes{3, 5, 7}, Sizes{4, 1, 2}).value();
  Limits limits{.sizes = {11}, .depth = 3};
  Plan plan{.offsets = {0, 2, 4}, .bins = {2, 0, 1, 0}, .copies = {1, 1, 1, 2}, .repeats = {2, 1}};

  [[nodiscard]] std::string error() const {
    const auto checked = check(histogram, limits, plan);
    if (checked) return {};
    CHECK(checked.error().code == ErrorCode::plan_mismatch);
    return checked.error().message;
  }
};

/// Damages a correct plan in one place. None of these leaves a correct one.
enum class Damage { more_repeats, fewer_repeats, more_copies, fewer_copies, other_bin, no_bin, lost_strategy, doubled };
constexpr std::array damages{Damage::more_repeats, Damage::fewer_repeats, Damage::more_copies,   Damage::fewer_copies,
                             Damage::other_bin,    Damage::no_bin,        Damage::lost_strategy, Damage::doubled};

Plan damaged(Plan plan, Damage damage, const Histogram& histogram, Random& random) {
  const auto s = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(plan.strategies()) - 1));
  const auto run = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(plan.bins.size()) - 1));
  switch (damage) {
    case Damage::more_repeats: ++plan.repeats[s]; break;
    case Damage::fewer_repeats: --plan.repeats[s]; break;
    case Damage::more_copies: ++plan.copies[run]; break;
    case Damage::fewer_copies: --plan.copies[run]; break;
    case Damage::other_bin:
      plan.bins[run] = static_cast<std::uint32_t>((plan.bins[run] + 1) % (histogram.bins() + 1));
      break;
    case Damage::no_bin: plan.bins[run] = 0xffffffffU; break;
    case Damage::lost_strategy:
      plan.bins.resize(static_cast<std::size_t>(plan.offsets[plan.strategies() - 1]));
      plan.copies.resize(plan.bins.size());
      plan.offsets.pop_back();
      plan.repeats.pop_back();
      break;
    case Damage::doubled:
      for (std::size_t i = 0; i < static_cast<std::size_t>(plan.offsets[1]); ++i) {
        plan.bins.push_back(std::uint32_t{plan.bins[i]});
        plan.copies.push_back(std::int64_t{plan.copies[i]});
      }
      plan.offsets.push_back(static_cast<std::int64_t>(plan.bins.size()));
      plan.repeats.push_back(1);
      break;
  }
  return plan;
}

}  // namespace

TEST_CASE("the example is a plan, and measures what it should") {
  const Example example;
  CHECK(example.error().empty());
  CHECK(pack_count(example.plan) == 3);
  CHECK(items_in(example.plan, 0) == 2);
  CHECK(items_in(example.plan, 1) == 3);
  CHECK(largest_pack(example.histogram, example.plan) == Sizes{11});
  const auto metrics = measure(example.histogram, {.sizes = {12}}, totals(example.histogram), example.plan, 2);
  REQUIRE(metrics);
  CHECK(metrics->packs == 4);
  CHECK(metrics->padding_packs == 1);
  CHECK(metrics->strategies == 2);
  CHECK(metrics->padding == Sizes{4 * 12 - 31});
  CHECK(metrics->efficiency[0] == doctest::Approx(31.0 / 48));
  CHECK(metrics->tight_efficiency[0] == doctest::Approx(31.0 / 44));
  CHECK(metrics->packing_factor == doctest::Approx(7.0 / 4));
  CHECK(metrics->depth_used == 3);
}

TEST_CASE("check says what is wrong") {
  Example example;
  SUBCASE("limits of other components") {
    example.limits.sizes = {11, 11};
    CHECK(example.error() == "the number of limits does not match the histogram's components");
  }
  SUBCASE("limit") {
    example.limits.sizes = {10};
    CHECK(example.error() == "strategy 1 is over the limit 10 of length");
  }
  SUBCASE("depth") {
    example.limits.depth = 2;
    CHECK(example.error() == "strategy 1 holds more than 2 items");
  }
  SUBCASE("too few") {
    example.plan.repeats[0] = 1;
    CHECK(example.error() == "the plan leaves out 1 of 4 items of size 3");
  }
  SUBCASE("too many") {
    example.plan.repeats[0] = 3;
    CHECK(example.error() == "the plan uses more than the 2 items of size 7");
  }
  SUBCASE("no such bin") {
    example.plan.bins[0] = 3;
    CHECK(example.error() == "no bin 3");
  }
  SUBCASE("no items") {
    example.plan.copies[0] = 0;
    CHECK(example.error() == "a pack holds 0 items of bin 2");
  }
  SUBCASE("negative items") {
    example.plan.copies[0] = -1;
    CHECK_FALSE(example.error().empty());
  }
  SUBCASE("very many items") {
    example.plan.copies[0] = std::numeric_limits<std::int64_t>::max();
    CHECK_FALSE(example.error().empty());
    example.limits.depth = unlimited_depth;
    example.plan.copies[0] = max_exact;
    CHECK_FALSE(example.error().empty());
  }
  SUBCASE("no repeat") {
    example.plan.repeats[1] = 0;
    CHECK(example.error() == "strategy 1 is used 0 times");
  }
  SUBCASE("very many repeats") {
    example.plan.repeats[1] = max_exact;
    CHECK_FALSE(example.error().empty());
    example.plan.repeats[1] = std::numeric_limits<std::int64_t>::max();
    CHECK_FALSE(example.error().empty());
  }
  SUBCASE("an empty strategy") {
    example.plan.offsets = {0, 4, 4};
    CHECK(example.error() == "strategy 1 is empty");
  }
  SUBCASE("offsets that go back") {
    example.plan = {.offsets = {0, 5, 4}, .bins = {2, 0, 1, 0}, .copies = {1, 1, 1, 2}, .repeats = {2, 1}};
    CHECK_FALSE(example.error().empty());
  }
  SUBCASE("arrays of other lengths") {
    example.plan.copies.pop_back();
    CHECK(example.error() == "the plan's arrays have inconsistent lengths");
  }
  SUBCASE("offsets missing") {
    example.plan.offsets.clear();
    CHECK(example.error() == "the plan's arrays have inconsistent lengths");
  }
  SUBCASE("nothing at all") {
    example.plan = {};
    CHECK(example.error() == "the plan leaves out 4 of 4 items of size 3");
  }
}

TEST_CASE("check rejects every damaged plan") {
  Random random(9);
  for (int i = 0; i < 300; ++i) {
    const Instance instance = random_instance(random, {.bins = 12, .count = 20, .limit = 50, .depth = 12});
    CAPTURE(describe_instance(instance));
    const auto packed = pack(instance.histogram, instance.limits, {.method = "lpfhp"});
    REQUIRE(packed);
    REQUIRE(check(instance.histogram, instance.limits, packed->plan));
    for (const Damage damage : damages) {
      CAPTURE(static_cast<int>(damage));
      CHECK_FALSE(
          check(instance.histogram, instance.limits, damaged(packed->plan, damage, instance.histogram, random)));
    }
    if (packed->plan.strategies() > 0) {
      Limits tighter = instance.limits;
      tighter.depth =
          measure(instance.histogram, instance.limits, totals(instance.histogram), packed->plan)->depth_used - 1;
      CHECK_FALSE(check(instance.histogram, tighter, packed->plan));
      const Sizes largest = largest_pack(instance.histogram, packed->plan);
      for (std::size_t c = 0; c < largest.size(); ++c) {
        if (largest[c] == 0) continue;
        tighter = instance.limits;
        tighter.sizes[c] = largest[c] - 1;
        CHECK_FALSE(check(instance.histogram, tighter, packed->plan));
      }
    }
  }
}

TEST_CASE("metrics that leave the exact range are an error") {
  const Histogram histogram = make_histogram({"length"}, Sizes{1}, Sizes{4}).value();
  const Plan plan{.offsets = {0, 1}, .bins = {0}, .copies = {1}, .repeats = {4}};
  const Totals sums = totals(histogram);
  CHECK(measure(histogram, {.sizes = {max_exact / 4}}, sums, plan));
  CHECK(measure(histogram, {.sizes = {max_exact / 2}}, sums, plan).error().code == ErrorCode::too_large);
  CHECK(measure(histogram, {.sizes = {1}}, sums, plan, max_exact).value().padding_packs == max_exact - 4);
  CHECK(measure(histogram, {.sizes = {2}}, sums, plan, max_exact).error().code == ErrorCode::too_large);
  CHECK(measure(histogram, {.sizes = {1}}, sums, plan, std::numeric_limits<std::int64_t>::max()).error().code ==
        ErrorCode::too_large);
}

}  // namespace tuplepack::tests::plan_test
