#include "packing/filling/loose_items.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace tuplepack::tests::loose_items_test {

using namespace packing;

using tuplepack::tests::describe_instance;
using tuplepack::tests::Instance;
using tuplepack::tests::random_instance;

namespace {

constexpr std::array<std::uint32_t, 3> components{0, 1, 2};

std::int64_t size_of(const Histogram& histogram, std::span<const Run> runs, std::size_t component) {
  std::int64_t sum = 0;
  for (const Run& run : runs) sum += run.copies * histogram.size(run.bin)[component];
  return sum;
}

/// The most that a pack can hold of the only component, by trying every pack.
std::int64_t fullest(const Instance& instance, std::int64_t room, std::int64_t slots, std::size_t bin) {
  if (bin == instance.histogram.bins()) return 0;
  std::int64_t best = 0;
  const std::int64_t size = instance.histogram.size(bin)[0];
  for (std::int64_t copies = 0; copies <= std::min(instance.histogram.counts[bin], slots); ++copies) {
    if (copies * size > room) break;
    best = std::max(best, copies * size + fullest(instance, room - copies * size, slots - copies, bin + 1));
  }
  return best;
}

}  // namespace

TEST_CASE("packs are filled from loose items as well as can be, and items stay as many as they are") {
  tests::Random random(80);
  for (int i = 0; i < 2000; ++i) {
    const Instance instance = random_instance(random, {.bins = 6, .count = 4});
    CAPTURE(describe_instance(instance));
    const Histogram& histogram = instance.histogram;
    const std::size_t k = histogram.component_count();
    LooseItems loose(histogram, instance.limits, std::span(components).first(k));
    for (std::uint32_t bin = 0; bin < histogram.bins(); ++bin) {  // every bin in two parts
      const std::int64_t part = random.between(0, histogram.counts[bin] - 1);
      if (part > 0) loose.put(std::vector<Run>{{.bin = bin, .copies = part}});
      loose.put(std::vector<Run>{{.bin = bin, .copies = histogram.counts[bin] - part}});
    }
    CHECK(loose.runs().size() == histogram.bins());
    const bool one_component = k == 1 && instance.limits.depth == unlimited_depth;
    const std::int64_t most =
        one_component ? fullest(instance, instance.limits.sizes[0], instance.limits.depth, 0) : -1;

    std::vector<std::int64_t> counts(histogram.bins());
    for (int packs = 0; !loose.runs().empty(); ++packs) {
      const std::vector<Run> pack = loose.fill(random.one_in(2));
      REQUIRE(!pack.empty());
      if (packs == 0 && one_component) CHECK(size_of(histogram, pack, 0) == most);
      std::int64_t items = 0;
      for (const Run& run : pack) {
        counts[run.bin] += run.copies;
        items += run.copies;
      }
      CHECK(items <= instance.limits.depth);
      for (std::size_t c = 0; c < k; ++c) CHECK(size_of(histogram, pack, c) <= instance.limits.sizes[c]);
      CHECK(std::is_sorted(pack.begin(), pack.end(), [](const Run& a, const Run& b) { return a.bin > b.bin; }));
    }
    CHECK(counts == histogram.counts);
  }
}

TEST_CASE("where there is a choice, large or small items are left as asked") {
  // 10 is 10 and 5 + 5.
  const Histogram histogram = tests::lengths({5, 10}, {2, 1});
  for (const bool small_first : {false, true}) {
    LooseItems loose(histogram, {.sizes = {10}}, std::span(components).first(1));
    loose.put(std::vector<Run>{{.bin = 0, .copies = 2}, {.bin = 1, .copies = 1}});
    CHECK(loose.fill(small_first).front().bin == (small_first ? 0 : 1));
    CHECK(loose.runs().front().bin == (small_first ? 1 : 0));
  }
}

}  // namespace tuplepack::tests::loose_items_test
