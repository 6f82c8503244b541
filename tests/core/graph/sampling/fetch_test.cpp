#include "tuplepack/graph/sampling/fetch.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

namespace tuplepack::tests::fetch_test {

using namespace graph;

TEST_CASE("rows of other parts follow from the neighbours that nodes sample") {
  const std::array<std::int64_t, 2> nodes{100, 1'000'000};
  const std::vector<std::vector<double>> hops{{3, 1, 0, 2}, {2, 2, 0.5, 1}};
  const auto rows = remote_rows(nodes, hops, 10);
  // Part 0: 10 seeds reach 30 and 10 nodes, then 2·30 + 0.5·10 and 2·30 + 10.
  CHECK(rows[0].requested == doctest::Approx(10 + 70));
  CHECK(rows[0].unique == doctest::Approx(80).epsilon(1e-4));
  // Part 1: 20 nodes of its own, which sample 10 nodes of part 0.
  CHECK(rows[1].requested == doctest::Approx(10));
  CHECK(rows[1].unique == doctest::Approx(100 * (1 - std::exp(-0.1))));
}

TEST_CASE("a part alone, or without nodes, requests nothing of others") {
  const std::array<std::int64_t, 1> alone{5};
  CHECK(remote_rows(alone, std::vector<std::vector<double>>{{4}}, 3)[0].requested == 0);
  const std::array<std::int64_t, 2> nodes{0, 5};
  const auto rows = remote_rows(nodes, std::vector<std::vector<double>>{{0, 0, 0, 4}}, 3);
  CHECK(rows[0].requested == 0);
  CHECK(rows[1].requested == 0);
  CHECK(rows[1].unique == 0);
}

TEST_CASE("more requests than nodes leave no more unique rows than nodes") {
  const std::array<std::int64_t, 2> nodes{10, 10};
  const auto rows = remote_rows(nodes, std::vector<std::vector<double>>{{0, 50, 0, 0}}, 100);
  CHECK(rows[0].requested == doctest::Approx(5000));
  CHECK(rows[0].unique == doctest::Approx(10));
}

}  // namespace tuplepack::tests::fetch_test
