#include "instances.hpp"
#include "tuplepack/packing/search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>

namespace tuplepack::tests::search_packs_test {

using namespace packing;

namespace {

using Numbers = std::vector<std::int64_t>;

/// The limits of a number, each in proportion and rounded up: written anew.
Numbers scaled(const Proportions& proportions, std::int64_t number) {
  std::int64_t most = 0;
  for (const std::int64_t part : proportions.shape) most = std::max(most, part);
  Numbers limits;
  for (std::size_t c = 0; c < proportions.shape.size(); ++c) {
    std::int64_t limit = 0;
    while (limit * most < number * proportions.shape[c]) ++limit;
    while (limit % proportions.multiples[c] != 0) ++limit;
    limits.push_back(limit);
  }
  return limits;
}

bool holds(const Numbers& limits, const Numbers& sizes) {
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (limits[c] < sizes[c]) return false;
  }
  return true;
}

/// By trying one after the other.
std::optional<Numbers> smallest(const Histogram& histogram, std::int64_t packs, const Proportions& proportions,
                                std::int64_t depth) {
  const Totals sums = totals(histogram);
  for (std::int64_t number = 1;; ++number) {
    const Numbers limits = scaled(proportions, number);
    if (!holds(limits, sums.maxima)) continue;
    if (fewest_packs(histogram, {.sizes = limits, .depth = depth}) <= packs) return limits;
    if (holds(limits, sums.sums)) return {};
  }
}

}  // namespace

TEST_CASE("the smallest limits for a number of packs are those that trying finds") {
  Random random(20);
  for (int round = 0; round < repeats(300); ++round) {
    CAPTURE(round);
    const Instance instance = random_instance(random, {.bins = 4, .count = 3, .limit = 8, .depth = 4});
    Proportions proportions;
    for (std::size_t c = 0; c < instance.histogram.component_count(); ++c) {
      proportions.shape.push_back(random.between(1, 9));
      proportions.multiples.push_back(random.between(1, 3));
    }
    const std::int64_t packs = random.between(1, 6);
    const SearchOptions options{.ranges = {}, .depth = instance.limits.depth};
    const auto found = search_packs(instance.histogram, packs, proportions, options);
    REQUIRE(found);
    const auto expected = smallest(instance.histogram, packs, proportions, options.depth);
    REQUIRE(found->found.size() == (expected ? 1 : 0));
    CHECK(found->proved());
    if (!expected) continue;
    const Candidate& best = found->found[0];
    CHECK(best.limits == *expected);
    CHECK(best.packs <= packs);
    CHECK(check(instance.histogram, {.sizes = best.limits, .depth = options.depth}, best.packed.plan));
    if (found->ruled_out.empty()) continue;
    const Limits too_small{.sizes = found->ruled_out[0].last, .depth = options.depth};
    CHECK(found->ruled_out[0].bound.packs > packs);
    CHECK(found->ruled_out[0].bound.packs <= fewest_packs(instance.histogram, too_small));
  }
}

TEST_CASE("a search for packs that is stopped has limits that are large enough") {
  const Histogram histogram = lengths({5, 7, 11, 13, 17}, {40, 30, 20, 10, 9});
  SearchOptions options{.ranges = {}, .keep_going = [](const SearchProgress&) { return SearchPace::stop; }};
  const auto found = search_packs(histogram, 13, {.shape = {1}, .multiples = {4}}, options);
  REQUIRE(found);
  REQUIRE(found->found.size() == 1);
  CHECK(found->found[0].limits[0] % 4 == 0);
  CHECK(found->found[0].packs <= 13);
  const auto open = search_packs(histogram, 30, {.shape = {1}, .multiples = {4}}, options);
  REQUIRE(open);
  REQUIRE(open->open.size() == 1);
  const Candidate& left = open->open[0];
  CHECK(left.limits[0] < open->found[0].limits[0]);
  const auto total = static_cast<double>(totals(histogram).sums[0]);
  CHECK(left.at_most == doctest::Approx(std::min(1.0, total / static_cast<double>(left.bound.packs * left.limits[0]))));
}

TEST_CASE("searches for packs that make no sense") {
  const Histogram histogram = lengths({5, 7}, {4, 3});
  const auto code = [&](std::int64_t packs, const Proportions& proportions,
                        const SearchOptions& options = {.ranges = {}}) {
    return search_packs(histogram, packs, proportions, options).error().code;
  };
  CHECK(code(0, {.shape = {1}, .multiples = {1}}) == ErrorCode::limit_not_positive);
  CHECK(code(2, {.shape = {0}, .multiples = {1}}) == ErrorCode::limit_not_positive);
  CHECK(code(2, {.shape = {1, 2}, .multiples = {1}}) == ErrorCode::component_mismatch);
  CHECK(code(2, {.shape = {}, .multiples = {1}}) == ErrorCode::component_mismatch);
  CHECK(code(2, {.shape = {1}, .multiples = {1}}, {.ranges = {}, .weights = {1, 2}}) == ErrorCode::component_mismatch);
  CHECK(code(2, {.shape = {1}, .multiples = {1}}, {.ranges = {}, .depth = 0}) == ErrorCode::limit_not_positive);
  const auto none = search_packs(histogram, 2, {.shape = {1}, .multiples = {1}}, {.ranges = {}, .depth = 3});
  REQUIRE(none);
  CHECK(none->found.empty());
  CHECK(none->proved());
}

}  // namespace tuplepack::tests::search_packs_test
