#include "tuplepack/packing/without_packing.hpp"

#include "files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

namespace tuplepack::tests::without_packing_test {

using namespace packing;

namespace {

Histogram items_of(std::vector<std::int64_t> lengths) {
  std::vector<std::int64_t> ones(lengths.size(), 1);
  return make_histogram({"length"}, lengths, ones).value();
}

std::int64_t padded(const std::vector<std::int64_t>& order, std::int64_t batch) {
  std::int64_t computed = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += static_cast<std::size_t>(batch)) {
    const std::size_t end = std::min(order.size(), begin + static_cast<std::size_t>(batch));
    computed +=
        static_cast<std::int64_t>(end - begin) * *std::max_element(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                                                   order.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return computed;
}

}  // namespace

TEST_CASE("random batches are padded as the mean of all orders is, sorted ones as that order is") {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::int64_t> lengths(1 + random() % 7);
    for (auto& length : lengths) length = static_cast<std::int64_t>(random() % 9);
    const std::int64_t batch = 1 + static_cast<std::int64_t>(random() % 8);
    const auto paid = without_packing(items_of(lengths), batch);
    std::vector<std::size_t> places(lengths.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    double computed = 0, orders = 0;
    do {
      std::vector<std::int64_t> order;
      for (const std::size_t place : places) order.push_back(lengths[place]);
      computed += static_cast<double>(padded(order, batch));
      ++orders;
    } while (std::next_permutation(places.begin(), places.end()));
    const double real = static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}));
    if (real == 0) continue;
    CHECK(paid.random[0] == doctest::Approx(1 - real / (computed / orders)).epsilon(1e-12));
    std::sort(lengths.begin(), lengths.end());
    CHECK(paid.sorted[0] == doctest::Approx(1 - real / static_cast<double>(padded(lengths, batch))).epsilon(1e-12));
    CHECK(paid.limit[0] ==
          doctest::Approx(1 - real / static_cast<double>(lengths.back()) / static_cast<double>(lengths.size())));
  }
}

TEST_CASE("what is paid for shipped data") {
  const Histogram squad = load("squad_384.csv");
  const auto paid = without_packing(squad, 8);
  CHECK(paid.limit[0] == doctest::Approx(0.551989).epsilon(1e-6));
  CHECK(paid.random[0] < paid.limit[0]);
  CHECK(paid.greedy[0] < paid.random[0]);
  CHECK(paid.sorted[0] < 0.001);
  CHECK(without_packing(squad, 1).random[0] == doctest::Approx(0));
  const double all = static_cast<double>(totals(squad).items);
  CHECK(without_packing(squad, std::int64_t{1} << 20).random[0] ==
        doctest::Approx(1 - static_cast<double>(totals(squad).sums[0]) / (all * 384)));
}

TEST_CASE("greedy packs are counted against the limits, and keep to room and depth") {
  const Histogram fours =
      make_histogram({"length"}, std::vector<std::int64_t>{4}, std::vector<std::int64_t>{10}).value();
  const std::vector<std::int64_t> sizes{40};
  CHECK(without_packing(fours, sizes, {.sizes = {10}}, {.sizes = {8}}, 8).greedy[0] == doctest::Approx(0.2));
  CHECK(without_packing(fours, sizes, {.sizes = {10}}, {.sizes = {8}, .depth = 1}, 8).greedy[0] ==
        doctest::Approx(0.6));
  const std::vector<std::int64_t> three{30};  // of every item one is room only
  CHECK(without_packing(fours, three, {.sizes = {8}}, {.sizes = {8}}, 8).random[0] == doctest::Approx(0.25));
}

}  // namespace tuplepack::tests::without_packing_test
