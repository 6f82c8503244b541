#include "tuplepack/packing/stream.hpp"

#include "streams.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::state_test {

using namespace packing;

using Sizes = std::vector<std::int64_t>;

TEST_CASE("stream: saved anywhere and restored, it goes on as if nothing had happened") {
  tests::Random random(5);
  for (int round = 0; round < repeats(3'000); ++round) {
    Stream stream = random_stream(random, stream_policies[static_cast<std::size_t>(round % 4)]);
    if (stream.options.policy == StreamPolicy::look_ahead && round % 3 == 0) stream.options.effort = Effort::usual;
    CAPTURE(round);
    const auto half = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(stream.items())));
    ClosedPacks closed;
    StreamPacker first = stream.packer();
    REQUIRE(first.add(stream.part(0, half), closed));
    const Sizes saved = first.save();
    StreamPacker second = stream.packer();
    REQUIRE(second.restore(saved));
    CHECK(second.save() == saved);
    CHECK(second.held() == first.held());
    REQUIRE(second.add(stream.part(half, stream.items()), closed));
    second.finish(closed);
    CHECK(same(closed, stream.pack_all()));
    CHECK(second.totals().packs == static_cast<std::int64_t>(closed.packs()));
  }
}

TEST_CASE("stream: a state is refused by another packer, and a damaged one never breaks a limit") {
  tests::Random random(6);
  for (int round = 0; round < repeats(2'000); ++round) {
    const Stream stream = random_stream(random, stream_policies[static_cast<std::size_t>(round % 4)]);
    CAPTURE(round);
    StreamPacker first = stream.packer();
    ClosedPacks closed;
    REQUIRE(first.add(stream.sizes, closed));
    Sizes saved = first.save();
    Stream other = stream;
    ++other.limits.sizes[0];
    other.fitting = {};
    other.options = options_of(StreamPolicy::look_ahead, stream.options.held);
    CHECK(other.packer().restore(saved).error().code == ErrorCode::plan_mismatch);
    if (stream.options.policy == StreamPolicy::look_ahead) {
      other = stream;
      other.options.effort = Effort::usual;
      CHECK(other.packer().restore(saved).error().code == ErrorCode::plan_mismatch);
    }
    const auto cut = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(saved.size()) - 1));
    CHECK_FALSE(stream.packer().restore(std::span(saved).first(cut)));
    const auto at = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(saved.size()) - 1));
    saved[at] = random.one_in(2) ? saved[at] + random.between(-3, 3)
                                 : static_cast<std::int64_t>(random.between(-1, 1) * max_exact);
    StreamPacker damaged = stream.packer();
    if (!damaged.restore(saved)) continue;
    ClosedPacks rest;
    (void)damaged.add(stream.sizes, rest);
    damaged.finish(rest);
    for (const std::int64_t item : rest.items) CHECK(item >= 0);
  }
}

}  // namespace tuplepack::tests::state_test
