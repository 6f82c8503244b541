#include "tuplepack/packing/stream.hpp"

#include "base/random.hpp"
#include "files.hpp"
#include "packing/subgraph_sizes.hpp"
#include "streams.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::efficiency_test {

using namespace packing;

using Sizes = std::vector<std::int64_t>;

TEST_CASE("stream: lengths of wikipedia pack nearly as well as they come as from the whole") {
  const Histogram histogram = tests::load("wikipedia_512.csv");
  constexpr std::int64_t one_in = 80 / repeats(4);
  std::vector<std::uint32_t> bins;
  for (std::uint32_t bin = 0; bin < histogram.bins(); ++bin) {
    bins.insert(bins.end(), static_cast<std::size_t>(histogram.counts[bin] / one_in), bin);
  }
  tuplepack::Random(1).shuffle(std::span(bins));
  Sizes sizes;
  for (const std::uint32_t bin : bins) sizes.push_back(histogram.sizes[bin]);
  const auto efficiency = [&](StreamPolicy policy, std::int64_t held) {
    const Stream stream = stream_of(sizes, {.sizes = {512}}, options_of(policy, held));
    StreamPacker packer = stream.packer();
    ClosedPacks closed;
    REQUIRE(packer.add(sizes, closed));
    packer.finish(closed);
    return static_cast<double>(packer.totals().real[0]) / static_cast<double>(512 * packer.totals().packs);
  };
  CHECK(efficiency(StreamPolicy::best_fit, 1) > 0.90);
  CHECK(efficiency(StreamPolicy::best_fit, 10) > 0.988);
  CHECK(efficiency(StreamPolicy::best_fit, 128) > 0.992);
  CHECK(efficiency(StreamPolicy::look_ahead, 1024) > 0.993);
}

TEST_CASE("stream: subgraphs of eight components are packed nearly as well from a buffer as from the whole") {
  const Sizes sizes = subgraph_sizes(8'000, 7);
  const Instance instance = with_limits(sizes, 8, 16);
  const auto packs = [&](StreamPolicy policy) {
    Stream stream = stream_of(sizes, instance.limits, options_of(policy, 1'024));
    stream.components = instance.histogram.components;
    return stream.pack_all().packs();
  };
  CHECK(packs(StreamPolicy::look_ahead) <= 508);  // of 500 at least
  CHECK(packs(StreamPolicy::balanced) <= 508);
}

TEST_CASE("stream: at a depth, a plan to follow makes the difference") {
  // Triples that fill a pack exactly, so the plan wastes nothing, in any order.
  Random random(7);
  constexpr std::int64_t limit = 300;
  constexpr std::int64_t triples = 60;
  constexpr std::int64_t copies = 500;
  Sizes sizes;
  Plan plan;
  std::vector<std::array<std::int64_t, 3>> kinds;
  for (std::int64_t i = 0; i < triples; ++i) {
    const std::int64_t large = random.between(130, 280);
    const std::int64_t middle = random.between(5, limit - large - 5);
    kinds.push_back({large, middle, limit - large - middle});
    for (std::int64_t copy = 0; copy < copies; ++copy)
      sizes.insert(sizes.end(), kinds.back().begin(), kinds.back().end());
  }
  const Histogram histogram = make_histogram({"length"}, sizes, Sizes(sizes.size(), 1)).value();
  for (const auto& kind : kinds) {
    for (const std::int64_t size : kind) {
      const auto at = std::lower_bound(histogram.sizes.begin(), histogram.sizes.end(), size);
      plan.bins.push_back(static_cast<std::uint32_t>(at - histogram.sizes.begin()));
      plan.copies.push_back(1);
    }
    plan.offsets.push_back(static_cast<std::int64_t>(plan.bins.size()));
    plan.repeats.push_back(copies);
  }
  tuplepack::Random(2).shuffle(std::span(sizes));
  const auto packs = [&](StreamPolicy policy) {
    Stream stream = stream_of(sizes, {.sizes = {limit}, .depth = 3}, options_of(policy, 256));
    if (policy == StreamPolicy::guided) stream.options.guide = StreamGuide{.histogram = histogram, .plan = plan};
    const ClosedPacks closed = stream.pack_all();
    check_packing(stream, closed);
    return static_cast<double>(closed.packs());
  };
  const double best = triples * copies;
  CHECK(packs(StreamPolicy::guided) < 1.01 * best);
  CHECK(packs(StreamPolicy::best_fit) > 1.02 * best);
}

}  // namespace tuplepack::tests::efficiency_test
