#include "packing/filling/exchange.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace tuplepack::tests::exchange_test {

using namespace packing;

using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::random_instance;

namespace {

constexpr std::array<std::uint32_t, 3> components{0, 1, 2};

using Bins = std::vector<std::uint32_t>;

std::vector<Run> runs_of(Bins items) {
  std::sort(items.begin(), items.end());
  std::vector<Run> runs;
  for (const std::uint32_t bin : items) {
    if (!runs.empty() && runs.back().bin == bin) {
      ++runs.back().copies;
    } else {
      runs.push_back({.bin = bin, .copies = 1});
    }
  }
  return runs;
}

std::int64_t size_of(const Instance& instance, const Bins& items, std::size_t component) {
  std::int64_t sum = 0;
  for (const std::uint32_t bin : items) sum += instance.histogram.size(bin)[component];
  return sum;
}

bool is_pack(const Instance& instance, const Bins& items) {
  bool fits = static_cast<std::int64_t>(items.size()) <= instance.limits.depth;
  for (std::size_t c = 0; c < instance.limits.sizes.size(); ++c) {
    fits = fits && size_of(instance, items, c) <= instance.limits.sizes[c];
  }
  return fits;
}

Bins random_pack(tests::Random& random, const Instance& instance) {
  Bins items;
  for (int tries = 0; tries < 8 && items.size() < 5; ++tries) {
    items.push_back(
        static_cast<std::uint32_t>(random.between(0, static_cast<std::int64_t>(instance.histogram.bins()) - 1)));
    if (!is_pack(instance, items)) items.pop_back();
  }
  return items;
}

/// The most room that one pack can gain from another, by dividing their items in every way.
std::int64_t max_gain(const Instance& instance, const Bins& pack, const Bins& other) {
  Bins all(pack);
  all.insert(all.end(), other.begin(), other.end());
  std::int64_t most = 0;
  for (std::uint32_t choice = 0; choice < 1U << all.size(); ++choice) {
    std::array<Bins, 2> divided;
    for (std::size_t i = 0; i < all.size(); ++i) divided[choice >> i & 1U].push_back(all[i]);
    if (!is_pack(instance, divided[0]) || !is_pack(instance, divided[1])) continue;
    most = std::max(most, size_of(instance, pack, 0) - size_of(instance, divided[0], 0));
  }
  return most;
}

/// A pack after an exchange.
Bins changed(Bins pack, const Bins& out, const Bins& in) {
  for (const std::uint32_t bin : out) {
    const auto at = std::find(pack.begin(), pack.end(), bin);
    REQUIRE(at != pack.end());
    pack.erase(at);
  }
  pack.insert(pack.end(), in.begin(), in.end());
  return pack;
}

}  // namespace

TEST_CASE("the best exchange gains as much as any division of two packs, and both stay packs") {
  tests::Random random(90);
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const Instance instance = random_instance(random, {.bins = 9});
    CAPTURE(describe_instance(instance));
    const Bins pack = random_pack(random, instance);
    const Bins other = random_pack(random, instance);
    if (pack.empty() || other.empty()) continue;
    Exchanges exchanges(instance.histogram, instance.limits, std::span(components).first(instance.limits.sizes.size()));
    const std::vector<Run> runs = runs_of(pack);
    exchanges.set_pack(runs, static_cast<std::size_t>(random.between(0, 4)));
    const Exchange best = exchanges.best_with(runs_of(other), static_cast<std::size_t>(random.between(0, 4)), 0);
    REQUIRE(best.gain == max_gain(instance, pack, other));
    CHECK(exchanges.best_with(runs_of(other), 0, best.gain).gain == 0);
    if (best.gain == 0) continue;
    ++found;
    const Bins after = changed(pack, best.given, best.taken);
    CHECK(is_pack(instance, after));
    CHECK(is_pack(instance, changed(other, best.taken, best.given)));
    CHECK(size_of(instance, pack, 0) - size_of(instance, after, 0) == best.gain);
  }
  CHECK(found > 500);
}

TEST_CASE("of packs with many items some take part in an exchange") {
  const Instance instance{.histogram = tests::lengths({1, 3, 4}, {40, 40, 40}), .limits = {.sizes = {40}}};
  const std::vector<std::uint32_t> only{0};
  Exchanges exchanges(instance.histogram, instance.limits, only);
  const std::vector<Run> pack{{.bin = 2, .copies = 10}};
  exchanges.set_pack(pack, 0);
  const std::vector<Run> other{{.bin = 0, .copies = 10}, {.bin = 1, .copies = 9}};
  const Exchange best = exchanges.best_with(other, 1, 0);  // 4 + 4 + … for 3 + 3 + …
  CHECK(best.gain == 3);
  CHECK(best.given.size() <= 5);
  CHECK(best.taken.size() <= 5);
}

}  // namespace tuplepack::tests::exchange_test
