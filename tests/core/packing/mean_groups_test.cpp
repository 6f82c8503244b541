// Groups of sizes by their mean, and plans of groups that become plans of the real sizes.
#include "packing/exact/columns/mean_groups.hpp"
#include "packing/exact/columns/rearrangement.hpp"
#include "tuplepack/packing/pack.hpp"

#include "checked_packs.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::mean_groups_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::lengths;
using tuplepack::tests::Random;

namespace {

/// One component, some sizes very common.
Instance random_lengths(Random& random) {
  const std::int64_t limit = random.between(8, 3000);
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> counts;
  for (std::int64_t bin = random.between(1, 60); bin > 0; --bin) {
    sizes.push_back(random.between(0, random.one_in(2) ? limit : limit / 4));
    counts.push_back(random.one_in(8) ? random.between(1, 5000) : random.between(1, 40));
  }
  const std::int64_t depth = random.one_in(3) ? unlimited_depth : random.between(1, 9);
  return {.histogram = *make_histogram({"length"}, sizes, counts), .limits = {.sizes = {limit}, .depth = depth}};
}

MeanGroups random_groups(Random& random, const Instance& instance) {
  const std::int64_t steps = random.between(1, instance.limits.sizes[0]);
  std::vector<std::int64_t> borders{0, steps};
  for (std::int64_t i = random.between(0, 20); i > 0; --i) borders.push_back(random.between(0, steps));
  std::sort(borders.begin(), borders.end());
  return group_by_mean(instance.histogram, instance.limits, steps, borders);
}

}  // namespace

TEST_CASE("every item is in one group, which is as large as its members on average") {
  constexpr std::uint64_t seed = 20261124;
  Random random(seed);
  for (int round = 0; round < 500; ++round) {
    const Instance instance = random_lengths(random);
    const MeanGroups groups = random_groups(random, instance);
    CAPTURE(seed);
    CAPTURE(describe_instance(instance));
    const std::int64_t steps = groups.limits.sizes[0];
    std::vector<std::int64_t> grouped(instance.histogram.bins());
    REQUIRE(groups.members.size() == groups.histogram.bins());
    for (std::size_t g = 0; g < groups.members.size(); ++g) {
      const std::int64_t size = groups.histogram.sizes[g];
      CHECK((g == 0 ? 1 : groups.histogram.sizes[g - 1] + 1) <= size);
      CHECK(size <= steps);
      std::int64_t items = 0;
      double sum = 0;
      for (const Run& member : groups.members[g]) {
        grouped[member.bin] += member.copies;
        items += member.copies;
        sum += static_cast<double>(instance.histogram.size(member.bin)[0]) * static_cast<double>(member.copies);
      }
      CHECK(items == groups.histogram.counts[g]);
      const double mean = sum / static_cast<double>(items) / static_cast<double>(instance.limits.sizes[0]);
      CHECK(mean * static_cast<double>(steps) <= static_cast<double>(size) + 1e-3);
    }
    CHECK(grouped == instance.histogram.counts);
  }
}

TEST_CASE("a size with very many items is a group of its own") {
  const Histogram histogram = lengths({500, 505, 510, 515, 520}, {10, 12, 4000, 9, 11});
  const MeanGroups groups = group_by_mean(histogram, {.sizes = {1000}}, 1000, std::vector<std::int64_t>{0, 500, 1000});
  REQUIRE(groups.histogram.sizes.size() == 3);
  CHECK(groups.histogram.sizes[1] == 510);
  CHECK(groups.histogram.counts[1] == 4000);
}

TEST_CASE("a plan of groups becomes a plan of the real sizes") {
  constexpr std::uint64_t seed = 20261125;
  Random random(seed);
  for (int round = 0; round < 500; ++round) {
    const Instance instance = random_lengths(random);
    const MeanGroups groups = random_groups(random, instance);
    CAPTURE(seed);
    CAPTURE(describe_instance(instance));
    const PackOptions options{.method = "quick"};
    Stop stop(options, {});
    const Plan of_groups = pack(groups.histogram, groups.limits, options)->plan;
    const auto plan = with_members(of_groups, groups, instance.histogram, instance.limits, stop);
    REQUIRE(plan);
    (void)checked_packs(instance, *plan);
  }
}

TEST_CASE("where packs repeat, members make up for each other") {
  // Three items of 100 to 199 fill 450 nearly, on average.
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = 100; size < 200; ++size) sizes.push_back(size);
  const Instance instance{.histogram = lengths(sizes, std::vector<std::int64_t>(sizes.size(), 300)),
                          .limits = {.sizes = {450}, .depth = 3}};
  const MeanGroups groups =
      group_by_mean(instance.histogram, instance.limits, 450, std::vector<std::int64_t>{0, 201, 450});
  const PackOptions options;
  Stop stop(options, {});
  const auto plan = with_members(pack(groups.histogram, groups.limits, options)->plan, groups, instance.histogram,
                                 instance.limits, stop);
  REQUIRE(plan);
  const std::int64_t fewest = totals(instance.histogram).items / 3;
  CHECK(checked_packs(instance, *plan) <= fewest + fewest / 200);
}

TEST_CASE("no plan comes of groups when it is stopped") {
  Random random(7);
  const Instance instance = random_lengths(random);
  const MeanGroups groups = random_groups(random, instance);
  const Plan of_groups = pack(groups.histogram, groups.limits, {})->plan;
  PackOptions options;
  options.keep_going = [](const PackProgress&) { return false; };
  Stop stop(options, {});
  (void)stop.ask();
  CHECK(!with_members(of_groups, groups, instance.histogram, instance.limits, stop));
}

}  // namespace tuplepack::tests::mean_groups_test
