#include "packing/methods/strategies.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

namespace tuplepack::tests::strategies_test {

using namespace packing;

using Lengths = std::vector<std::uint32_t>;

TEST_CASE("strategies come in lexicographic order") {
  const Strategies all = filling_strategies(5, 3);
  const std::vector<Lengths> expected{{1, 1, 3}, {1, 2, 2}, {1, 4}, {2, 3}, {5}};
  REQUIRE(all.count() == expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s) CHECK(Lengths(all[s].begin(), all[s].end()) == expected[s]);
}

TEST_CASE("strategies fill the limit, are no deeper than allowed, all different and all there") {
  for (std::int64_t limit = 1; limit <= 30; ++limit) {
    for (std::int64_t depth = 1; depth <= 31; depth += 2 / repeats(2)) {
      const Strategies all = filling_strategies(limit, depth);
      for (std::size_t s = 0; s < all.count(); ++s) {
        const auto one = all[s];
        REQUIRE(std::accumulate(one.begin(), one.end(), std::int64_t{0}) == limit);
        REQUIRE(static_cast<std::int64_t>(one.size()) <= depth);
        REQUIRE(std::is_sorted(one.begin(), one.end()));
        if (s > 0) REQUIRE(std::lexicographical_compare(all[s - 1].begin(), all[s - 1].end(), one.begin(), one.end()));
      }
      REQUIRE(count_filling_strategies(limit, depth, 1'000'000) == static_cast<std::int64_t>(all.count()));
    }
  }
  CHECK(count_filling_strategies(30, 30, 1'000'000) == 5604);  // the partitions of 30
  CHECK(count_filling_strategies(512, 3, 1'000'000) == 22'102);
}

TEST_CASE("counting strategies stops where it was told to") {
  CHECK(count_filling_strategies(512, 3, 22'102) == 22'102);
  CHECK(count_filling_strategies(512, 3, 22'101) == 22'102);
  CHECK(count_filling_strategies(512, 3, 100) == 101);
  CHECK(count_filling_strategies(2048, 2048, 2'000'000) == 2'000'001);
}

}  // namespace tuplepack::tests::strategies_test
