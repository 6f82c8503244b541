#include "tuplepack/reports/bounds.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::bounds_test {

using namespace reports;

using tuplepack::tests::lengths;

TEST_CASE("the largest bound limits the efficiency of every plan") {
  // Three items of 6 need a pack of 10 each; the item of 4 shares one.
  const auto bounds = bounds_for(lengths({6, 4}, {3, 1}), {.sizes = {10}});
  REQUIRE(bounds);
  CHECK(bounds->all.size() == lower_bounds(lengths({6, 4}, {3, 1}), {.sizes = {10}}).size());
  CHECK(bounds->largest().packs == 3);
  CHECK(bounds->largest().name == lower_bound(lengths({6, 4}, {3, 1}), {.sizes = {10}}).name);
  REQUIRE(bounds->efficiency.size() == 1);
  CHECK(bounds->efficiency[0] == doctest::Approx(22 / 30.0));
}

TEST_CASE("bounds are for the fitted sizes, efficiency is of the real ones in the limits that were asked for") {
  // In multiples of 8 no two of the four items fit into 10.
  const auto bounds = bounds_for(lengths({6, 4}, {3, 1}), {.sizes = {10}}, {.align_item = {8}});
  REQUIRE(bounds);
  CHECK(bounds->largest().packs == 4);
  CHECK(bounds->efficiency[0] == doctest::Approx(22 / 40.0));
}

TEST_CASE("no bounds where an item is over the limit") {
  const auto bounds = bounds_for(lengths({6, 4}, {3, 1}), {.sizes = {5}});
  REQUIRE_FALSE(bounds);
  CHECK(bounds.error().code == ErrorCode::item_over_limit);
}

}  // namespace tuplepack::tests::bounds_test
