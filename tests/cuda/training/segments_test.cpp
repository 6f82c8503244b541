#include "tuplepack/cuda/training/segments.hpp"

#include "device_arrays.hpp"
#include "training/random_segments.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::segments_test {

using namespace training;

/// Every array that derive_segments can fill.
struct Derived {
  std::vector<std::int32_t> counts, lengths, position_ids, ranges, cu_seqlens;
  std::vector<SegmentOrder> order;
};

static Derived derive_on_host(const std::vector<std::int32_t>& ids, PackShape shape, bool ranges, bool cu_seqlens,
                              bool& failed) {
  const auto packs = static_cast<std::size_t>(shape.packs);
  const auto segments = static_cast<std::size_t>(shape.segments);
  Derived out;
  out.counts.resize(packs);
  out.lengths.resize(packs * segments);
  out.position_ids.resize(ids.size());
  out.order.resize(packs);
  if (ranges) out.ranges.resize(2 * ids.size());
  if (cu_seqlens) out.cu_seqlens.resize(packs * (segments + 1) + 1);
  failed = !derive_segments(ids, shape,
                            {.counts = out.counts,
                             .lengths = out.lengths,
                             .position_ids = out.position_ids,
                             .order = out.order,
                             .ranges = out.ranges,
                             .cu_seqlens = out.cu_seqlens});
  return out;
}

static Result<Derived> derive_on_device(const std::vector<std::int32_t>& ids, PackShape shape, const Derived& sizes) {
  const DeviceArray device_ids(ids, 1);
  const DeviceArray<std::int32_t> counts(sizes.counts.size(), 1);
  const DeviceArray<std::int32_t> lengths(sizes.lengths.size(), 1);
  const DeviceArray<std::int32_t> position_ids(sizes.position_ids.size(), 3);
  const DeviceArray<SegmentOrder> order(sizes.order.size(), 1);
  const DeviceArray<std::int32_t> ranges(sizes.ranges.size(), 1);
  const DeviceArray<std::int32_t> cu_seqlens(sizes.cu_seqlens.size(), 1);
  const auto wanted = [](const DeviceArray<std::int32_t>& array) {
    return array.values().empty() ? std::span<std::int32_t>{} : array.values();
  };
  const Workspace workspace(cuda::derive_segments_workspace(shape));
  const Status status;
  require(cuda::derive_segments(device_ids.input(), shape,
                                {.counts = counts.values(),
                                 .lengths = wanted(lengths),
                                 .position_ids = wanted(position_ids),
                                 .order = order.values(),
                                 .ranges = wanted(ranges),
                                 .cu_seqlens = wanted(cu_seqlens)},
                                workspace.bytes(), status.word(), nullptr));
  workspace.check();
  if (const auto fine = status.check(); !fine) return tl::unexpected(fine.error());
  return Derived{counts.read(), lengths.read(), position_ids.read(), ranges.read(), cu_seqlens.read(), order.read()};
}

static void check_derived(const std::vector<std::int32_t>& ids, PackShape shape, bool ranges, bool cu_seqlens) {
  bool failed = false;
  const Derived expected = derive_on_host(ids, shape, ranges, cu_seqlens, failed);
  const auto found = derive_on_device(ids, shape, expected);
  CHECK(found.has_value() == !failed);
  if (!found || failed) {
    if (!found) CHECK(found.error().code == ErrorCode::not_contiguous);
    return;
  }
  CHECK(found->counts == expected.counts);
  CHECK(found->lengths == expected.lengths);
  CHECK(found->position_ids == expected.position_ids);
  CHECK(found->order == expected.order);
  CHECK(found->ranges == expected.ranges);
  CHECK(found->cu_seqlens == expected.cu_seqlens);
}

