#include "tuplepack/packing/stream.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "random.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

using namespace tuplepack;

namespace {

using Sizes = std::vector<std::int64_t>;
using Packs = std::vector<std::vector<std::int64_t>>;

/// A stream and how to pack it.
struct Stream {
  std::vector<std::string> components{"length"};
  Sizes sizes;
  Limits limits;
  Fitting fitting{};
  StreamOptions options{};

  [[nodiscard]] std::size_t k() const { return components.size(); }
  [[nodiscard]] std::size_t items() const { return sizes.size() / k(); }
  [[nodiscard]] StreamPacker packer() const {
    auto made = StreamPacker::create(components, limits, fitting, options);
    REQUIRE(made);
    return std::move(*made);
  }
  [[nodiscard]] std::span<const std::int64_t> part(std::size_t first, std::size_t last) const {
    return std::span(sizes).subspan(first * k(), (last - first) * k());
  }
  [[nodiscard]] ClosedPacks pack_all() const {
    StreamPacker all = packer();
    ClosedPacks closed;
    REQUIRE(all.add(sizes, closed));
    all.finish(closed);
    return closed;
  }
};

StreamOptions options_of(StreamPolicy policy, std::int64_t held) {
  StreamOptions options;
  options.policy = policy;
  options.held = held;
  return options;
}

Stream stream_of(Sizes sizes, Limits limits, StreamOptions options) {
  Stream made;
  made.sizes = std::move(sizes);
  made.limits = std::move(limits);
  made.options = std::move(options);
  return made;
}

Packs lists(const ClosedPacks& closed) {
  Packs packs;
  for (std::size_t p = 0; p < closed.packs(); ++p) {
    const std::int64_t* const items = closed.items.data();
    packs.emplace_back(items + closed.offsets[p], items + closed.offsets[p + 1]);
  }
  return packs;
}

/// The plan of a stream's own items, or of half of them, by a method that is no part of this.
StreamGuide guide_for(const Stream& stream) {
  const Sizes sizes(stream.sizes.begin(),
                    stream.sizes.begin() + static_cast<std::ptrdiff_t>((stream.items() + 1) / 2 * stream.k()));
  const Sizes ones(sizes.size() / stream.k(), 1);
  const Histogram histogram = make_histogram(stream.components, sizes, ones).value();
  const auto fitted = fit(histogram, stream.limits, stream.fitting);
  if (!fitted) return {};  // everything dropped
  return {.histogram = fitted->histogram, .plan = pack(fitted->histogram, fitted->limits)->plan};
}

Stream random_stream(tests::Random& random, StreamPolicy policy) {
  Stream made;
  const auto k = static_cast<std::size_t>(random.between(1, 3));
  made.components.resize(k);
  for (std::size_t c = 0; c < k; ++c) {
    made.components[c] = "c" + std::to_string(c);
    made.limits.sizes.push_back(random.between(8, 60));
  }
  if (random.one_in(2)) made.limits.depth = random.between(2, 6);
  if (random.one_in(2)) made.fitting = tests::random_fitting(random, k);
  if (!room_in_a_pack(made.components, made.limits, made.fitting)) made.fitting = {};  // nothing left
  const bool may_be_over = made.fitting.overlong != Overlong::error;
  ItemFitter fitter(made.limits, made.fitting);
  const std::int64_t items = random.between(1, 150);
  for (std::int64_t i = 0; i < items; ++i) {
    for (std::size_t c = 0; c < k; ++c) {
      const std::int64_t most = may_be_over ? fitter.room()[c] * 2 : fitter.room()[c];
      made.sizes.push_back(random.between(0, random.one_in(3) ? most : most / 3));
    }
  }
  made.options = options_of(policy, random.one_in(4) ? 1 : random.between(1, 20));
  if (policy == StreamPolicy::guided) {
    made.options.guide = guide_for(made);
    if (made.options.guide->plan.strategies() == 0) made.options.policy = StreamPolicy::best_fit;
  }
  return made;
}

/// Whether packs are a packing of a stream, by the rules alone: every piece in exactly one, no limit broken.
void check_packing(const Stream& stream, const ClosedPacks& closed) {
  const Limits room = room_in_a_pack(stream.components, stream.limits, stream.fitting).value();
  ItemFitter fitter(stream.limits, stream.fitting);
  std::map<std::pair<std::int64_t, std::int64_t>, Sizes> pieces;  // by item and begin
  for (std::size_t i = 0; i < stream.items(); ++i) {
    CHECK(fitter(stream.part(i, i + 1), [&](std::span<const std::int64_t> piece, std::int64_t begin) {
      pieces[{static_cast<std::int64_t>(i), begin}] = Sizes(piece.begin(), piece.end());
    }));
  }
  const bool split = stream.fitting.overlong == Overlong::split;
  REQUIRE(closed.begins.size() == (split ? closed.items.size() : 0));
  REQUIRE(closed.offsets.back() == static_cast<std::int64_t>(closed.items.size()));
  for (std::size_t p = 0; p < closed.packs(); ++p) {
    const auto first = static_cast<std::size_t>(closed.offsets[p]);
    const auto last = static_cast<std::size_t>(closed.offsets[p + 1]);
    CHECK(first < last);
    CHECK(static_cast<std::int64_t>(last - first) <= room.depth);
    Sizes used(stream.k());
    for (std::size_t i = first; i < last; ++i) {
      const auto found = pieces.find({closed.items[i], split ? closed.begins[i] : 0});
      REQUIRE(found != pieces.end());  // a piece, and not packed before
      for (std::size_t c = 0; c < stream.k(); ++c) used[c] += found->second[c];
      pieces.erase(found);
    }
    for (std::size_t c = 0; c < stream.k(); ++c) CHECK(used[c] <= room.sizes[c]);
  }
  CHECK(pieces.empty());
}

bool same(const ClosedPacks& a, const ClosedPacks& b) {
  return a.offsets == b.offsets && a.items == b.items && a.begins == b.begins;
}

constexpr std::array policies{StreamPolicy::best_fit, StreamPolicy::look_ahead, StreamPolicy::guided};

}  // namespace

