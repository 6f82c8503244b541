#include "packing/exact/columns/residual.hpp"

#include "instances.hpp"
#include "packing/checked_packs.hpp"
#include "packing/exact/columns/one_pack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

namespace tuplepack::tests::residual_test {

using namespace packing;

using tuplepack::tests::checked_packs;
using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::lengths;
using tuplepack::tests::random_instance;

namespace {

std::vector<std::vector<std::int64_t>> as_pairs(std::span<const Run> runs) {
  std::vector<std::vector<std::int64_t>> pairs;
  for (const Run& run : runs) pairs.push_back({run.bin, run.copies});
  return pairs;
}

}  // namespace

TEST_CASE("the next bin below is the last before that is nowhere larger") {
  tests::Random random(75);
  int chosen = 0;
  for (int i = 0; i < 500; ++i) {
    const Instance instance = random_instance(random, {.bins = 12});
    CAPTURE(describe_instance(instance));
    const OnePack pack = reduce(instance.histogram, instance.limits);
    const std::vector<std::uint32_t> below = nearest_below(pack);
    REQUIRE(below.size() == pack.bins);
    for (std::size_t bin = 0; bin < pack.bins; ++bin) {
      std::uint32_t last = no_bin;
      for (std::uint32_t other = 0; other < bin; ++other) {
        const auto a = pack.size(other);
        if (std::equal(a.begin(), a.end(), pack.size(bin).begin(), std::less_equal<>())) last = other;
      }
      CHECK(below[bin] == last);
      chosen += last == no_bin ? 0 : 1;
    }
  }
  CHECK(chosen > 500);
}

TEST_CASE("a place is filled by an item of its bin, or of the next bin below that has some left") {
  const Histogram histogram = lengths({1, 2, 3, 4}, {2, 5, 1, 1});
  const std::vector<std::uint32_t> below{no_bin, 0, 1, 2};
  PartialPlan plan(histogram, {});
  const std::vector<Run> pack{{.bin = 1, .copies = 1}, {.bin = 3, .copies = 3}};
  CHECK(as_pairs(plan.filled(pack, below)) == std::vector<std::vector<std::int64_t>>{{1, 2}, {2, 1}, {3, 1}});
  plan.add(pack, 1, below);
  CHECK(as_pairs(plan.filled(pack, below)) == std::vector<std::vector<std::int64_t>>{{0, 1}, {1, 3}});
  plan.add(pack, 1, below);
  CHECK(as_pairs(plan.filled(pack, below)) == std::vector<std::vector<std::int64_t>>{{0, 1}});
  plan.add(pack, 7, below);
  CHECK(plan.packs() == 3);
  CHECK(plan.is_complete());
  CHECK(plan.filled(pack, below).empty());
}

TEST_CASE("packs filled with what is left stay within the limits, whatever they were made for") {
  tests::Random random(76);
  for (int i = 0; i < 1000; ++i) {
    const Instance instance = random_instance(random, {.bins = 8, .count = 9});
    CAPTURE(describe_instance(instance));
    const std::vector<std::uint32_t> below = nearest_below(reduce(instance.histogram, instance.limits));
    PartialPlan partial(instance.histogram, {});
    // Packs of equals, the largest first: each bin's takes items of bins below it when its own are used up.
    for (auto bin = static_cast<std::uint32_t>(instance.histogram.bins()); bin-- > 0;) {
      std::int64_t copies = instance.limits.depth == unlimited_depth ? 9 : instance.limits.depth;
      const auto size = instance.histogram.size(bin);
      for (std::size_t c = 0; c < size.size(); ++c) {
        if (size[c] > 0) copies = std::min(copies, instance.limits.sizes[c] / size[c]);
      }
      partial.add(std::vector<Run>{{.bin = bin, .copies = copies}}, 100, below);
    }
    REQUIRE(partial.is_complete());
    const std::int64_t packs = partial.packs();
    CHECK(checked_packs(instance, std::move(partial).finish()) == packs);
  }
}

}  // namespace tuplepack::tests::residual_test
