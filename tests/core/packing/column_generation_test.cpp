// Column generation: the knapsack that prices packs, and the plans, bounds and certificates of the whole.
#include "packing/exact/columns/pricing.hpp"
#include "packing/exact/columns/solve.hpp"
#include "packing/methods/methods.hpp"
#include "tuplepack/packing/bound.hpp"

#include "files.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::column_generation_test {

using namespace packing;

using tuplepack::tests::describe_instance;
using tuplepack::tests::fewest_packs;
using tuplepack::tests::Instance;
using tuplepack::tests::load;
using tuplepack::tests::Random;
using tuplepack::tests::random_instance;

namespace {

/// A plan that leaves something to be improved.
Plan best_fit(const Instance& instance) {
  PackOptions options;
  options.distribute = true;
  return pack_longest_first(instance.histogram, instance.limits, options);
}

Solved solve(const Instance& instance, const PackOptions& options = {}) {
  const LowerBound bound = lower_bound(instance.histogram, instance.limits);
  const Proof known{.bound = bound, .certificate = certify(instance.histogram, instance.limits, bound)};
  Solved solved = solve_by_columns(instance.histogram, instance.limits, best_fit(instance), known, options);
  const auto checked = check(instance.histogram, instance.limits, solved.plan);
  CHECK_MESSAGE(checked, checked.error().message);
  CHECK(solved.bound <= pack_count(solved.plan));
  if (solved.certificate.prices.empty()) {
    CHECK(solved.bound == bound.packs);
  } else {
    CHECK(solved.bound > bound.packs);
    const auto verified = verify(instance.histogram, instance.limits, solved.certificate);
    REQUIRE_MESSAGE(verified, verified.error().message);
    CHECK(*verified == solved.bound);
  }
  return solved;
}

struct Known {
  const char* file;
  std::vector<std::int64_t> limits;
  std::int64_t depth;
  std::int64_t packs;
};

constexpr std::int64_t any = unlimited_depth;
const std::vector<Known> known_table{
    {"wikipedia_512.csv", {512}, any, 8'135'727}, {"wikipedia_512.csv", {512}, 3, 8'143'829},
    {"wikipedia_512.csv", {512}, 4, 8'135'727},   {"wikipedia_512.csv", {512}, 8, 8'135'727},
    {"squad_384.csv", {384}, 3, 40'195},          {"squad_384.csv", {384}, any, 40'195},
    {"glue_cola_128.csv", {128}, any, 757},       {"glue_rte_128.csv", {128}, any, 1'308},
    {"glue_sst2_128.csv", {128}, any, 7'009},     {"glue_stsb_128.csv", {128}, any, 1'250},
    {"glue_wnli_128.csv", {128}, any, 184},       {"pcqm4mv2_train_digitized.csv", {30, 62}, any, 1'601'574},
};

/// The value of the best pack, by trying every pack.
double best_value(const OnePack& pack, const std::vector<double>& prices, std::vector<std::int64_t> room,
                  std::size_t bin) {
  if (bin == pack.bins) return 0;
  double best = best_value(pack, prices, room, bin + 1);
  for (double value = prices[bin];; value += prices[bin]) {
    for (std::size_t c = 0; c < room.size(); ++c) room[c] -= pack.size(bin)[c];
    if (std::any_of(room.begin(), room.end(), [](std::int64_t r) { return r < 0; })) return best;
    best = std::max(best, value + best_value(pack, prices, room, bin + 1));
  }
}

}  // namespace

TEST_CASE("capped prices are worth no pack too much, and right ones stay") {
  constexpr std::uint64_t seed = 20261124;
  Random random(seed);
  int lowered = 0;
  for (int round = 0; round < 500; ++round) {
    const Instance instance = random_instance(random, {});
    CAPTURE(seed);
    CAPTURE(describe_instance(instance));
    const auto table = reduce_to_table(instance.histogram, instance.limits);
    if (!table) continue;
    const OnePack& one = *table;
    const double most = 1000;
    std::vector<double> wanted;
    for (std::size_t bin = 0; bin < one.bins; ++bin) wanted.push_back(static_cast<double>(random.between(0, 700)));
    std::vector<double> prices = wanted;
    const PackOptions options;
    Stop stop(options, {});
    Pricing pricing(one);
    REQUIRE(pricing.cap(prices, most, stop));
    for (std::size_t bin = 0; bin < one.bins; ++bin) {
      CHECK(prices[bin] >= 0);
      CHECK(prices[bin] <= wanted[bin]);
      lowered += prices[bin] < wanted[bin] ? 1 : 0;
    }
    REQUIRE(pricing.run(prices, stop));
    CHECK(pricing.best() <= most);
    std::vector<double> again = prices;
    REQUIRE(pricing.cap(again, most, stop));
    CHECK(again == prices);
  }
  CHECK(lowered > 0);
}

TEST_CASE("column generation proves the optimum of real data (long)") {
  for (const Known& row : known_table) {
    CAPTURE(row.file);
    CAPTURE(row.depth);
    const Solved solved = solve({.histogram = load(row.file), .limits = {.sizes = row.limits, .depth = row.depth}});
    CHECK(pack_count(solved.plan) == row.packs);
    CHECK(solved.bound == row.packs);
  }
}

TEST_CASE("bound <= optimum <= plan, and nearly always all are equal") {
  tests::Random random(60);
  int proven = 0;
  constexpr int instances = 4000;
  for (int i = 0; i < instances; ++i) {
    const std::int64_t scale = i % 4 == 3 ? std::int64_t{1} << 36 : 1;
    const Instance instance = random_instance(random, {.bins = 5, .count = 4, .scale = scale});
    CAPTURE(describe_instance(instance));
    const std::int64_t optimum = fewest_packs(instance.histogram, instance.limits);
    const Solved solved = solve(instance);
    CHECK(solved.bound <= optimum);
    CHECK(pack_count(solved.plan) >= optimum);
    if (solved.bound == pack_count(solved.plan)) ++proven;
  }
  CHECK(proven >= instances * 98 / 100);
}

TEST_CASE("stopped at any time, there is a plan and a bound that holds") {
  const Instance instance{.histogram = load("wikipedia_512.csv"), .limits = {.sizes = {512}, .depth = 3}};
  std::int64_t fewest = pack_count(best_fit(instance));
  for (const int questions : {1, 4, 12, 30}) {
    int asked = 0;
    PackOptions options;
    options.keep_going = [&](const PackProgress& progress) {
      CHECK(progress.step == "column-generation");
      CHECK(progress.bound <= 8'143'829);
      CHECK(progress.packs >= 8'143'829);
      return ++asked < questions;
    };
    const Solved solved = solve(instance, options);
    CHECK(asked == questions);
    CHECK(solved.bound <= 8'143'829);
    CHECK(pack_count(solved.plan) <= fewest);
    fewest = pack_count(solved.plan);
  }
}

TEST_CASE("pricing finds the best pack, and packs that are nearly as good with any item") {
  tests::Random random(61);
  const PackOptions options;
  for (int i = 0; i < 600; ++i) {
    const Instance instance = random_instance(random, {.bins = 5, .count = 6, .limit = 20});
    CAPTURE(describe_instance(instance));
    const auto pack = reduce_to_table(instance.histogram, instance.limits);
    if (!pack) continue;  // nothing takes room
    std::vector<double> prices(pack->bins);
    bool takes_room = true;
    for (std::size_t bin = 0; bin < pack->bins; ++bin) {
      prices[bin] = static_cast<double>(random.between(0, 1000));
      const auto size = pack->size(bin);
      takes_room = takes_room && std::any_of(size.begin(), size.end(), [](std::int64_t s) { return s > 0; });
    }
    if (!takes_room) continue;
    Pricing pricing(*pack);
    Stop stop(options, {});
    REQUIRE(pricing.run(prices, stop));
    CHECK(pricing.best() == best_value(*pack, prices, pack->limits, 0));
    for (std::size_t bin = 0; bin < pack->bins; ++bin) {
      const double budget = static_cast<double>(random.between(0, 200));
      std::vector<Run> runs;
      pricing.take_with(bin, instance.histogram.counts, unlimited_depth, budget, runs);
      double value = 0;
      bool has_bin = false;
      std::vector<std::int64_t> room = pack->limits;
      for (const Run& run : runs) {
        has_bin = has_bin || run.bin == bin;
        value += prices[run.bin] * static_cast<double>(run.copies);
        for (std::size_t c = 0; c < room.size(); ++c) room[c] -= run.copies * pack->size(run.bin)[c];
      }
      CHECK(has_bin);
      CHECK(value <= pricing.best_with(bin));
      CHECK(value >= pricing.best_with(bin) - budget);
      CHECK(std::all_of(room.begin(), room.end(), [](std::int64_t r) { return r >= 0; }));
    }
  }
}

}  // namespace tuplepack::tests::column_generation_test
