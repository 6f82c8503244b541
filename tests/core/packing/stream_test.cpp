#include "tuplepack/packing/stream.hpp"

#include "stream/streams.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::stream_test {

using namespace packing;

using Sizes = std::vector<std::int64_t>;

TEST_CASE("stream: names lead to the policies and back") {
  for (const StreamPolicy policy : stream_policies) CHECK(stream_policy_by_name(name(policy)).value() == policy);
  CHECK(stream_policy_by_name("worst-fit").error().code == ErrorCode::unknown_name);
  CHECK(stream_efforts() == std::vector<std::string_view>{"quick", "usual"});
  const auto full =
      StreamPacker::create(std::vector<std::string>{"length"}, {.sizes = {8}}, {}, {.effort = Effort::full});
  CHECK(full.error().message == "a buffer is planned with effort quick or usual, not full");
}

TEST_CASE("stream: every item is in exactly one pack, limits and depth hold, and no more is held than allowed") {
  tests::Random random(3);
  for (int round = 0; round < repeats(3'000); ++round) {
    const StreamPolicy policy = stream_policies[static_cast<std::size_t>(round % 4)];
    const Stream stream = random_stream(random, policy);
    CAPTURE(round);
    StreamPacker packer = stream.packer();
    ClosedPacks closed;
    for (std::size_t at = 0; at < stream.items();) {
      const std::size_t next = std::min(stream.items(), at + static_cast<std::size_t>(random.between(1, 9)));
      REQUIRE(packer.add(stream.part(at, next), closed));
      CHECK(packer.held() <= stream.options.held);
      CHECK(packer.totals().items == static_cast<std::int64_t>(next));
      at = next;
    }
    packer.finish(closed);
    CHECK(packer.held() == 0);
    check_packing(stream, closed);
    CHECK(packer.totals().packs == static_cast<std::int64_t>(closed.packs()));
    CHECK(packer.totals().pieces == static_cast<std::int64_t>(closed.items.size()));
    CHECK(packer.lower_bound() <= packer.totals().packs);
    CHECK(same(closed, stream.pack_all()));
  }
}

TEST_CASE("stream: totals agree with what fitting a histogram says") {
  tests::Random random(4);
  for (int round = 0; round < repeats(500); ++round) {
    const Stream stream = random_stream(random, StreamPolicy::look_ahead);
    StreamPacker packer = stream.packer();
    ClosedPacks closed;
    REQUIRE(packer.add(stream.sizes, closed));
    const Histogram histogram = make_histogram(stream.components, stream.sizes, Sizes(stream.items(), 1)).value();
    const auto fitted = fit(histogram, stream.limits, stream.fitting);
    if (!fitted) continue;  // everything dropped
    CHECK(packer.totals().real == fitted->real.sums);
    CHECK(packer.totals().taken == totals(fitted->histogram).sums);
    CHECK(packer.totals().pieces == fitted->real.items);
    CHECK(packer.totals().overlong == fitted->overlong.items);
    if (stream.fitting.overlong == Overlong::drop) CHECK(packer.totals().dropped == fitted->overlong.items);
  }
}

TEST_CASE("stream: errors name the item or the option") {
  const Stream stream = stream_of({}, {.sizes = {10}}, options_of(StreamPolicy::look_ahead, 4));
  ClosedPacks closed;
  const auto error = [&](const Stream& with, const Sizes& sizes) { return with.packer().add(sizes, closed).error(); };
  CHECK(error(stream, {3, 12}).message == "item 1 of size 12 is over the limit 10");
  CHECK(error(stream, {3, 12}).code == ErrorCode::item_over_limit);
  CHECK(error(stream, {3, -1}).code == ErrorCode::negative);
  Stream other = stream;
  other.fitting.overlong = Overlong::drop;
  CHECK(error(other, {max_exact}).code == ErrorCode::too_large);
  other.fitting.overlong = Overlong::split;
  CHECK(error(other, {3, std::int64_t{1} << 40}).message ==
        "item 1 of size 1099511627776 would be split into more than 16777216 pieces");

  // What is checked before tells the same, and adds nothing.
  StreamPacker checked = stream.packer();
  REQUIRE(checked.add(Sizes{4}, closed));
  CHECK(checked.check(Sizes{3, 12}).error().message == "item 2 of size 12 is over the limit 10");
  CHECK(checked.check(Sizes{-1}).error().message == "item 1 of size -1 is negative");
  CHECK(checked.check(Sizes{3, 10}));
  CHECK(checked.totals().items == 1);
  CHECK(other.packer().check(Sizes{3, 12}));  // split
  CHECK(other.packer().check(Sizes{3, std::int64_t{1} << 40}).error().code == ErrorCode::too_large);
  Stream vast = stream;
  vast.limits.sizes = {std::int64_t{1} << 51};
  const Sizes halves(5, std::int64_t{1} << 51);
  CHECK(vast.packer().check(std::span(halves).first(2)));
  CHECK(vast.packer().check(halves).error().message == error(vast, halves).message);
  CHECK(vast.packer().check(halves).error().code == ErrorCode::too_large);

  const auto refused = [](const Stream& with) {
    return StreamPacker::create(with.components, with.limits, with.fitting, with.options).error().code;
  };
  other = stream;
  other.options.held = 0;
  CHECK(refused(other) == ErrorCode::limit_not_positive);
  other.options.held = max_held + 1;
  CHECK(refused(other) == ErrorCode::too_large);
  other = stream;
  other.limits.sizes = {10, 10};
  CHECK(refused(other) == ErrorCode::component_mismatch);
  other = stream;
  other.options.policy = StreamPolicy::balanced;
  other.options.effort = Effort::usual;
  CHECK(refused(other) == ErrorCode::unsupported);
  other = stream;
  other.options.policy = StreamPolicy::guided;
  CHECK(refused(other) == ErrorCode::plan_mismatch);
  other.options.guide = StreamGuide{.histogram = tests::lengths({11}, {1}),
                                    .plan = {.offsets = {0, 1}, .bins = {0}, .copies = {1}, .repeats = {1}}};
  CHECK(refused(other) == ErrorCode::plan_mismatch);
  other.options.guide->histogram.components = {"a", "b"};
  other.options.guide->histogram.sizes = {1, 1};
  CHECK(refused(other) == ErrorCode::component_mismatch);
}

}  // namespace tuplepack::tests::stream_test
