// The method "fixed-count". That its plans are plans, on random instances of any kind, is tested with all methods in
// pack_test.
#include "files.hpp"
#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "packing/methods/flow.hpp"
#include "packing/methods/methods.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::fixed_count_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::Instance;
using tuplepack::tests::load;

namespace {

std::int64_t packs_of(const char* file, const std::vector<std::int64_t>& limits, std::int64_t depth) {
  const Instance instance{.histogram = load(file), .limits = {.sizes = limits, .depth = depth}};
  return checked_packs(instance, pack_fixed_count(instance.histogram, instance.limits, {}));
}

}  // namespace

TEST_CASE("fixed-count reaches the bound where the depth binds") {
  CHECK(packs_of("code2_synthetic.csv", {36'123, 36'122}, 256) == 1'595);
  CHECK(packs_of("code_ast_python_docstring.csv", {9'983, 9'982}, 256) == 3'884);
  CHECK(packs_of("tu_collab.csv", {492, 80'239}, 8) <= 779);
}

TEST_CASE("large and small items are spread evenly") {
  // Best fit makes packs of 8 + 8 + 8, which the depth closes, and is left with too many small ones.
  const Instance instance{.histogram = tests::lengths({1, 8}, {6, 3}), .limits = {.sizes = {30}, .depth = 3}};
  const Plan plan = pack_fixed_count(instance.histogram, instance.limits, {});
  CHECK(checked_packs(instance, plan) == 3);
  CHECK(plan.bins == std::vector<std::uint32_t>{1, 0});
  CHECK(plan.copies == std::vector<std::int64_t>{1, 2});
  CHECK(plan.repeats == std::vector<std::int64_t>{3});
}

TEST_CASE("nine components, the number of items being one") {
  HistogramBuilder builder(8);
  const std::vector<std::int64_t> size{1, 2, 3, 4, 5, 6, 7, 8};
  REQUIRE(builder.add(size, 100));
  const Histogram histogram = std::move(builder).finish({"a", "b", "c", "d", "e", "f", "g", "h"}).value();
  const Instance instance{.histogram = histogram, .limits = {.sizes = std::vector<std::int64_t>(8, 80), .depth = 7}};
  CHECK(checked_packs(instance, pack_fixed_count(instance.histogram, instance.limits, {})) == 15);
}

TEST_CASE("fixed-count stops when told to, with a whole plan") {
  const Instance instance{.histogram = load("molhiv_train.csv"), .limits = {.sizes = {222, 502}, .depth = 256}};
  for (const int allowed : {0, 1, 2, 5, 20}) {
    int asked = 0;
    const PackOptions options{.keep_going = [&](const PackProgress& progress) {
      CHECK(progress.step == "fixed-count");
      CHECK(progress.bound == 3'743);
      return asked++ < allowed;
    }};
    CHECK(checked_packs(instance, pack_fixed_count(instance.histogram, instance.limits, options)) >= 3'743);
    CHECK(asked > allowed);
    CHECK(asked < allowed + 4);
  }
}

TEST_CASE("packs that met in one state keep what they hold") {
  // Four packs: two take bin 0 twice at once, two take bin 1; both lots arrive in state 1. Three of them take bin 2.
  const std::vector<std::int64_t> packs{0, 1, 3};
  const std::vector<std::uint32_t> order{0, 1, 2};
  const std::vector<Move> moves{{.from = 0, .to = 1, .run = {.bin = 0, .copies = 2}, .packs = 2},
                                {.from = 0, .to = 1, .run = {.bin = 1, .copies = 1}, .packs = 2},
                                {.from = 1, .to = 2, .run = {.bin = 2, .copies = 1}, .packs = 3}};
  const Plan plan = plan_of_flow(packs, order, moves);
  // What came first leaves first: both of the first lot and one of the second.
  CHECK(plan.offsets == std::vector<std::int64_t>{0, 1, 3, 5});
  CHECK(plan.bins == std::vector<std::uint32_t>{1, 2, 0, 2, 1});
  CHECK(plan.copies == std::vector<std::int64_t>{1, 1, 2, 1, 1});
  CHECK(plan.repeats == std::vector<std::int64_t>{1, 2, 1});
}

TEST_CASE("a pack that nothing came into is none") {
  const std::vector<std::int64_t> packs{2, 1};
  const std::vector<std::uint32_t> order{0, 1};
  const std::vector<Move> moves{{.from = 0, .to = 1, .run = {.bin = 4, .copies = 3}, .packs = 1}};
  const Plan plan = plan_of_flow(packs, order, moves);
  CHECK(pack_count(plan) == 1);
}

}  // namespace tuplepack::tests::fixed_count_test
