#include "tuplepack/reports/search.hpp"

#include "instances.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::search_test {

using namespace reports;

TEST_CASE("the harmonic mean of efficiencies") {
  CHECK(harmonic_mean(std::array{1.0, 0.5}) == doctest::Approx(2 / 3.0));
  CHECK(harmonic_mean(std::array{0.25}) == doctest::Approx(0.25));
}

TEST_CASE("limits are chosen from the product of the ranges") {
  CHECK(candidate_count(
            std::array{packing::Range{.first = 1, .last = 10, .step = 3}, packing::Range{.first = 5, .last = 6}}) == 8);
  CHECK(candidate_count({}) == 0);
}

TEST_CASE("an answer is proved when the search is complete and leaves nothing open") {
  packing::Search search;
  CHECK(search.proved());
  search.complete = false;
  CHECK_FALSE(search.proved());
  search.complete = true;
  search.open.push_back({.limits = {10}, .cost = 10, .bound = {.packs = 3, .name = "total"}, .packs = 5});
  CHECK_FALSE(search.proved());
  CHECK(search.open[0].gap() == 2);
}

TEST_CASE("where no limits reach a target, the answer has the best") {
  // Items 3, 3, 2: efficiencies 8/9 in packs of 3, 8/10 in packs of 5.
  const packing::Histogram histogram = tests::lengths({2, 3}, {1, 2});
  const auto answer = answer_target(histogram, 0.9, {.ranges = {packing::Range{.first = 1, .last = 7}}});
  REQUIRE(answer);
  CHECK(answer->search.found.empty());
  CHECK(answer->search.ranges[0].first == 3);
  REQUIRE(answer->best);
  REQUIRE(answer->best->found.size() == 1);
  CHECK(answer->best->found[0].limits == std::vector<std::int64_t>{3});
  CHECK(answer->best->at_most == doctest::Approx(8 / 9.0));
  CHECK_FALSE(answer_target(histogram, 0.9, {.ranges = {packing::Range{.first = 1, .last = 8}}})->best);
}

TEST_CASE("a plan that a search shows to be optimal has a certificate that verifies") {
  tests::Random random(96);
  int shown = 0;
  for (int i = 0; i < repeats(320); ++i) {
    const tests::Instance instance =
        tests::random_instance(random, {.components = 2, .bins = 8, .count = 6, .limit = 20, .depth = 6});
    CAPTURE(tests::describe_instance(instance));
    std::vector<packing::Range> ranges;
    for (const std::int64_t limit : instance.limits.sizes) ranges.push_back({.first = limit, .last = limit + 9});
    const std::int64_t depth = instance.limits.depth;
    for (const packing::Search& search :
         {search_front(instance.histogram, {.ranges = ranges, .depth = depth}).value(),
          search_target(instance.histogram, 0.8, {.ranges = ranges, .depth = depth}).value()}) {
      for (const packing::Candidate& found : search.found) {
        const packing::PlanDocument document = document_of(instance.histogram, found, depth).value();
        CHECK(document.gap() == found.gap());
        if (found.gap() != 0) continue;
        ++shown;
        const auto verified = formats::verify_plan(formats::to_json(document).value());
        REQUIRE(verified);
        CHECK(verified->holds());
        CHECK(verified->proven == found.packs);
      }
    }
  }
  CHECK(shown > repeats(500));
}

}  // namespace tuplepack::tests::search_test
