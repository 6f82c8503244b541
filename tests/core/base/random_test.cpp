#include "base/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <vector>

namespace tuplepack::tests::random_test {

using tuplepack::Random;

TEST_CASE("random numbers are those of SplitMix64, whose state starts at the mixed seed") {
  // SplitMix64 from state 0 gives 0xe220a8397b1dcdaf first (Vigna's test vector): it is where seed 0 starts from.
  constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;
  const auto mix = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  };
  CHECK(mix(step) == 0xe220a8397b1dcdafU);
  Random random(0);
  CHECK(random.next() == mix(0xe220a8397b1dcdafU + step));
  CHECK(random.next() == mix(0xe220a8397b1dcdafU + 2 * step));
}

TEST_CASE("numbers below n are below n and equally frequent") {
  Random random(3);
  CHECK(random.below(1) == 0);
  for (const std::uint32_t n : {2U, 3U, 7U, 0x80000001U, 0xffffffffU}) {
    for (int i = 0; i < 1000; ++i) REQUIRE(random.below(n) < n);
  }
  constexpr int draws = 70'000;
  std::array<int, 7> seen{};
  for (int i = 0; i < draws; ++i) ++seen[random.below(7)];
  double chi_square = 0;
  for (const int count : seen) chi_square += (count - draws / 7.0) * (count - draws / 7.0) / (draws / 7.0);
  CHECK(chi_square < 22.5);  // 6 degrees of freedom: more in one of a thousand cases
}

TEST_CASE("a shuffle is a permutation, the same for the same seed and another for another") {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 0);
  const auto shuffled = [&](std::uint64_t seed) {
    auto copy = values;
    Random random(seed);
    random.shuffle(std::span(copy));
    return copy;
  };
  auto once = shuffled(1);
  CHECK(once == shuffled(1));
  CHECK(once != shuffled(2));
  CHECK(once != values);
  std::sort(once.begin(), once.end());
  CHECK(once == values);
}

TEST_CASE("every order of four values is as likely") {
  Random random(5);
  std::map<std::array<int, 4>, int> seen;
  constexpr int draws = 48'000;
  for (int i = 0; i < draws; ++i) {
    std::array<int, 4> values{0, 1, 2, 3};
    random.shuffle(std::span<int>(values));
    ++seen[values];
  }
  CHECK(seen.size() == 24);
  double chi_square = 0;
  for (const auto& [order, count] : seen)
    chi_square += (count - draws / 24.0) * (count - draws / 24.0) / (draws / 24.0);
  CHECK(chi_square < 49.7);  // 23 degrees of freedom: more in one of a thousand cases
}

TEST_CASE("nothing and one value can be shuffled") {
  Random random(1);
  std::vector<int> values;
  random.shuffle(std::span(values));
  values.push_back(9);
  random.shuffle(std::span(values));
  CHECK(values == std::vector<int>{9});
}

}  // namespace tuplepack::tests::random_test
