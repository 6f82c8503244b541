#include "tuplepack/packing/balance.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

namespace tuplepack::tests::balance_test {

using namespace packing;

namespace {

using Work = std::vector<double>;
using Order = std::vector<std::uint32_t>;

Work taken_in(const Order& order, const Work& work) {
  Work taken;
  for (const std::uint32_t pack : order) taken.push_back(work[pack]);
  return taken;
}

/// Σ over the groups of their largest.
double steps(const Work& work, std::size_t ranks) {
  double sum = 0;
  for (std::size_t begin = 0; begin < work.size(); begin += ranks) {
    const std::size_t end = std::min(work.size(), begin + ranks);
    sum += *std::max_element(work.begin() + static_cast<std::ptrdiff_t>(begin),
                             work.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return sum;
}

}  // namespace

TEST_CASE("balance: the work of a pack is the sum of the squares of its sizes") {
  const Histogram histogram{.components = {"nodes", "edges"}, .sizes = {1, 7, 3, 2, 4, 0}, .counts = {4, 2, 2}};
  const Plan plan{.offsets = {0, 2, 3}, .bins = {0, 2, 1}, .copies = {2, 1, 1}, .repeats = {2, 2}};
  CHECK(quadratic_work(histogram, plan, 0) == Work{2 * 1 + 16, 9});
  CHECK(quadratic_work(histogram, plan, 1) == Work{2 * 49 + 0, 4});
}

/// Every pack is of a kind of its own.
static Order order_of(const Work& work, std::int64_t ranks) {
  Order kinds(work.size());
  std::iota(kinds.begin(), kinds.end(), std::uint32_t{0});
  return balanced_order(work, kinds, ranks);
}

TEST_CASE("balance: by hand") {
  const Work work{9, 1, 8, 2};
  CHECK(imbalance(work, 2).mean == doctest::Approx((9 / 5.0 + 8 / 5.0) / 2));
  CHECK(imbalance(work, 2).largest == doctest::Approx(9 / 5.0));
  CHECK(imbalance(work, 2).overall == doctest::Approx((9 + 8) / (5.0 + 5.0)));
  CHECK(order_of(work, 2) == Order{0, 2, 1, 3});
  CHECK(imbalance(taken_in({0, 2, 1, 3}, work), 2).largest == doctest::Approx(2 / 1.5));
  // The groups come in the order of their first packs; what fills no group is the lightest and comes last.
  CHECK(order_of(Work{1, 5, 2, 6, 3, 6, 9}, 3) == Order{1, 2, 4, 3, 5, 6, 0});
  CHECK(imbalance(Work{4, 2, 1}, 2).mean == doctest::Approx((4 / 3.0 + 1) / 2));
  CHECK(imbalance(Work{0, 0, 0}, 2) == Imbalance{});
  CHECK(imbalance(Work{}, 2) == Imbalance{});
  CHECK(order_of(Work{}, 2).empty());
  CHECK(imbalance(Work{3, 1}, 1).largest == 1);
  CHECK(order_of(Work{3, 1, 2}, 1) == Order{0, 1, 2});
  CHECK(order_of(Work{3, 1, 2}, 5) == Order{0, 1, 2});
  // Kinds: of work 5, 1, 5
  CHECK(balanced_order(Work{5, 1, 5}, Order{1, 0, 1, 2, 0}, 2) == Order{0, 4, 1, 3, 2});
}

TEST_CASE("balance: no order makes the steps shorter") {
  tests::Random random(8);
  for (int round = 0; round < 400; ++round) {
    Work work(static_cast<std::size_t>(random.between(1, 7)));
    for (double& w : work) w = static_cast<double>(random.between(0, 9));
    const auto ranks = static_cast<std::size_t>(random.between(1, 4));
    Order order = order_of(work, static_cast<std::int64_t>(ranks));
    const double found = steps(taken_in(order, work), ranks);
    std::sort(order.begin(), order.end());
    Order all(work.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    CHECK(order == all);
    double best = found;
    do best = std::min(best, steps(taken_in(all, work), ranks));
    while (std::next_permutation(all.begin(), all.end()));
    CHECK(found == best);
  }
}

}  // namespace tuplepack::tests::balance_test
