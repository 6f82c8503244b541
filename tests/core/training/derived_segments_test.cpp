#include "training/random_segments.hpp"
#include "tuplepack/training/segments.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::derived_segments_test {

using namespace training;

using tests::Random;

namespace {

using Ids = std::vector<std::int32_t>;

struct Derived {
  Ids counts, lengths, position_ids, ranges, cu_seqlens;
  std::vector<SegmentOrder> order;
};

/// Derives all that the packs allow, into memory that holds something else before.
Derived derive(const Ids& ids, PackShape shape, bool ranges, bool cu_seqlens) {
  const auto b = static_cast<std::size_t>(shape.packs);
  const auto k = static_cast<std::size_t>(shape.segments);
  Derived derived{Ids(b, -7),
                  Ids(b * k, -7),
                  Ids(ids.size(), -7),
                  Ids(ranges ? 2 * ids.size() : 0, -7),
                  Ids(cu_seqlens ? b * (k + 1) + 1 : 0, -7),
                  std::vector<SegmentOrder>(b)};
  const auto done = derive_segments(ids, shape,
                                    {.counts = derived.counts,
                                     .lengths = derived.lengths,
                                     .position_ids = derived.position_ids,
                                     .order = derived.order,
                                     .ranges = derived.ranges,
                                     .cu_seqlens = derived.cu_seqlens});
  REQUIRE(done);
  return derived;
}

SegmentOrder order_of(const Ids& ids) {
  const auto capacity = static_cast<std::int64_t>(ids.size());
  return derive(ids, {.packs = 1, .capacity = capacity, .segments = 4}, false, false).order[0];
}

Error error_of(const Ids& ids, PackShape shape, const SegmentArrays& out) {
  const auto done = derive_segments(ids, shape, out);
  REQUIRE_FALSE(done);
  return done.error();
}

}  // namespace

TEST_CASE("the example of the header") {
  const auto derived = derive({1, 1, 1, 2, 2, 0, 0}, {.packs = 1, .capacity = 7, .segments = 3}, true, true);
  CHECK(derived.counts == Ids{2});
  CHECK(derived.lengths == Ids{3, 2, 0});
  CHECK(derived.position_ids == Ids{0, 1, 2, 0, 1, 0, 0});
  CHECK(derived.order == std::vector{SegmentOrder::in_order});
  CHECK(derived.ranges == Ids{0, 3, 0, 3, 0, 3, 3, 5, 3, 5, 0, 0, 0, 0});
  CHECK(derived.cu_seqlens == Ids{0, 3, 5, 5, 7});
}

TEST_CASE("gaps, absent segments and empty packs among the sequences of a batch") {
  const Ids ids{1, 1, 0, 3, 0, 0,   // segment 2 does not occur, a gap after segment 1
                0, 0, 0, 0, 0, 0,   //
                2, 2, 2, 2, 2, 2};  // full, without segment 1
  const auto derived = derive(ids, {.packs = 3, .capacity = 6, .segments = 3}, true, true);
  CHECK(derived.counts == Ids{3, 0, 2});
  CHECK(derived.lengths == Ids{2, 0, 1, 0, 0, 0, 0, 6, 0});
  CHECK(derived.cu_seqlens == Ids{0, 3, 3, 4, 6, 6, 6, 6, 12, 12, 18, 18, 18});
  CHECK(derived.ranges == Ids{0, 2, 0, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              0, 0, 0, 0, 0, 0, 0, 6, 0, 6, 0, 6, 0, 6, 0, 6, 0, 6});
}

TEST_CASE("positions count on where a segment is interrupted") {
  const auto derived = derive({1, 1, 2, 1, 0, 2}, {.packs = 1, .capacity = 6, .segments = 2}, false, false);
  CHECK(derived.position_ids == Ids{0, 1, 0, 2, 0, 1});
  CHECK(derived.order == std::vector{SegmentOrder::scattered});
  CHECK(derived.lengths == Ids{3, 2});
}

TEST_CASE("how the segments of a pack lie") {
  CHECK(order_of({1, 1, 2, 3}) == SegmentOrder::in_order);
  CHECK(order_of({2, 0, 4, 0}) == SegmentOrder::in_order);
  CHECK(order_of({0, 0, 0}) == SegmentOrder::in_order);
  CHECK(order_of({}) == SegmentOrder::in_order);
  CHECK(order_of({0, 1, 2}) == SegmentOrder::runs);
  CHECK(order_of({1, 3, 2}) == SegmentOrder::runs);
  CHECK(order_of({1, 0, 1}) == SegmentOrder::scattered);
  CHECK(order_of({2, 1, 2}) == SegmentOrder::scattered);
  CHECK(order_of({1, 2, 1, 3}) == SegmentOrder::scattered);
}

