// The method optimal as a whole: what it calls proven is proven, on random instances and on real data.
#include "tuplepack/formats/plan/plan_json.hpp"

#include "files.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::optimal_test {

using namespace packing;

namespace {

struct Solved {
  const char* file;  ///< the plan with its certificate, the same bytes on every platform
  const char* data;
  std::vector<std::int64_t> limits;
  std::int64_t depth;
};

constexpr std::int64_t any = unlimited_depth;
const std::vector<Solved> solved_table{
    {"squad_depth3.json", "squad_384.csv", {384}, 3},
    {"glue_rte.json", "glue_rte_128.csv", {128}, any},
    {"glue_wnli.json", "glue_wnli_128.csv", {128}, any},
    {"molhiv.json", "molhiv_train.csv", {222, 502}, 256},
    {"molhiv_depth4.json", "molhiv_train.csv", {222, 502}, 4},
    {"pcqm4mv2.json", "pcqm4mv2_train_digitized.csv", {30, 62}, any},
};

}  // namespace

TEST_CASE("optimal against brute force: the bound is never above the optimum, and nearly always proves the plan") {
  Random random(70);
  constexpr int instances = repeats(10'000);
  int proven = 0;
  for (int i = 0; i < instances; ++i) {
    const std::int64_t scale = i % 8 == 7 ? std::int64_t{1} << 36 : 1;
    const Instance instance = random_instance(random, {.bins = 5, .count = 4, .scale = scale});
    CAPTURE(describe_instance(instance));
    const std::int64_t optimum = fewest_packs(instance.histogram, instance.limits);
    const Packed packed = pack(instance.histogram, instance.limits, {.method = "optimal"}).value();
    const auto checked = check(instance.histogram, instance.limits, packed.plan);
    CHECK_MESSAGE(checked, checked.error().message);
    REQUIRE(packed.proof);
    CHECK(packed.proof->bound.packs <= optimum);
    CHECK(pack_count(packed.plan) >= optimum);
    const auto verified = verify(instance.histogram, instance.limits, packed.proof->certificate);
    REQUIRE_MESSAGE(verified, verified.error().message);
    CHECK(*verified == packed.proof->bound.packs);
    if (*verified == pack_count(packed.plan)) ++proven;
  }
  CHECK(proven >= instances * 99 / 100);
}

TEST_CASE("optimal plans and their certificates are the same bytes everywhere, and hold") {
  for (const Solved& row : solved_table) {
    CAPTURE(row.file);
    const PlanDocument document =
        make_plan(load(row.data),
                  {.limits = {.sizes = row.limits, .depth = row.depth}, .pack = {.method = "optimal"}, .spread = false})
            .value();
    CHECK(document.metrics.packs == document.bound.packs);
    const std::string json = formats::to_json(document).value();
    const std::string path = "certificates/" + std::string(row.file);
    if (updates_golden_files()) write_file(path, json);
    CHECK_MESSAGE(json == read_file(path), "differs from tests/" << path);
    CHECK(verify(formats::parse_plan(json).value()) == document.metrics.packs);
  }
}

}  // namespace tuplepack::tests::optimal_test
