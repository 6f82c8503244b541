#include "tuplepack/reports/compare.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::compare_test {

using namespace reports;

using tuplepack::tests::lengths;

/// 6 + 4, 6 + 4 and 3 in packs of 10.
static packing::Histogram three_packs() {
  return lengths({6, 4, 3}, {2, 2, 1});
}

TEST_CASE("every combination makes a plan, in the order of combinations") {
  const auto compared = compare_plans(three_packs(), {.sizes = {10}});
  REQUIRE(compared);
  const auto all = packing::combinations(1, false);
  REQUIRE(compared->rows.size() == all.size());
  CHECK_FALSE(compared->stopped);
  CHECK(compared->bound.packs == 3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const PlanComparison::Row& row = compared->rows[i];
    CHECK(row.packed.method == all[i].method);
    CHECK(row.metrics.packs == pack_count(row.packed.plan));
    CHECK(compared->gap(row) == row.metrics.packs - 3);
    CHECK(row.seconds == 0);
  }
}

TEST_CASE("ranked plans have rising numbers of packs, and without packing comes last") {
  auto compared = compare_plans(three_packs(), {.sizes = {10}});
  REQUIRE(compared);
  rank(*compared);
  const auto fewer = [](const auto& a, const auto& b) { return a.metrics.packs < b.metrics.packs; };
  CHECK(std::is_sorted(compared->rows.begin(), compared->rows.end(), fewer));
  CHECK(compared->gap(compared->rows.front()) == 0);
  CHECK(compared->rows.back().packed.method == "none");
  CHECK(compared->gap(compared->rows.back()) == 2);
}

TEST_CASE("plans of equally many packs keep their order when ranked") {
  PlanComparison compared{.bound = {}, .rows = {}};
  for (const auto& [method, packs] : {std::pair{"a", 3}, {"b", 2}, {"c", 3}, {"d", 2}}) {
    PlanComparison::Row row;
    row.packed.method = method;
    row.metrics.packs = packs;
    compared.rows.push_back(std::move(row));
  }
  rank(compared);
  std::string order;
  for (const PlanComparison::Row& row : compared.rows) order += row.packed.method;
  CHECK(order == "bdac");
}

TEST_CASE("only published methods are compared on request") {
  const auto compared = compare_plans(three_packs(), {.sizes = {10}}, {.paper = true});
  REQUIRE(compared);
  CHECK(compared->rows.size() == packing::combinations(1, true).size());
  for (const PlanComparison::Row& row : compared->rows) CHECK(row.packed.paper);
}

TEST_CASE("a comparison can be stopped after any plan") {
  std::size_t most = 0;
  const auto compared = compare_plans(three_packs(), {.sizes = {10}}, {.packed = [&](std::size_t done, std::size_t of) {
                                        most = of;
                                        return done < 2;
                                      }});
  REQUIRE(compared);
  CHECK(compared->rows.size() == 2);
  CHECK(compared->stopped);
  CHECK(most == packing::combinations(1, false).size());
}

TEST_CASE("stopping after the last plan leaves nothing out") {
  const auto compared = compare_plans(three_packs(), {.sizes = {10}},
                                      {.packed = [](std::size_t done, std::size_t of) { return done < of; }});
  REQUIRE(compared);
  CHECK_FALSE(compared->stopped);
}

TEST_CASE("each method is timed by the clock it is given") {
  double now = 0;
  const auto compared = compare_plans(three_packs(), {.sizes = {10}}, {.clock = [&] { return now += 0.25; }});
  REQUIRE(compared);
  double sum = 0;
  for (const PlanComparison::Row& row : compared->rows) {
    CHECK(row.seconds >= 0.25);
    sum += row.seconds;
  }
  CHECK(sum <= now);
}

TEST_CASE("sizes are fitted before they are packed") {
  // In multiples of 8 no two of the five items fit into 10.
  const auto compared = compare_plans(three_packs(), {.sizes = {10}}, {.fitting = {.align_item = {8}}});
  REQUIRE(compared);
  CHECK(compared->bound.packs == 5);
  CHECK(compared->rows[0].metrics.efficiency[0] == doctest::Approx(23 / 50.0));
  const auto refused = compare_plans(three_packs(), {.sizes = {5}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::item_over_limit);
}

TEST_CASE("a method that takes longer than a second is also judged by what it had by then") {
  double now = 0;
  const CompareOptions slow{.clock = [&] { return now += 0.6; }};
  const auto compared = compare_plans(three_packs(), {.sizes = {10}}, slow);
  REQUIRE(compared);
  for (const PlanComparison::Row& row : compared->rows) {
    if (row.seconds <= 1) CHECK(row.packs_after_a_second == row.metrics.packs);
    if (row.seconds > 1) CHECK((row.packs_after_a_second == 0 || row.packs_after_a_second >= row.metrics.packs));
  }
}

}  // namespace tuplepack::tests::compare_test