TEST_CASE("no packs, no positions and no segments") {
  CHECK(derive({}, {.packs = 0, .capacity = 8, .segments = 2}, true, true).cu_seqlens == Ids{0});
  CHECK(derive({}, {.packs = 2, .capacity = 0, .segments = 1}, true, true).cu_seqlens == Ids{0, 0, 0, 0, 0});
  CHECK(derive({0, 0, 0}, {.packs = 1, .capacity = 3, .segments = 0}, true, true).cu_seqlens == Ids{0, 3});
}

TEST_CASE("an id that does not exist is named") {
  const PackShape shape{.packs = 2, .capacity = 3, .segments = 2};
  const Error high = error_of({1, 2, 0, 1, 3, 0}, shape, {});
  CHECK(high.code == ErrorCode::out_of_range);
  CHECK(high.message == "pack 1 has segment id 3 at position 1; ids must be 0 to 2");
  CHECK(error_of({1, 2, -1, 1, 3, 0}, shape, {}).message ==
        "pack 0 has segment id -1 at position 2; ids must be 0 to 2");
}

TEST_CASE("ranges need runs, and cu_seqlens need them in order") {
  const PackShape shape{.packs = 2, .capacity = 3, .segments = 2};
  Ids ranges(12), cu_seqlens(7);
  const Error scattered = error_of({1, 2, 0, 1, 2, 1}, shape, {.ranges = ranges});
  CHECK(scattered.code == ErrorCode::not_contiguous);
  CHECK(scattered.message == "pack 1 has a segment in more than one run");
  const Error unordered = error_of({2, 1, 0, 1, 2, 2}, shape, {.cu_seqlens = cu_seqlens});
  CHECK(unordered.code == ErrorCode::not_contiguous);
  CHECK(unordered.message == "pack 0 does not have its segments in rising order from position 0");
  CHECK(derive_segments(Ids{2, 1, 0, 1, 2, 2}, shape, {.ranges = ranges}));
}

TEST_CASE("everything derived from random ids follows from counting") {
  Random random(5);
  for (int round = 0; round < 600; ++round) {
    const SegmentOrder wanted = tests::all_orders[round % 3];
    const PackShape shape = tests::random_shape(random, 40);
    const Ids ids = tests::random_segments(random, shape, wanted);
    const bool ranges = wanted != SegmentOrder::scattered;
    const bool cu_seqlens = wanted == SegmentOrder::in_order;
    const Derived derived = derive(ids, shape, ranges, cu_seqlens);
    const auto s = static_cast<std::size_t>(shape.capacity);
    const auto k = static_cast<std::size_t>(shape.segments);
    Ids counts, lengths, positions, expected_ranges, sequences;
    for (std::size_t begin = 0; begin < ids.size(); begin += s) {
      const Ids pack(ids.begin() + static_cast<std::ptrdiff_t>(begin),
                     ids.begin() + static_cast<std::ptrdiff_t>(begin + s));
      counts.push_back(*std::max_element(pack.begin(), pack.end()));
      for (std::int32_t id = 1; id <= shape.segments; ++id) {
        lengths.push_back(static_cast<std::int32_t>(std::count(pack.begin(), pack.end(), id)));
      }
      for (auto at = pack.begin(); at != pack.end(); ++at) {
        const auto first = *at == 0 ? pack.begin() : std::find(pack.begin(), pack.end(), *at);
        const std::ptrdiff_t length = *at == 0 ? 0 : std::count(pack.begin(), pack.end(), *at);
        positions.push_back(*at == 0 ? 0 : static_cast<std::int32_t>(std::count(pack.begin(), at, *at)));
        expected_ranges.push_back(static_cast<std::int32_t>(first - pack.begin()));
        expected_ranges.push_back(static_cast<std::int32_t>(first - pack.begin() + length));
      }
    }
    CHECK(derived.position_ids == positions);
    if (s > 0) {
      CHECK(derived.counts == counts);
      CHECK(derived.lengths == lengths);
    }
    if (ranges) CHECK(derived.ranges == expected_ranges);
    if (!cu_seqlens) continue;
    // The sequences cover the batch in order, and what a segment's sequence holds is the segment, then padding.
    const Ids& cu = derived.cu_seqlens;
    CHECK(cu.front() == 0);
    CHECK(cu.back() == static_cast<std::int32_t>(ids.size()));
    CHECK(std::is_sorted(cu.begin(), cu.end()));
    for (std::size_t sequence = 0; sequence + 1 < cu.size(); ++sequence) {
      const std::size_t segment = sequence % (k + 1) + 1;
      const std::size_t length =
          segment > k ? 0 : static_cast<std::size_t>(derived.lengths[sequence / (k + 1) * k + segment - 1]);
      Ids expected(static_cast<std::size_t>(cu[sequence + 1] - cu[sequence]));
      REQUIRE(expected.size() >= length);
      CHECK((length > 0 || segment > k || expected.empty()));
      std::fill_n(expected.begin(), length, static_cast<std::int32_t>(segment));
      CHECK(expected == Ids(ids.begin() + cu[sequence], ids.begin() + cu[sequence + 1]));
    }
  }
}

}  // namespace tuplepack::tests::derived_segments_test
