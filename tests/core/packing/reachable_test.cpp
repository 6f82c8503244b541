#include "packing/filling/reachable.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

namespace tuplepack::tests::reachable_test {

using namespace packing;

using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::Random;
using tuplepack::tests::random_instance;

namespace {

using Sizes = std::vector<std::int64_t>;

constexpr ReachableTable::Shape all_amounts{.axes = max_components, .cells = 1 << 16};

std::vector<std::uint32_t> any_order(std::size_t components, Random& random) {
  std::vector<std::uint32_t> order(components);
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const std::int64_t first = random.between(0, static_cast<std::int64_t>(components) - 1);
  std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(first), order.end());
  return order;
}

/// What a choice adds up to, in the order of components given; checked against counts, room and depth.
Sizes amounts_of(const std::vector<Run>& runs, const Instance& instance, const std::vector<std::uint32_t>& order) {
  Sizes amounts(order.size(), 0);
  std::int64_t items = 0;
  std::vector<bool> seen(instance.histogram.bins());
  for (const Run& run : runs) {
    CHECK(!seen[run.bin]);
    seen[run.bin] = true;
    CHECK(run.copies <= instance.histogram.counts[run.bin]);
    items += run.copies;
    for (std::size_t i = 0; i < order.size(); ++i)
      amounts[i] += run.copies * instance.histogram.size(run.bin)[order[i]];
  }
  CHECK(items <= instance.limits.depth);
  for (std::size_t i = 0; i < order.size(); ++i) CHECK(amounts[i] <= instance.limits.sizes[order[i]]);
  return amounts;
}

/// The largest amounts, in lexicographic order, of all choices.
void best_choice(const Instance& instance, const std::vector<std::uint32_t>& order, std::size_t bin, Sizes amounts,
                 Sizes& best) {
  if (bin == instance.histogram.bins()) {
    best = std::max(best, amounts);
    return;
  }
  for (std::int64_t copies = 0; copies <= instance.histogram.counts[bin]; ++copies) {
    best_choice(instance, order, bin + 1, amounts, best);
    for (std::size_t i = 0; i < order.size(); ++i) {
      amounts[i] += instance.histogram.size(bin)[order[i]];
      if (amounts[i] > instance.limits.sizes[order[i]]) return;
    }
  }
}

std::vector<Run> choose(const Instance& instance, ReachableTable& table) {
  table.clear(instance.limits.sizes, instance.limits.depth, instance.limits.sizes);
  for (std::size_t bin = instance.histogram.bins(); bin-- > 0;)
    table.add(static_cast<std::uint32_t>(bin), instance.histogram.counts[bin]);
  return table.best();
}

}  // namespace

TEST_CASE("the best choice is found, whichever component comes first") {
  Random random(40);
  int full = 0;
  for (int i = 0; i < repeats(2000); ++i) {
    Instance instance = random_instance(random, {.bins = 6, .count = 4, .limit = 150});
    instance.limits.depth = unlimited_depth;
    CAPTURE(describe_instance(instance));
    const auto order = any_order(instance.limits.sizes.size(), random);
    Sizes best(order.size(), 0);
    best_choice(instance, order, 0, best, best);
    ReachableTable table(instance.histogram, instance.limits, order, {.axes = max_components, .cells = 1 << 24});
    CHECK(amounts_of(choose(instance, table), instance, order) == best);
    bool uses_all = true;
    for (std::size_t c = 0; c < order.size(); ++c) uses_all &= best[c] == instance.limits.sizes[order[c]];
    if (uses_all) CHECK(table.is_enough());
    full += uses_all ? 1 : 0;
  }
  CHECK(full > repeats(20));
}

TEST_CASE("a table with few cells and a depth: the choice is allowed, and rarely far from the best") {
  Random random(41);
  std::int64_t used = 0;
  std::int64_t usable = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t scale = i % 2 == 0 ? 1 : std::int64_t{1} << 40;
    Instance instance = random_instance(random, {.bins = 6, .count = 4, .limit = 150, .depth = 12, .scale = scale});
    CAPTURE(describe_instance(instance));
    const auto order = any_order(instance.limits.sizes.size(), random);
    Sizes best(order.size(), 0);
    best_choice(instance, order, 0, best, best);
    const std::size_t axes = i % 3 == 0 ? 1 : max_components;
    // A size no unit divides, so that amounts are rounded where limits are large.
    if (scale > 1) instance.histogram.sizes.back() -= 1;
    ReachableTable table(instance.histogram, instance.limits, order, {.axes = axes, .cells = 1 << 7});
    used += amounts_of(choose(instance, table), instance, order)[0] / scale;
    usable += best[0] / scale;
  }
  CHECK(used > usable * 9 / 10);
}

TEST_CASE("enough is compared component by component") {
  // Items of (4, 1) and (1, 4): the first component decides, then the second.
  const Histogram histogram{.components = {"a", "b"}, .sizes = {1, 4, 4, 1}, .counts = {2, 2}};
  const Limits limits{.sizes = {9, 9}};
  ReachableTable table(histogram, limits, std::vector<std::uint32_t>{0, 1}, all_amounts);
  const auto is_enough = [&](const Sizes& enough) {
    table.clear(limits.sizes, unlimited_depth, enough);
    std::vector<bool> after{table.is_enough()};
    for (const std::uint32_t bin : {1U, 0U}) {
      table.add(bin, 2);
      after.push_back(table.is_enough());
    }
    return after;
  };
  CHECK(is_enough({0, 0}) == std::vector{true, true, true});
  CHECK(is_enough({8, 2}) == std::vector{false, true, true});   // (8, 2) by two of the second bin
  CHECK(is_enough({8, 3}) == std::vector{false, false, true});  // (9, 6) with one of the first
  CHECK(is_enough({8, 7}) == std::vector{false, false, true});  // more of the first component outweighs the second
  CHECK(is_enough({9, 6}) == std::vector{false, false, true});
  CHECK(is_enough({9, 7}) == std::vector{false, false, false});
  CHECK(is_enough({20, 6}) == std::vector{false, false, true});  // of more than there is room for, no more than that
}

TEST_CASE("a table is used again") {
  Random random(42);
  const Instance instance = random_instance(random, {.bins = 6, .count = 4, .limit = 150});
  const auto order = any_order(instance.limits.sizes.size(), random);
  ReachableTable table(instance.histogram, instance.limits, order, all_amounts);
  const std::vector<Run> first = choose(instance, table);
  table.clear(Sizes(order.size(), 0), 1, Sizes(order.size(), 0));
  CHECK(table.is_enough());
  CHECK(table.best().empty());
  CHECK(choose(instance, table) == first);
}

}  // namespace tuplepack::tests::reachable_test
