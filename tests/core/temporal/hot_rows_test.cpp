#include "tuplepack/temporal/hot_rows.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::hot_rows_test {

using namespace temporal;

using tests::Random;

namespace {

using Counts = std::vector<std::uint32_t>;

Counts random_counts(Random& random, std::int64_t rows, std::int64_t most) {
  Counts counts(static_cast<std::size_t>(rows));
  for (std::uint32_t& count : counts) count = static_cast<std::uint32_t>(random.between(0, most));
  return counts;
}

/// Transfers that a set of rows (as bits) saves: each access but the one that brings the row.
std::int64_t saved_by(std::uint32_t set, const Counts& counts) {
  std::int64_t saved = 0;
  for (std::size_t row = 0; row < counts.size(); ++row) {
    if ((set >> row & 1U) != 0) saved += std::int64_t{counts[row]} - 1;
  }
  return saved;
}

}  // namespace

TEST_CASE("no set of rows within the budget saves more transfers") {
  Random random(11);
  for (int round = 0; round < 300; ++round) {
    const Counts counts = random_counts(random, random.between(0, 10), random.between(0, 6));
    const std::int64_t budget = random.between(0, 11);
    std::int64_t most = 0;
    for (std::uint32_t set = 0; set < 1U << counts.size(); ++set) {
      if (__builtin_popcount(set) <= budget) most = std::max(most, saved_by(set, counts));
    }
    const HotRows hot = choose_hot_rows(counts, budget);
    CHECK(static_cast<std::int64_t>(hot.ids.size()) <= budget);
    CHECK(hot.hits - static_cast<std::int64_t>(hot.ids.size()) == most);
  }
}

TEST_CASE("the rows are the first when sorted by count, then by id") {
  Random random(12);
  for (int round = 0; round < 200; ++round) {
    const Counts counts = random_counts(random, random.between(0, 300), random.between(0, 40));
    const std::int64_t budget = random.between(0, 310);
    std::vector<std::int64_t> expected;
    std::int64_t accesses = 0;
    for (std::size_t row = 0; row < counts.size(); ++row) {
      accesses += counts[row];
      if (counts[row] >= 2) expected.push_back(static_cast<std::int64_t>(row));
    }
    const auto count_of = [&](std::int64_t id) { return counts[static_cast<std::size_t>(id)]; };
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::int64_t a, std::int64_t b) { return count_of(a) > count_of(b); });
    expected.resize(std::min(expected.size(), static_cast<std::size_t>(budget)));
    std::sort(expected.begin(), expected.end());
    const HotRows hot = choose_hot_rows(counts, budget);
    CHECK(hot.ids == expected);
    CHECK(hot.accesses == accesses);
  }
}

TEST_CASE("hits and their share") {
  Counts counts(5);
  count_accesses(std::vector<std::int64_t>{4, 1, 2}, counts);
  count_accesses(std::vector<std::int64_t>{1, 4}, counts);
  count_accesses(std::vector<std::int64_t>{1, 0}, counts);
  CHECK(counts == Counts{1, 3, 1, 0, 2});
  const HotRows one = choose_hot_rows(counts, 1);
  CHECK(one.ids == std::vector<std::int64_t>{1});
  CHECK(one.hits == 3);
  CHECK(one.hit_rate() == doctest::Approx(3.0 / 7));
  CHECK(choose_hot_rows(counts, 5).ids == std::vector<std::int64_t>{1, 4});  // the others are needed once
  CHECK(choose_hot_rows({}, 3).hit_rate() == 0);
}

TEST_CASE("every row of a batch is found among the hot rows or among those transferred") {
  Random random(13);
  for (int round = 0; round < 100; ++round) {
    const std::int64_t rows = random.between(1, 60);
    const Counts counts = random_counts(random, rows, 5);
    const HotRows hot = choose_hot_rows(counts, random.between(0, rows));
    const auto cached = static_cast<std::int64_t>(hot.ids.size());
    const std::vector<std::uint32_t> places = hot_places(hot, rows);
    std::vector<std::int64_t> unique;
    for (std::int64_t id = rows - 1; id >= 0; --id) {
      if (random.one_in(2)) unique.push_back(id);
    }
    std::vector<std::uint32_t> sources(unique.size(), 7777);
    std::vector<std::int64_t> found = hot.ids, misses(unique.size());
    const std::int64_t missed = find_sources(places, cached, unique, sources, misses);
    found.insert(found.end(), misses.begin(), misses.begin() + static_cast<std::ptrdiff_t>(missed));
    for (std::size_t i = 0; i < unique.size(); ++i) {
      REQUIRE(sources[i] < found.size());
      CHECK(found[sources[i]] == unique[i]);
    }
    for (std::int64_t i = 0; i < missed; ++i) {
      CHECK_FALSE(std::binary_search(hot.ids.begin(), hot.ids.end(), misses[static_cast<std::size_t>(i)]));
    }
  }
}

}  // namespace tuplepack::tests::hot_rows_test
