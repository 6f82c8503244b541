#include "tuplepack/packing/assign_shard.hpp"

#include "packing/assign_case.hpp"
#include "packing/assigning/permutation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

namespace tuplepack::tests::assign_shard_test {

using namespace packing;

static Result<ShardAssigner> assigner_of(const AssignCase& made, const Sizes& before,
                                         const ShardOptions& options = {}) {
  const Histogram counted = before.empty() ? Histogram{} : histogram_of(before, made.k);
  return ShardAssigner::create(made.fitted.histogram, made.plan, made.limits, made.fitting, counted, options);
}

/// The places of all items, by shards that end where `cuts` say.
static ShardPlaces places_by_shards(const AssignCase& made, const std::vector<std::size_t>& cuts,
                                    const ShardOptions& options) {
  ShardPlaces all;
  std::size_t begin = 0;
  for (const std::size_t end : cuts) {
    const Sizes before(made.sizes.begin(), made.sizes.begin() + static_cast<std::ptrdiff_t>(begin * made.k));
    auto assigner = assigner_of(made, before, options);
    REQUIRE(assigner);
    ShardPlaces places;
    REQUIRE(assigner->add(std::span(made.sizes).subspan(begin * made.k, (end - begin) * made.k), places));
    const auto pieces = static_cast<std::int64_t>(all.packs.size());
    if (!places.offsets.empty() && all.offsets.empty()) all.offsets.push_back(0);
    for (std::size_t i = 1; i < places.offsets.size(); ++i) all.offsets.push_back(places.offsets[i] + pieces);
    all.packs.insert(all.packs.end(), places.packs.begin(), places.packs.end());
    all.positions.insert(all.positions.end(), places.positions.begin(), places.positions.end());
    all.begins.insert(all.begins.end(), places.begins.begin(), places.begins.end());
    begin = end;
  }
  return all;
}

/// Random cuts of the items, with empty shards among them.
static std::vector<std::size_t> random_cuts(std::size_t items, std::mt19937_64& random) {
  std::vector<std::size_t> cuts{items};
  for (auto shards = random() % 6; shards > 0; --shards) cuts.push_back(random() % (items + 1));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

/// That each piece is where the assignment of all items has it.
static void check_places(const AssignCase& made, const ShardPlaces& places, const Assignment& whole) {
  REQUIRE(places.packs.size() == whole.items.size());
  REQUIRE(places.positions.size() == whole.items.size());
  std::size_t wrong = 0;
  for (std::size_t item = 0; item < made.items(); ++item) {
    const auto begin = places.offsets.empty() ? item : static_cast<std::size_t>(places.offsets[item]);
    const auto end = places.offsets.empty() ? item + 1 : static_cast<std::size_t>(places.offsets[item + 1]);
    for (std::size_t piece = begin; piece < end; ++piece) {
      const auto pack = static_cast<std::size_t>(places.packs[piece]);
      const auto slot = static_cast<std::size_t>(whole.offsets[pack] + places.positions[piece]);
      const bool in_pack = static_cast<std::int64_t>(slot) < whole.offsets[pack + 1];
      const bool same_begin = whole.begins.empty() ? places.begins.empty() : whole.begins[slot] == places.begins[piece];
      wrong += !in_pack || whole.items[slot] != static_cast<std::int32_t>(item) || !same_begin;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("shards put together are the assignment of all items, however they are cut") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (std::size_t round = 0; round < 60; ++round) {
    const auto solved = solved_case(random, round);
    if (!solved) continue;
    const AssignCase& made = *solved;
    for (const Order order : {Order::plan, Order::permute}) {
      const std::uint64_t shuffle = random();
      const auto whole = made.assign({.order = order, .seed = shuffle});
      REQUIRE(whole);
      const auto places = places_by_shards(made, random_cuts(made.items(), random), {.order = order, .seed = shuffle});
      check_places(made, places, *whole);
    }
  }
}

TEST_CASE("an item far beyond 2^31 has its place") {
  constexpr std::int64_t many = 20'000'000'000;
  const AssignCase made = case_of_many(many);
  REQUIRE(check(made.fitted.histogram, made.fitted.limits, made.plan));
  const Histogram before{.components = made.fitted.histogram.components, .sizes = {3, 5}, .counts = {many - 1, 7}};
  auto assigner = ShardAssigner::create(made.fitted.histogram, made.plan, made.limits, made.fitting, before);
  REQUIRE(assigner);
  ShardPlaces places;
  REQUIRE(assigner->add(Sizes{5, 3, 5}, places));
  CHECK(places.packs == Sizes{7, many - 1, 8});
  CHECK(places.positions == Sizes{0, 1, 0});
  CHECK(assigner->add(Sizes{3}, places).error().message ==
        "item 3 of size 3: the plan has only 20000000000 of this size, and all are placed");
}

TEST_CASE("shards that do not belong to the plan are refused") {
  const AssignCase made = small_case();  // 3 three times, 4, 5
  const auto refusal = [&](const Sizes& before) {
    const auto assigner = assigner_of(made, before);
    return assigner ? std::string() : assigner.error().message;
  };
  CHECK(refusal({3, 3, 3, 4, 5}).empty());
  CHECK(refusal({3, 3, 3, 3}) == "the shards before have 4 items of size 3, and the plan has only 3");
  CHECK(refusal({7}) == "the shards before have 1 items of size 7, and the plan has no such size");
  CHECK(refusal({9}) == "the shards before have 1 items of size 9, and the plan has the limit 8");
  ShardPlaces places;
  CHECK(assigner_of(made, {3})->add(Sizes{4, 6}, places).error().message ==
        "item 1 of size 6: the plan has no such size");
  CHECK(assigner_of(made, {}, {.order = Order::input}).error().message ==
        "order input takes all items at once; shards have the orders plan and permute");
  const Histogram pairs{.components = {"a", "b"}, .sizes = {3, 3}, .counts = {1}};
  CHECK(ShardAssigner::create(made.fitted.histogram, made.plan, made.limits, made.fitting, pairs).error().code ==
        ErrorCode::component_mismatch);
}

// ---- permutations ----

TEST_CASE("a permutation is a bijection, for every size") {
  for (std::uint64_t size = 1; size < 300; ++size) {
    const Permutation permutation(size, size * 7);
    std::set<std::uint64_t> found;
    for (std::uint64_t i = 0; i < size; ++i) found.insert(permutation(i));
    CHECK(found.size() == size);
    CHECK(*found.rbegin() == size - 1);
  }
  const Permutation large(std::uint64_t{1} << 53, 3);
  CHECK(large(0) != large(1));
  CHECK(large((std::uint64_t{1} << 53) - 1) < std::uint64_t{1} << 53);
}

/// How far counts are from equal ones: the statistic of χ², less its mean, in standard deviations.
static double deviation(const std::vector<double>& counts) {
  const double mean = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double statistic = 0;
  for (const double count : counts) statistic += (count - mean) * (count - mean) / mean;
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (statistic - freedom) / std::sqrt(2 * freedom);
}

TEST_CASE("over keys, an index goes everywhere equally often, and so do pairs of neighbours") {
  for (const std::size_t size : {2U, 3U, 7U, 16U, 20U}) {
    CAPTURE(size);
    std::vector<double> places(size * size), pairs(size * (size - 1));
    for (std::uint64_t key = 0; key < 4000; ++key) {
      const Permutation permutation(size, key);
      const auto at = [&](std::size_t i) { return static_cast<std::size_t>(permutation(i)); };
      for (std::size_t i = 0; i < size; ++i) ++places[i * size + at(i)];
      const std::size_t first = at(0), second = at(1);
      ++pairs[first * (size - 1) + second - (second > first ? 1 : 0)];
    }
    CHECK(std::abs(deviation(places)) < 5);
    CHECK(deviation(pairs) < 5);
  }
}

}  // namespace tuplepack::tests::assign_shard_test
