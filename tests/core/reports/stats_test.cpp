#include "tuplepack/reports/stats.hpp"

#include "tuplepack/formats/sizes/sizes.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::stats_test {

using namespace reports;

using Numbers = std::vector<std::int64_t>;

TEST_CASE("the distribution of one component") {
  const auto stats = component_stats(tuplepack::tests::lengths({10, 2, 5}, {1, 1, 2}));
  REQUIRE(stats.size() == 1);
  const ComponentStats& one = stats[0];
  CHECK(one.sizes == Numbers{2, 5, 10});
  CHECK(one.counts == Numbers{1, 2, 1});
  CHECK(one.items == 4);
  CHECK(one.total == 22);
  CHECK(one.smallest() == 2);
  CHECK(one.largest() == 10);
  CHECK(one.mean() == doctest::Approx(5.5));
  CHECK(one.padding() == doctest::Approx(0.45));
}

TEST_CASE("a quantile is the smallest size that so many items do not exceed") {
  const ComponentStats one{.sizes = {2, 5, 10}, .counts = {1, 2, 1}, .items = 4, .total = 22};
  CHECK(one.quantile(0) == 2);
  CHECK(one.quantile(0.25) == 2);
  CHECK(one.quantile(0.26) == 5);
  CHECK(one.quantile(0.5) == 5);
  CHECK(one.quantile(0.75) == 5);
  CHECK(one.quantile(0.99) == 10);
  CHECK(one.quantile(1) == 10);
}

TEST_CASE("items in intervals of sizes of equal width") {
  const ComponentStats one{.sizes = {2, 5, 10}, .counts = {1, 2, 1}, .items = 4, .total = 22};
  CHECK(one.intervals(9) == Numbers{1, 0, 0, 2, 0, 0, 0, 0, 1});
  CHECK(one.intervals(60) == one.intervals(9));
  CHECK(one.intervals(3) == Numbers{1, 2, 1});  // 2 to 4, 5 to 7, 8 to 10
  CHECK(one.intervals(2) == Numbers{3, 1});     // 2 to 6, 7 to 11
  CHECK(one.intervals(1) == Numbers{4});
}

TEST_CASE("bins that differ in another component only add up; sizes of 0 have no padding") {
  const auto histogram = packing::make_histogram({"a", "b"}, Numbers{1, 0, 2, 0}, Numbers{3, 1});
  REQUIRE(histogram);
  const auto stats = component_stats(*histogram);
  REQUIRE(stats.size() == 2);
  CHECK(stats[0].sizes == Numbers{1, 2});
  CHECK(stats[1].sizes == Numbers{0});
  CHECK(stats[1].counts == Numbers{4});
  CHECK(stats[1].padding() == 0);
}

TEST_CASE("a histogram as CSV is read as it was") {
  const auto histogram = packing::make_histogram({"a", "b, \"c\""}, Numbers{2, 7, 1, 0}, Numbers{1'000'000'000'000, 3});
  REQUIRE(histogram);
  const auto csv = histogram_csv(*histogram);
  REQUIRE(csv);
  CHECK(*csv == "a,\"b, \"\"c\"\"\",count\n1,0,3\n2,7,1000000000000\n");
  const auto again = formats::read_histogram(*csv);
  REQUIRE(again);
  CHECK(again->components == histogram->components);
  CHECK(again->sizes == histogram->sizes);
  CHECK(again->counts == histogram->counts);
}

TEST_CASE("a component that is called count would be taken for one") {
  const auto histogram = packing::make_histogram({"Count"}, Numbers{2}, Numbers{1});
  REQUIRE(histogram);
  const auto csv = histogram_csv(*histogram);
  REQUIRE_FALSE(csv);
  CHECK(csv.error().code == ErrorCode::unsupported);
}

}  // namespace tuplepack::tests::stats_test
