// The method "vector-balancing", and auto where items nearly all differ.
#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "packing/filling/balanced_blocks.hpp"
#include "packing/filling/score_order.hpp"
#include "packing/methods/methods.hpp"
#include "packing/subgraph_sizes.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace tuplepack::tests::vector_balancing_test {

using namespace packing;

namespace {

std::int64_t packs_of(const Instance& instance, const PackOptions& options = {}) {
  return checked_packs(instance, pack_vector_balancing(instance.histogram, instance.limits, options));
}

/// The bin of every item, the largest first.
std::vector<std::uint32_t> items_of(const Instance& instance) {
  std::vector<std::uint32_t> items;
  const Score score({.kind = Heuristic::Kind::normalized_max}, instance.limits);
  for (const ScoredBin& entry : bins_by_score(instance.histogram, score)) {
    items.insert(items.end(), static_cast<std::size_t>(instance.histogram.counts[entry.bin]), entry.bin);
  }
  return items;
}

/// Nothing where no plan is found.
std::optional<std::int64_t> packs_in_blocks(const Instance& instance, std::int64_t blocks) {
  const PackOptions options;
  Stop stop(options, {});
  const std::int64_t bound = lower_bound(instance.histogram, instance.limits).packs;
  const Plan plan = balance_in_blocks(instance.histogram, instance.limits, items_of(instance), blocks, bound,
                                      any_number_of_packs - 1, stop);
  if (plan.strategies() == 0) return std::nullopt;
  return checked_packs(instance, plan);
}

}  // namespace

TEST_CASE("subgraphs of eight components, all different, are packed nearly to the bound") {
  struct Case {
    std::int64_t means;
    std::int64_t bound;
    std::int64_t packs;
  };
  const std::vector<std::int64_t> sizes = subgraph_sizes(4'000, 1);
  for (const Case& it : {Case{8, 500, 510}, Case{16, 250, 253}, Case{32, 125, 126}, Case{128, 32, 32}}) {
    CAPTURE(it.means);
    const Instance instance = with_limits(sizes, 8, it.means);
    CHECK(lower_bound(instance.histogram, instance.limits).packs == it.bound);
    const Packed packed = pack(instance.histogram, instance.limits, {.method = "quick"}).value();
    CHECK(packed.method == "vector-balancing");
    CHECK(checked_packs(instance, packed.plan) <= it.packs);
    CHECK(it.packs < consecutive(sizes, instance.limits.sizes));
    CHECK(pack(instance.histogram, instance.limits, {.method = "quick"}).value().plan == packed.plan);
  }
}

TEST_CASE("quick never needs more packs than dynamic batching where items differ") {
  const std::uint64_t seed = 20261123;
  CAPTURE(seed);
  Random random(seed);
  for (int i = 0; i < repeats(30); ++i) {
    CAPTURE(i);
    const auto k = static_cast<std::size_t>(random.between(3, static_cast<std::int64_t>(max_components)));
    std::vector<std::int64_t> sizes;
    const std::int64_t items = random.between(1, 400);
    for (std::int64_t item = 0; item < items; ++item) {
      const std::int64_t scale = random.between(1, 50);
      for (std::size_t c = 0; c < k; ++c) sizes.push_back(scale * random.between(0, 40));
    }
    const Instance instance = with_limits(sizes, k, random.between(1, 60));
    const std::int64_t packs =
        checked_packs(instance, pack(instance.histogram, instance.limits, {.method = "quick"}).value().plan);
    CHECK(packs <= consecutive(sizes, instance.limits.sizes));
    CHECK(packs_of(instance) >= lower_bound(instance.histogram, instance.limits).packs);
  }
}

TEST_CASE("vector-balancing packs every instance, and none better than is possible") {
  const std::uint64_t seed = 815;
  CAPTURE(seed);
  Random random(seed);
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const Instance instance = random_instance(
        random, {.components = static_cast<std::int64_t>(max_components), .scale = i % 3 == 0 ? 1'000'000'007 : 1});
    CAPTURE(describe_instance(instance));
    const std::int64_t packs = packs_of(instance);
    CHECK(packs >= fewest_packs(instance.histogram, instance.limits));
    const Plan fewer = pack_vector_balancing(instance.histogram, instance.limits, {.fewer_than = packs});
    CHECK((fewer.strategies() == 0 || checked_packs(instance, fewer) < packs));
  }
}

TEST_CASE("items balanced in blocks need hardly more packs than all at once") {
  const Instance subgraphs = with_limits(subgraph_sizes(4'000, 1), 8, 16);
  CHECK(packs_in_blocks(subgraphs, 1) == packs_of(subgraphs));
  CHECK(packs_in_blocks(subgraphs, 4) <= packs_of(subgraphs) + 4);
  const std::uint64_t seed = 816;
  CAPTURE(seed);
  Random random(seed);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const Instance instance = random_instance(random, {.bins = 6, .depth = 9});
    CAPTURE(describe_instance(instance));
    const std::int64_t items = totals(instance.histogram).items;
    const auto packs = packs_in_blocks(instance, random.between(1, std::min<std::int64_t>(items, 4)));
    if (!packs) continue;
    ++found;
    CHECK(*packs >= lower_bound(instance.histogram, instance.limits).packs);
    CHECK(*packs <= items);
  }
  CHECK(found > 150);
}

TEST_CASE("a limited number of items in a pack is a component too") {
  Instance instance = with_limits(subgraph_sizes(2'000, 2), 8, 16);
  instance.limits.depth = 10;
  CHECK(packs_of(instance) == 200);
}

TEST_CASE("more than a million items of few sizes are packed by best fit") {
  const Instance instance{
      .histogram = make_histogram({"a", "b", "c"}, std::vector<std::int64_t>{1, 9, 5, 5, 1, 5, 9, 5, 1},
                                  std::vector<std::int64_t>{400'001, 300'003, 400'002})
                       .value(),
      .limits = {.sizes = {100, 100, 100}}};
  const PackOptions best_fit{
      .method = "lpfhp", .heuristic = {.kind = Heuristic::Kind::normalized_max}, .distribute = true};
  CHECK(packs_of(instance) == pack_count(pack(instance.histogram, instance.limits, best_fit).value().plan));
}

TEST_CASE("vector-balancing stops when told to, with a whole plan") {
  const Instance instance = with_limits(subgraph_sizes(4'000, 3), 8, 16);
  for (const int allowed : {0, 1, 3}) {
    int asked = 0;
    const PackOptions options{.keep_going = [&](const PackProgress&) { return asked++ < allowed; },
                              .ask_every = 1'000'000};
    CHECK(packs_of(instance, options) >= 250);
    CHECK(asked > allowed);
  }
}

}  // namespace tuplepack::tests::vector_balancing_test