TEST_CASE("derived on the device as by the core") {
  Random random(test_seed());
  // 2,000 segments leave room for few warps, 20,000 none for shared memory.
  for (const std::int64_t segments : {1, 7, 40, 2000, 20000}) {
    for (const std::int64_t capacity : awkward_sizes) {
      for (const SegmentOrder order : all_orders) {
        const PackShape shape{random.between(1, 3), capacity, segments};
        CAPTURE(capacity);
        CAPTURE(segments);
        const auto ids = random_segments(random, shape, order);
        check_derived(ids, shape, false, false);
        check_derived(ids, shape, true, false);
        check_derived(ids, shape, false, true);
        check_derived(ids, shape, true, true);
      }
    }
  }
}

TEST_CASE("a pack of 100,003 positions") {
  Random random(test_seed());
  for (const SegmentOrder order : all_orders) {
    const PackShape shape{1, large_size, 300};
    check_derived(random_segments(random, shape, order), shape, order != SegmentOrder::scattered,
                  order == SegmentOrder::in_order);
  }
}

TEST_CASE("more packs than blocks with a workspace (long)") {
  Random random(test_seed());
  const PackShape shape{530, 3, 12000};
  check_derived(random_segments(random, shape, SegmentOrder::runs), shape, true, false);
}

TEST_CASE("only what is wanted is written") {
  const DeviceArray ids(std::vector<std::int32_t>{1, 1, 1, 2, 2, 0, 0});
  const DeviceArray<std::int32_t> lengths(3);
  const Status status;
  require(cuda::derive_segments(ids.input(), {1, 7, 3}, {.lengths = lengths.values()}, {}, status.word(), nullptr));
  require(status.check());
  CHECK(lengths.read() == std::vector<std::int32_t>{3, 2, 0});
}

TEST_CASE("arrays that are not wanted are not written, wherever their empty spans begin") {
  const DeviceArray ids(std::vector<std::int32_t>{1, 1, 1, 2, 2, 0, 0});
  const std::vector<std::int32_t> before(30, 7);
  const DeviceArray arena(before);
  const DeviceArray order(std::vector<SegmentOrder>(2, SegmentOrder::runs));
  const std::span<std::int32_t> nothing = nothing_within(arena);
  const Status status;
  require(cuda::derive_segments(ids.input(), {1, 7, 3},
                                {.counts = nothing,
                                 .lengths = nothing,
                                 .position_ids = nothing,
                                 .order = nothing_within(order),
                                 .ranges = nothing,
                                 .cu_seqlens = nothing},
                                {}, status.word(), nullptr));
  require(status.check());
  CHECK(arena.read() == before);
  CHECK(order.read() == std::vector<SegmentOrder>(2, SegmentOrder::runs));
}

TEST_CASE("no packs still have a beginning") {
  std::vector<std::int32_t> of_core(1, -7);
  require(derive_segments({}, {0, 8, 4}, {.cu_seqlens = of_core}));
  const DeviceArray<std::int32_t> cu_seqlens(1, 1);
  const Status status;
  require(cuda::derive_segments({}, {0, 8, 4}, {.cu_seqlens = cu_seqlens.values()}, {}, status.word(), nullptr));
  require(status.check());
  CHECK(cu_seqlens.read() == of_core);
}

TEST_CASE("an id out of range is reported with its first position") {
  for (const std::int32_t wrong : {-1, 4, 2147483647, -2147483647}) {
    std::vector<std::int32_t> ids(3 * 70, 1);
    ids[75] = ids[80] = ids[200] = wrong;
    const DeviceArray device_ids(ids);
    const DeviceArray<std::int32_t> position_ids(ids.size());
    const Status status;
    require(cuda::derive_segments(device_ids.input(), {3, 70, 3}, {.position_ids = position_ids.values()}, {},
                                  status.word(), nullptr));
    const auto fine = status.check();
    REQUIRE_FALSE(fine.has_value());
    CHECK(fine.error().code == ErrorCode::out_of_range);
    CHECK(fine.error().message == "segment id out of range at position 75 of the batch");
    CHECK(position_ids.read()[75] == 0);  // as if it were padding
  }
}

}  // namespace tuplepack::tests::segments_test
