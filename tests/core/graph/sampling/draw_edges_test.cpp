#include "graph/sampling/draw_edges.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace tuplepack::tests::draw_edges_test {

using namespace graph;

using tuplepack::Random;

using Chosen = std::vector<std::uint32_t>;

static Chosen copied(std::span<const std::uint32_t> chosen) {
  REQUIRE(std::is_sorted(chosen.begin(), chosen.end()));
  REQUIRE(std::adjacent_find(chosen.begin(), chosen.end()) == chosen.end());
  return {chosen.begin(), chosen.end()};
}

/// k weighted edges, with a guide or without.
static Chosen weighted(EdgeDraw& draw, std::uint64_t seed, const std::vector<float>& weights, std::uint32_t k,
                       bool guided) {
  std::vector<double> sums(weights.size());
  std::vector<std::uint32_t> guide(weights.size());
  sum_weights(weights, sums.data(), guide.data());
  if (!guided) guide.clear();
  Random random(seed);
  return copied(draw.weighted(random, {.weights = weights, .sums = sums, .guide = guide}, k));
}

/// How far counts are from what is expected, in standard deviations of chi-square (its mean is the degrees of freedom, its
/// variance twice that).
template <typename Key>
static double excess(const std::map<Key, int>& seen, const std::map<Key, double>& expected, int draws) {
  double chi_square = 0;
  for (const auto& [key, probability] : expected) {
    const auto found = seen.find(key);
    const double difference = (found == seen.end() ? 0 : found->second) - probability * draws;
    chi_square += difference * difference / (probability * draws);
  }
  const double freedom = static_cast<double>(expected.size()) - 1;
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

/// The probability of every set of k, drawn one after the other.
static void add_weighted(const std::vector<float>& weights, std::size_t k, const Chosen& before, double probability,
                         std::map<Chosen, double>& sets) {
  if (before.size() == k) {
    Chosen sorted = before;
    std::sort(sorted.begin(), sorted.end());
    sets[sorted] += probability;
    return;
  }
  double left = 0;
  const auto is_left = [&](std::uint32_t i) { return std::find(before.begin(), before.end(), i) == before.end(); };
  for (std::uint32_t i = 0; i < weights.size(); ++i) left += is_left(i) ? static_cast<double>(weights[i]) : 0;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    if (!is_left(i) || weights[i] == 0) continue;
    Chosen next = before;
    next.push_back(i);
    add_weighted(weights, k, next, probability * static_cast<double>(weights[i]) / left, sets);
  }
}

TEST_CASE("every set of k edges is drawn as often") {
  constexpr int draws = 40'000;
  EdgeDraw draw;
  for (const auto& sizes : {std::pair{6U, 1U}, {6U, 2U}, {6U, 3U}, {6U, 5U}, {7U, 4U}}) {
    const std::uint32_t n = sizes.first, k = sizes.second;
    std::map<Chosen, int> seen;
    std::map<Chosen, double> expected;
    add_weighted(std::vector<float>(n, 1), k, {}, 1, expected);
    for (int i = 0; i < draws; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Chosen chosen = copied(draw.uniform(random, n, k));
      REQUIRE(chosen.size() == k);
      ++seen[chosen];
    }
    CAPTURE(n);
    CAPTURE(k);
    CHECK(seen.size() == expected.size());
    CHECK(excess(seen, expected, draws) < 4);
  }
}

TEST_CASE("each of many edges is drawn as often") {
  EdgeDraw draw;
  for (const auto& sizes : {std::pair{100U, 1U}, {100U, 3U}, {100U, 97U}, {1000U, 16U}, {20'000U, 5U}}) {
    const std::uint32_t n = sizes.first, k = sizes.second;
    const auto draws = static_cast<int>(20 * n / std::min(k, n - k));
    std::vector<int> seen(n);
    for (int i = 0; i < draws; ++i) {
      Random random(static_cast<std::uint64_t>(i));
      const Chosen chosen = copied(draw.uniform(random, n, k));
      REQUIRE(chosen.size() == k);
      for (const std::uint32_t edge : chosen) ++seen.at(edge);
    }
    const double probability = static_cast<double>(k) / n, mean = draws * probability;
    double chi_square = 0;  // of n dependent counts whose sum is fixed: a little less spread than of independent ones
    for (const int count : seen) chi_square += (count - mean) * (count - mean) / (mean * (1 - probability));
    CAPTURE(n);
    CHECK(std::abs(chi_square - n) < 4 * std::sqrt(2.0 * n));
    CHECK(*std::min_element(seen.begin(), seen.end()) > 0);
  }
}

TEST_CASE("every set of k weighted edges is drawn as often as drawing one after the other says") {
  constexpr int draws = 40'000;
  EdgeDraw draw;
  const std::vector<std::vector<float>> cases{
      {1, 2, 3, 4, 5}, {1, 1, 1, 1, 1, 1}, {100, 1, 1, 2, 0}, {0.25F, 1e-3F, 3e-3F, 5e-3F}, {0, 0, 7, 1, 2}};
  for (const std::vector<float>& weights : cases) {
    for (const std::uint32_t k : {1U, 2U, 3U}) {
      std::map<Chosen, int> seen;
      std::map<Chosen, double> expected;
      add_weighted(weights, k, {}, 1, expected);
      for (int i = 0; i < draws; ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        const Chosen chosen = weighted(draw, seed, weights, k, true);
        if (i < 1000) REQUIRE(chosen == weighted(draw, seed, weights, k, false));
        ++seen[chosen];
      }
      CAPTURE(weights);
      CAPTURE(k);
      for (const auto& entry : seen) REQUIRE(expected.count(entry.first) == 1);
      if (expected.size() > 1) CHECK(excess(seen, expected, draws) < 4);
    }
  }
}

TEST_CASE("weighted edges of which few have all the weight are drawn in the end") {
  EdgeDraw draw;
  std::vector<float> weights(300);
  for (std::size_t i = 0; i < 250; ++i) weights[i] = std::ldexp(1.0F, static_cast<int>(i) - 130);
  for (const std::uint32_t k : {1U, 16U, 249U, 250U, 280U}) {
    const Chosen chosen = weighted(draw, k, weights, k, true);
    CHECK(chosen.size() == std::min(k, 250U));
    CHECK(chosen.back() < 250);
  }
  CHECK(weighted(draw, 1, std::vector<float>(3), 2, true).empty());
}

}  // namespace tuplepack::tests::draw_edges_test
