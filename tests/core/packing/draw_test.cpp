#include "tuplepack/packing/draw.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace tuplepack::tests::draw_test {

using namespace packing;

namespace {

Histogram pairs() {
  return {.components = {"a", "b"}, .sizes = {1, 9, 2, 8, 3, 7, 4, 6, 5, 5}, .counts = {3, 1, 40, 7, 2}};
}

std::map<std::int64_t, std::int64_t> counted(const std::vector<std::int64_t>& rows) {
  std::map<std::int64_t, std::int64_t> counts;
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    CHECK(rows[i] + rows[i + 1] == 10);
    ++counts[rows[i]];
  }
  return counts;
}

}  // namespace

TEST_CASE("drawing everything gives every item once") {
  for (const std::int64_t items : {53, 54, 1'000'000}) {
    CHECK(counted(draw(pairs(), items, 1)) ==
          std::map<std::int64_t, std::int64_t>{{1, 3}, {2, 1}, {3, 40}, {4, 7}, {5, 2}});
  }
}

TEST_CASE("a draw is the beginning of a longer one") {
  const auto all = draw(pairs(), 53, 7);
  for (std::int64_t items = 0; items <= 53; ++items) {
    const auto some = draw(pairs(), items, 7);
    REQUIRE(some.size() == static_cast<std::size_t>(2 * items));
    CHECK(std::equal(some.begin(), some.end(), all.begin()));
  }
  CHECK(draw(pairs(), 53, 8) != all);
}

TEST_CASE("every item is as likely to come first") {
  std::map<std::int64_t, std::int64_t> first;
  for (std::uint64_t seed = 0; seed < 53'000; ++seed) ++first[draw(pairs(), 1, seed)[0]];
  const std::map<std::int64_t, std::int64_t> expected{{1, 3000}, {2, 1000}, {3, 40000}, {4, 7000}, {5, 2000}};
  for (const auto& [size, times] : expected) CHECK(std::abs(first[size] - times) < 6 * std::sqrt(times));
}

TEST_CASE("counts beyond 32 bits") {
  const Histogram large{.components = {"n"}, .sizes = {1, 2}, .counts = {std::int64_t{1} << 51, std::int64_t{1} << 51}};
  const auto drawn = draw(large, 10'000, 3);
  const auto ones = std::count(drawn.begin(), drawn.end(), 1);
  CHECK(ones > 4700);
  CHECK(ones < 5300);
}

}  // namespace tuplepack::tests::draw_test
