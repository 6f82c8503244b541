#include "tuplepack/reports/search.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace tuplepack;

TEST_CASE("the harmonic mean of efficiencies") {
  CHECK(harmonic_mean(std::array{1.0, 0.5}) == doctest::Approx(2 / 3.0));
  CHECK(harmonic_mean(std::array{0.25}) == doctest::Approx(0.25));
}

TEST_CASE("limits are chosen from the product of the ranges") {
  CHECK(candidate_count(std::array{Range{.first = 1, .last = 10, .step = 3}, Range{.first = 5, .last = 6}}) == 8);
  CHECK(candidate_count({}) == 0);
}

TEST_CASE("an answer is proved when the search is complete and leaves nothing open") {
  Search search;
  CHECK(search.proved());
  search.complete = false;
  CHECK_FALSE(search.proved());
  search.complete = true;
  search.open.push_back({.limits = {10}, .cost = 10, .bound = {.packs = 3, .name = "total"}, .packs = 5});
  CHECK_FALSE(search.proved());
  CHECK(search.open[0].gap() == 2);
}
