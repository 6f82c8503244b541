#include "tuplepack/packing/limits.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::limits_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;

Error error_of(const Histogram& histogram, const Limits& limits) {
  const auto valid = validate(histogram, limits);
  REQUIRE_FALSE(valid);
  return valid.error();
}

}  // namespace

TEST_CASE("limits that can and cannot be met") {
  const Histogram histogram = make_histogram({"nodes", "edges"}, Sizes{3, 4, 5, 2}, Sizes{1, 1}).value();
  CHECK(validate(histogram, {.sizes = {5, 4}, .depth = 1}));
  CHECK(validate(histogram, {.sizes = {max_exact, max_exact}, .depth = unlimited_depth}));
  CHECK(error_of(histogram, {.sizes = {5}}).code == ErrorCode::component_mismatch);
  CHECK(error_of(histogram, {.sizes = {5}}).message == "1 limit for 2 components");
  CHECK(error_of(histogram, {.sizes = {5, 4, 3}}).code == ErrorCode::component_mismatch);
  CHECK(error_of(histogram, {.sizes = {5, 0}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, {.sizes = {-5, 4}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, {.sizes = {max_exact + 1, 4}}).code == ErrorCode::too_large);
  CHECK(error_of(histogram, {.sizes = {5, 4}, .depth = 0}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, {.sizes = {5, 4}, .depth = -1}).code == ErrorCode::limit_not_positive);
  const Error over = error_of(histogram, {.sizes = {4, 4}});
  CHECK(over.code == ErrorCode::item_over_limit);
  CHECK(over.message == "an item of nodes 5 is over the limit 4 (size (5, 2))");
  Histogram none = histogram;
  none.sizes.clear();
  none.counts.clear();
  CHECK(error_of(none, {.sizes = {5, 4}}).code == ErrorCode::empty);
}

TEST_CASE("a pack may hold so many items and no more") {
  const Histogram ones = lengths({1}, {max_items_in_a_pack + 1});
  CHECK(validate(ones, {.sizes = {max_items_in_a_pack}}));
  CHECK(error_of(ones, {.sizes = {max_items_in_a_pack + 1}}).code == ErrorCode::too_large);
  CHECK(validate(ones, {.sizes = {max_items_in_a_pack + 1}, .depth = max_items_in_a_pack}));
  CHECK(validate(lengths({1}, {max_items_in_a_pack}), {.sizes = {max_exact}}));
  CHECK(error_of(lengths({0}, {max_items_in_a_pack + 1}), {.sizes = {1}}).code == ErrorCode::too_large);

  // The second component keeps packs small, though the first would not.
  const Histogram two = make_histogram({"a", "b"}, Sizes{0, 1, 1, 9}, Sizes{max_items_in_a_pack, 5}).value();
  CHECK(validate(two, {.sizes = {7, max_items_in_a_pack}}));
  CHECK(error_of(two, {.sizes = {7, max_items_in_a_pack + 9}}).code == ErrorCode::too_large);
}

TEST_CASE("random instances are valid, and not with a limit less than their largest item") {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    Instance instance = random_instance(random, {.bins = 20, .limit = 100});
    CAPTURE(describe_instance(instance));
    CHECK(validate(instance.histogram, instance.limits));
    const Totals sums = totals(instance.histogram);
    if (sums.maxima[0] < 2) continue;
    instance.limits.sizes[0] = sums.maxima[0];
    CHECK(validate(instance.histogram, instance.limits));
    --instance.limits.sizes[0];
    CHECK(error_of(instance.histogram, instance.limits).code == ErrorCode::item_over_limit);
  }
}

}  // namespace tuplepack::tests::limits_test
