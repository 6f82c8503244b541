// The steps that improve a plan: "tightest-component" and "repair". That the plans of their methods are plans is tested
// with all methods in pack_test.
#include "packing/methods/repair.hpp"
#include "packing/methods/methods.hpp"
#include "packing/methods/tightest_component.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "tuplepack/packing/bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::repair_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::fewest_packs;
using tuplepack::tests::Instance;
using tuplepack::tests::load;
using tuplepack::tests::random_instance;

namespace {

std::int64_t bound_of(const Instance& instance) {
  return lower_bound(instance.histogram, instance.limits).packs;
}

Plan repaired(const Instance& instance, Plan start, const PackOptions& options = {}) {
  return repair(instance.histogram, instance.limits, std::move(start), bound_of(instance), 0, usual_repair_work,
                options);
}

Plan by_tightest(const Instance& instance, Plan start, const PackOptions& options = {}) {
  return pack_on_tightest_component(instance.histogram, instance.limits, std::move(start), options);
}

Plan next_fit(const Instance& instance) {
  return pack_next_fit(instance.histogram, instance.limits, {});
}

}  // namespace

TEST_CASE("repair: a plan stays one, gets no worse, and is nearly always optimal where items are few") {
  tests::Random random(81);
  int improvable = 0;
  int optimal = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t scale = i % 4 == 3 ? std::int64_t{1} << 36 : 1;
    const Instance instance = random_instance(random, {.bins = 5, .count = 4, .scale = scale});
    CAPTURE(describe_instance(instance));
    const Plan start = next_fit(instance);
    const std::int64_t fewest = fewest_packs(instance.histogram, instance.limits);
    const std::int64_t packs = checked_packs(instance, repaired(instance, start));
    CHECK(packs >= fewest);
    CHECK(packs <= pack_count(start));
    if (pack_count(start) == fewest) continue;
    ++improvable;
    if (packs == fewest) ++optimal;
  }
  CHECK(improvable > 200);
  CHECK(optimal > improvable * 9 / 10);
}

TEST_CASE("both steps on larger instances: correct, and never worse") {
  tests::Random random(82);
  int repair_improved = 0;
  int tightest_improved = 0;
  constexpr int instances = repeats(40);
  for (int i = 0; i < instances; ++i) {
    const Instance instance = random_instance(random, {.bins = 60, .count = 12, .limit = 200, .depth = 40});
    CAPTURE(describe_instance(instance));
    const Plan start = next_fit(instance);
    const std::int64_t by_repair = checked_packs(instance, repaired(instance, start));
    const std::int64_t tightest = checked_packs(instance, by_tightest(instance, start));
    CHECK(by_repair >= bound_of(instance));
    CHECK(tightest >= bound_of(instance));
    CHECK(by_repair <= pack_count(start));
    CHECK(tightest <= pack_count(start));
    if (by_repair < pack_count(start)) ++repair_improved;
    if (tightest < pack_count(start)) ++tightest_improved;
  }
  CHECK(repair_improved > instances / 4);
  CHECK(tightest_improved > instances / 4);
}

TEST_CASE("repair reaches the bound of real data where the depth binds too (long)") {
  const Instance requests{.histogram = load("llm_azure2023_conv_total_tokens.csv"),
                          .limits = {.sizes = {14'089}, .depth = 16}};
  const Plan start = pack_fixed_count(requests.histogram, requests.limits, {});
  CHECK(pack_count(start) == 1'882);
  CHECK(checked_packs(requests, repaired(requests, start)) == 1'878);

  const Instance graphs{.histogram = load("tu_collab.csv"), .limits = {.sizes = {984, 160'478}, .depth = 16}};
  CHECK(checked_packs(graphs, repaired(graphs, pack_fixed_count(graphs.histogram, graphs.limits, {}))) == 379);
}

TEST_CASE("optimal proves hundreds of items that all differ by repair, where the linear program takes long (long)") {
  tests::Random random(83);
  for (int i = 0; i < 3; ++i) {
    std::vector<std::int64_t> sizes;
    for (int item = 0; item < 400; ++item) sizes.push_back(random.between(1, 100'000));
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    const Instance instance{.histogram = tests::lengths(sizes, std::vector<std::int64_t>(sizes.size(), 1)),
                            .limits = {.sizes = {131'072}}};
    CAPTURE(describe_instance(instance));
    const Plan start = pack_longest_first(instance.histogram, instance.limits, {.distribute = true});
    const auto packed = pack(instance.histogram, instance.limits, {.method = "optimal"});
    REQUIRE(packed);
    CHECK(checked_packs(instance, packed->plan) == packed->proof->bound.packs);
    CHECK(pack_count(packed->plan) <= pack_count(start));
  }
}

TEST_CASE("only the packs that waste most are taken up where there are many, and the others stay") {
  // 300,000 packs are full; two hold what fits into one.
  const Instance instance{.histogram = tests::lengths({4, 10}, {2, 300'000}), .limits = {.sizes = {10}}};
  const Plan start{.offsets = {0, 1, 2}, .bins = {1, 0}, .copies = {1, 1}, .repeats = {300'000, 2}};
  const Plan plan = repaired(instance, start);
  CHECK(checked_packs(instance, plan) == 300'001);
  CHECK(plan.strategies() == 2);
}

TEST_CASE("packing the tightest component first reaches the bound where the others leave room") {
  for (const std::int64_t depth : {unlimited_depth, std::int64_t{4}}) {
    const Instance instance{.histogram = load("ppa_synthetic.csv"), .limits = {.sizes = {600, 72'276}, .depth = depth}};
    const Plan start = pack_longest_first(instance.histogram, instance.limits, {.distribute = false});
    CHECK(pack_count(start) > 31'680);
    CHECK(checked_packs(instance, by_tightest(instance, start)) == 31'680);
  }
}

TEST_CASE("items that meet by one component are chosen so that the others have room") {
  // Each pack holds 5 + 5 of a; of b, 9 must meet 1, and 8 must meet 2.
  const auto histogram = make_histogram({"a", "b"}, std::vector<std::int64_t>{5, 1, 5, 2, 5, 8, 5, 9},
                                        std::vector<std::int64_t>{1, 1, 1, 1});
  REQUIRE(histogram);
  const Instance instance{.histogram = *histogram, .limits = {.sizes = {10, 20}}};
  const Plan plan = by_tightest(instance, pack_none(instance.histogram, instance.limits, {}));
  CHECK(checked_packs(instance, plan) == 2);
  CHECK(plan.bins == std::vector<std::uint32_t>{3, 0, 2, 1});
}

TEST_CASE("both stop when told to, with a whole plan") {
  const Instance instance{.histogram = load("tu_collab.csv"), .limits = {.sizes = {984, 160'478}, .depth = 16}};
  const Plan start = next_fit(instance);
  for (const int allowed : {0, 1, 5, 10}) {
    int asked = 0;
    PackOptions options;
    options.keep_going = [&](const PackProgress& progress) {
      CHECK(progress.step == "repair");
      CHECK(progress.packs <= pack_count(start));
      return asked++ < allowed;
    };
    CHECK(checked_packs(instance, repaired(instance, start, options)) <= pack_count(start));
    CHECK(asked == allowed + 1);
    options.keep_going = [&](const PackProgress& progress) {
      CHECK(progress.step == "tightest-component");
      CHECK(progress.packs == 0);
      return asked++ < allowed;
    };
    asked = 0;
    CHECK(checked_packs(instance, by_tightest(instance, start, options)) <= pack_count(start));
    CHECK(asked > allowed);
  }
}

}  // namespace tuplepack::tests::repair_test