TEST_CASE("stream: names lead to the policies and back") {
  for (const StreamPolicy policy : policies) CHECK(stream_policy_by_name(name(policy)).value() == policy);
  CHECK(stream_policy_by_name("worst-fit").error().code == ErrorCode::unknown_name);
}

TEST_CASE("stream: best fit takes the least room that is enough, and the fullest pack gives way") {
  // 6 and 5 are open with room 4 and 5; 4 closes the first; 3 goes to the 5; 9 and 2 are one too many: 9 is fullest.
  const Stream stream = stream_of({6, 5, 4, 3, 9, 2}, {.sizes = {10}}, options_of(StreamPolicy::best_fit, 2));
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.part(0, 2), closed));
  CHECK(lists(closed).empty());
  CHECK(packer.held() == 2);
  REQUIRE(packer.add(stream.part(2, 6), closed));
  CHECK(lists(closed) == Packs{{0, 2}, {1, 3, 5}});
  packer.finish(closed);
  CHECK(lists(closed) == Packs{{0, 2}, {1, 3, 5}, {4}});
  CHECK(packer.held() == 0);
  CHECK(packer.totals().packs == 3);
  CHECK(packer.totals().real == Sizes{29});
  CHECK(packer.lower_bound() == 3);
}

TEST_CASE("stream: the fullest pack may be the one just opened") {
  const Stream stream = stream_of({2, 9, 7}, {.sizes = {10}}, options_of(StreamPolicy::best_fit, 1));
  CHECK(lists(stream.pack_all()) == Packs{{1}, {2, 0}});
}

TEST_CASE("stream: a pack closes at its depth, and when a component is full") {
  Stream stream = stream_of({1, 1, 1}, {.sizes = {10}, .depth = 2}, options_of(StreamPolicy::best_fit, 5));
  CHECK(lists(stream.pack_all()) == Packs{{0, 1}, {2}});
  stream = stream_of({1, 4, 1, 2, 1, 0}, {.sizes = {10, 4}}, options_of(StreamPolicy::best_fit, 5));
  stream.components = {"nodes", "edges"};
  CHECK(lists(stream.pack_all()) == Packs{{0}, {1, 2}});
}

