// The method "fill". That its plans are plans, on random instances of any kind, is tested with all methods in
// pack_test.
#include "files.hpp"
#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "packing/methods/methods.hpp"
#include "tuplepack/packing/bound.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::fill_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::load;
using tuplepack::tests::Random;
using tuplepack::tests::random_instance;

namespace {

std::int64_t packs_of(const char* file, const std::vector<std::int64_t>& limits, std::int64_t depth) {
  const Instance instance{.histogram = load(file), .limits = {.sizes = limits, .depth = depth}};
  return checked_packs(instance, pack_fill(instance.histogram, instance.limits, {}));
}

}  // namespace

TEST_CASE("fill reaches the bound where packs can be full") {
  CHECK(packs_of("wikipedia_512.csv", {512}, unlimited_depth) == 8'135'727);
  CHECK(packs_of("molhiv_train.csv", {222, 502}, 256) == 3'744);
  CHECK(packs_of("molpcba_train_digitized.csv", {313, 636}, 256) == 30'499);
  CHECK(packs_of("pcqm4mv2_train_digitized.csv", {20, 54}, unlimited_depth) == 3'131'867);
  CHECK(packs_of("pcqm4mv2_train_digitized.csv", {59, 122}, unlimited_depth) == 809'103);
  CHECK(packs_of("tu_collab.csv", {492, 80'239}, unlimited_depth) == 758);
  CHECK(packs_of("tu_reddit_binary.csv", {3'782, 8'142}, unlimited_depth) == 245);
  CHECK(packs_of("llm_azure2023_conv_total_tokens.csv", {14'089}, unlimited_depth) == 1'878);
}

TEST_CASE("a pack is filled by the best choice, where best fit is led astray") {
  // Best fit puts 6 beside 10; 4 + 3 + 3 leaves no room in the same pack.
  const Histogram histogram = tests::lengths({3, 4, 6, 10}, {2, 1, 1, 1});
  const Plan plan = pack_fill(histogram, {.sizes = {20}}, {});
  REQUIRE(plan.strategies() == 2);
  CHECK(plan.bins == std::vector<std::uint32_t>{3, 2, 1, 0});
  CHECK(plan.copies == std::vector<std::int64_t>{1, 1, 1, 2});
  CHECK(plan.repeats == std::vector<std::int64_t>{1, 1});
}

TEST_CASE("whatever the work allowed, the plan is whole, and more work never makes it worse") {
  Random random(50);
  int improved = 0;
  constexpr int instances = repeats(400);
  for (int i = 0; i < instances; ++i) {
    const Instance instance = random_instance(random, {.bins = 60, .count = 20, .limit = 400, .depth = 20});
    CAPTURE(describe_instance(instance));
    const std::int64_t bound = lower_bound(instance.histogram, instance.limits).packs;
    std::int64_t before = checked_packs(instance, pack_fill_within(0, instance.histogram, instance.limits, {}));
    const std::int64_t first = before;
    for (std::int64_t work = 100'000'000; work <= 1'000'000'000; work *= 10) {
      const std::int64_t packs =
          checked_packs(instance, pack_fill_within(work, instance.histogram, instance.limits, {}));
      CHECK(packs >= bound);
      if (work > 100'000'000) CHECK(packs <= before);
      before = packs;
    }
    if (before < first) ++improved;
    (void)checked_packs(instance,
                        pack_fill_within(random.between(1, 200'000), instance.histogram, instance.limits, {}));
  }
  CHECK(improved > instances / 13);
}

TEST_CASE("fill stops when told to, with the best plan so far") {
  const Instance instance{.histogram = load("tu_collab.csv"), .limits = {.sizes = {492, 80'239}, .depth = 8}};
  for (const int allowed : {0, 3}) {
    int asked = 0;
    std::int64_t packs = 0;
    PackOptions options;
    options.keep_going = [&](const PackProgress& progress) {
      CHECK(progress.step == "fill");
      packs = progress.packs;
      return asked++ < allowed;
    };
    const Plan plan = pack_fill(instance.histogram, instance.limits, options);
    CHECK(asked == allowed + 1);
    const std::int64_t made = checked_packs(instance, plan);
    if (packs > 0) CHECK(made == packs);
  }
}

}  // namespace tuplepack::tests::fill_test
