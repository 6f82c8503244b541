#include "packing/exact/columns/master.hpp"

#include "instances.hpp"
#include "packing/exact/columns/one_pack.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::master_test {

using namespace packing;

using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::random_instance;

namespace {

/// Every pack there is, of items that all take room.
void all_packs(const OnePack& pack, std::vector<std::int64_t> room, std::vector<Run> runs, std::size_t bin,
               std::vector<std::vector<Run>>& packs) {
  if (bin == pack.bins) {
    if (!runs.empty()) packs.push_back(std::move(runs));
    return;
  }
  all_packs(pack, room, runs, bin + 1, packs);
  runs.push_back({.bin = static_cast<std::uint32_t>(bin), .copies = 0});
  for (;;) {
    for (std::size_t c = 0; c < room.size(); ++c) room[c] -= pack.size(bin)[c];
    if (std::any_of(room.begin(), room.end(), [](std::int64_t r) { return r < 0; })) return;
    ++runs.back().copies;
    all_packs(pack, room, runs, bin + 1, packs);
  }
}

/// Pivots to the end, and checks that prices prove the number of packs.
double optimum(Master& master, std::span<const std::int64_t> counts) {
  const PackOptions options;
  Stop stop(options, {});
  CHECK(master.optimise(stop));
  CHECK(!master.uses_stabilisation());
  double sum = 0;
  for (std::size_t bin = 0; bin < counts.size(); ++bin) sum += static_cast<double>(counts[bin]) * master.duals()[bin];
  double packs = 0;
  for (const double amount : master.values()) packs += amount;
  CHECK(sum == doctest::Approx(packs).epsilon(1e-6));
  return master.objective();
}

}  // namespace

TEST_CASE("items that may take the place of others cost no more, and the packs stay as many as over all packs") {
  tests::Random random(74);
  int fewer = 0;
  for (int i = 0; i < 5000; ++i) {
    const Instance instance = random_instance(random, {.components = 2, .bins = 8, .count = 9, .limit = 12});
    CAPTURE(describe_instance(instance));
    const auto pack = reduce_to_table(instance.histogram, instance.limits);
    if (!pack || std::count(pack->sizes.begin(), pack->sizes.end(), 0) > 0) continue;  // some may take no room
    const std::span<const std::int64_t> counts = instance.histogram.counts;
    const std::vector<double> no_ceilings(pack->bins, 1e7);
    Master over_all(counts, no_ceilings);
    Master over_some(counts, no_ceilings);
    std::vector<std::vector<Run>> packs;
    all_packs(*pack, pack->limits, {}, 0, packs);
    for (const std::vector<Run>& runs : packs) {
      over_all.add(runs);
      const bool is_one_item = runs.size() == 1 && runs[0].copies == 1;
      if (is_one_item || random.one_in(4)) over_some.add(runs);
    }
    const std::vector<std::uint32_t> below = nearest_below(*pack);
    const double fewest = optimum(over_all, counts);
    over_all.enable_dominance(below);
    CHECK(optimum(over_all, counts) == doctest::Approx(fewest).epsilon(1e-6));

    const double before = optimum(over_some, counts);
    over_some.enable_dominance(below);
    const double after = optimum(over_some, counts);
    CHECK(after <= before + 1e-6);
    CHECK(after >= fewest - 1e-6);
    fewer += after < before - 1e-3 ? 1 : 0;
    for (std::size_t bin = 0; bin < pack->bins; ++bin) {
      if (below[bin] != no_bin) CHECK(over_some.duals()[below[bin]] <= over_some.duals()[bin] + 1e-6);
    }
  }
  CHECK(fewer > 50);
}

TEST_CASE("over few packs, an item that takes the place of another saves packs") {
  // Two packs are known: two small items, and one beside two large ones. A small item fits where a large one does.
  const std::vector<std::int64_t> counts{3, 1};
  Master master(counts, std::vector<double>{1e7, 1e7});
  master.add(std::vector<Run>{{.bin = 0, .copies = 2}});
  master.add(std::vector<Run>{{.bin = 0, .copies = 1}, {.bin = 1, .copies = 2}});
  CHECK(optimum(master, counts) == doctest::Approx(1.75));  // half of the second, 1.25 of the first
  master.enable_dominance({no_bin, 0});
  CHECK(optimum(master, counts) == doctest::Approx(4.0 / 3));  // small items in places for large ones
}

TEST_CASE("a run in which reinversions do not help is given up") {
  const std::vector<std::int64_t> counts{3, 1};
  const auto optimise = [&](int max_reinversions) {
    constexpr MasterAccuracy nothing_is_accurate{.largest_error = -1, .pivots_between_checks = 1};
    MasterAccuracy accuracy = nothing_is_accurate;
    accuracy.max_reinversions = max_reinversions;
    Master master(counts, std::vector<double>{1e7, 1e7}, accuracy);
    master.add(std::vector<Run>{{.bin = 0, .copies = 2}});
    master.add(std::vector<Run>{{.bin = 0, .copies = 1}, {.bin = 1, .copies = 2}});
    std::int64_t asked = 0;
    PackOptions options;
    options.ask_every = 0;
    options.keep_going = [&](const PackProgress&) { return ++asked < 1000; };
    Stop stop(options, {});
    CHECK_FALSE(master.optimise(stop));
    CHECK_FALSE(stop.is_stopped());
    return asked;
  };
  CHECK(optimise(7) > optimise(0));
  CHECK(optimise(50) > optimise(7));
}

}  // namespace tuplepack::tests::master_test