TEST_CASE("stream: look-ahead builds from the largest with the largest that fits, the oldest among equals") {
  // Four are held; the fifth item needs room: 7 with 3. The sixth: 5 with 5.
  const Stream stream = stream_of({5, 3, 7, 3, 5, 4}, {.sizes = {10}}, options_of(StreamPolicy::look_ahead, 4));
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.part(0, 4), closed));
  CHECK(closed.packs() == 0);
  REQUIRE(packer.add(stream.part(4, 5), closed));
  CHECK(lists(closed) == Packs{{2, 1}});
  CHECK(packer.held() == 3);
  REQUIRE(packer.add(stream.part(5, 6), closed));
  packer.finish(closed);
  CHECK(lists(closed) == Packs{{2, 1}, {0, 4}, {5, 3}});
}

TEST_CASE("stream: guided packs wait for what their strategy lacks") {
  // The plan fills 10 by 6 + 4 and by 5 + 3 + 2, twice as often.
  Stream stream = stream_of({4, 5, 5, 2, 6, 3, 3, 2}, {.sizes = {10}}, options_of(StreamPolicy::guided, 3));
  const Plan plan{.offsets = {0, 2, 5}, .bins = {2, 4, 0, 1, 3}, .copies = {1, 1, 1, 1, 1}, .repeats = {1, 2}};
  stream.options.guide = StreamGuide{
      .histogram = {.components = {"length"}, .sizes = {2, 3, 4, 5, 6}, .counts = {2, 2, 1, 2, 1}}, .plan = plan};
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.sizes, closed));
  // Best fit would put the first two together. Here 4 waits for 6; each 5 for 3 and then 2. The 2 that comes too early
  // would open a fourth pack, and takes the place of a 3 instead, which leaves room for a 3 where a 2 was meant.
  CHECK(lists(closed) == Packs{{0, 4}, {1, 3, 6}, {2, 5, 7}});
}

TEST_CASE("stream: every item is in exactly one pack, limits and depth hold, and no more is held than allowed") {
  tests::Random random(3);
  for (int round = 0; round < 3'000; ++round) {
    const StreamPolicy policy = policies[static_cast<std::size_t>(round % 3)];
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
  for (int round = 0; round < 500; ++round) {
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

TEST_CASE("stream: saved anywhere and restored, it goes on as if nothing had happened") {
  tests::Random random(5);
  for (int round = 0; round < 3'000; ++round) {
    const Stream stream = random_stream(random, policies[static_cast<std::size_t>(round % 3)]);
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
  for (int round = 0; round < 2'000; ++round) {
    const Stream stream = random_stream(random, policies[static_cast<std::size_t>(round % 3)]);
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
  other.options.policy = StreamPolicy::guided;
  CHECK(refused(other) == ErrorCode::plan_mismatch);
  other.options.guide = StreamGuide{.histogram = tests::lengths({11}, {1}),
                                    .plan = {.offsets = {0, 1}, .bins = {0}, .copies = {1}, .repeats = {1}}};
  CHECK(refused(other) == ErrorCode::plan_mismatch);
  other.options.guide->histogram.components = {"a", "b"};
  other.options.guide->histogram.sizes = {1, 1};
  CHECK(refused(other) == ErrorCode::component_mismatch);
}

TEST_CASE("stream: lengths of wikipedia pack nearly as well as they come as from the whole") {
  const Histogram histogram = tests::load("wikipedia_512.csv");
  std::vector<std::uint32_t> bins;
  for (std::uint32_t bin = 0; bin < histogram.bins(); ++bin) {
    bins.insert(bins.end(), static_cast<std::size_t>(histogram.counts[bin] / 20), bin);
  }
  Random(1).shuffle(std::span(bins));
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

TEST_CASE("stream: at a depth, a plan to follow makes the difference") {
  // Triples that fill a pack exactly, so the plan wastes nothing, in any order.
  tests::Random random(7);
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
  Random(2).shuffle(std::span(sizes));
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
