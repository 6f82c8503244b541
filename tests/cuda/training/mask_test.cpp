#include "tuplepack/cuda/training/mask.hpp"

#include "device_arrays.hpp"
#include "training/random_segments.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/cuda/training/segments.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::mask_test {

using namespace training;

static std::vector<MaskOptions> all_options() {
  std::vector<MaskOptions> options;
  for (const bool causal : {false, true}) {
    for (const PaddingRows padding : {PaddingRows::none, PaddingRows::self, PaddingRows::block}) {
      options.push_back({.causal = causal, .padding = padding});
    }
  }
  return options;
}

/// Calls check(ids, shape, options) with segments in every order.
template <typename Check>
static void with_random_segments(Check&& check) {
  Random random(test_seed());
  // 8 and 16 lie equally in their 16 bytes in every row, 100 and 1,022 in every second or fourth.
  for (const std::int64_t capacity : {0, 1, 8, 16, 31, 32, 33, 100, 1022, 1023}) {
    for (const SegmentOrder order : all_orders) {
      const PackShape shape{random.between(1, capacity > 100 ? 1 : 3), capacity, random.between(1, 9)};
      CAPTURE(capacity);
      const auto ids = random_segments(random, shape, order);
      for (MaskOptions options : all_options()) {
        CAPTURE(options.causal);
        CAPTURE(static_cast<int>(options.padding));
        if (random.one_in(2)) options.fill = -10000;
        check(ids, shape, options);
      }
    }
  }
}

template <typename T>
static void check_additive(const std::vector<std::int32_t>& ids, PackShape shape, const MaskOptions& options,
                           std::size_t offset) {
  std::vector<T> expected(static_cast<std::size_t>(shape.packs * shape.capacity * shape.capacity));
  fill_additive_mask<T>(ids, shape, options, expected);
  const DeviceArray device_ids(ids, 1);
  const DeviceArray<T> mask(expected.size(), offset);
  require(cuda::fill_additive_mask<T>(device_ids.input(), shape, options, mask.values(), nullptr));
  CHECK(same_bytes(mask.read(), expected));
}

TEST_CASE("packs that 32 bits cannot step through are refused before anything is read") {
  const std::int64_t end = std::int64_t{1} << 30;
  for (const PackShape shape : {PackShape{1, end, 1}, PackShape{1, 8, end}}) {
    const auto is_refused = [](const Result<void>& result) {
      return !result && result.error().code == ErrorCode::too_large;
    };
    CHECK(is_refused(cuda::fill_additive_mask<float>({}, shape, {}, {}, nullptr)));
    CHECK(is_refused(cuda::fill_boolean_mask({}, shape, {}, {}, nullptr)));
    CHECK(is_refused(cuda::fill_bit_mask({}, shape, {}, {}, nullptr)));
    CHECK(is_refused(cuda::fill_mask_ranges({}, shape, {}, {}, {}, nullptr, nullptr)));
    CHECK(is_refused(cuda::fill_block_tables({}, shape, {}, 128, {}, {}, nullptr)));
    CHECK(is_refused(cuda::derive_segments({}, shape, {}, {}, nullptr, nullptr)));
    CHECK(is_refused(cuda::count_sequences({}, shape, {}, nullptr, {}, nullptr, nullptr)));
    CHECK(is_refused(cuda::fill_token_weights({}, shape, {}, {}, {}, nullptr, nullptr)));
    CHECK(is_refused(cuda::unpack_loss({}, {}, {}, shape, {}, {}, nullptr, {}, nullptr, nullptr)));
  }
}

TEST_CASE("additive masks on the device are those of the core, however they are aligned") {
  std::size_t offset = 0;
  with_random_segments([&](const auto& ids, PackShape shape, const MaskOptions& options) {
    offset = (offset + 1) % 9;
    check_additive<float>(ids, shape, options, offset);
    check_additive<Float16>(ids, shape, options, offset);
    check_additive<BFloat16>(ids, shape, options, offset);
  });
}

TEST_CASE("boolean masks on the device are those of the core") {
  std::size_t offset = 0;
  with_random_segments([&](const auto& ids, PackShape shape, const MaskOptions& options) {
    std::vector<std::uint8_t> expected(static_cast<std::size_t>(shape.packs * shape.capacity * shape.capacity));
    fill_boolean_mask(ids, shape, options, expected);
    const DeviceArray device_ids(ids, 1);
    offset = (offset + 1) % 17;
    const DeviceArray<std::uint8_t> mask(expected.size(), offset);
    require(cuda::fill_boolean_mask(device_ids.input(), shape, options, mask.values(), nullptr));
    CHECK(mask.read() == expected);
  });
}

TEST_CASE("bit masks on the device are those of the core") {
  with_random_segments([&](const auto& ids, PackShape shape, const MaskOptions& options) {
    std::vector<std::uint32_t> expected(
        static_cast<std::size_t>(shape.packs * shape.capacity * ((shape.capacity + 31) / 32)));
    fill_bit_mask(ids, shape, options, expected);
    const DeviceArray device_ids(ids, 1);
    const DeviceArray<std::uint32_t> mask(expected.size(), 1);
    require(cuda::fill_bit_mask(device_ids.input(), shape, options, mask.values(), nullptr));
    CHECK(mask.read() == expected);
  });
}

TEST_CASE("a row of more than 32 words, and ids of any value") {
  Random random(test_seed());
  const PackShape shape{1, 1101, 3};
  std::vector<std::int32_t> ids(1101);
  for (auto& id : ids) id = static_cast<std::int32_t>(random.between(-2, 1)) * 1000000000;
  const DeviceArray device_ids(ids);
  for (const MaskOptions& options : all_options()) {
    std::vector<std::uint32_t> expected(1101 * 35);
    fill_bit_mask(ids, shape, options, expected);
    const DeviceArray<std::uint32_t> mask(expected.size());
    require(cuda::fill_bit_mask(device_ids.input(), shape, options, mask.values(), nullptr));
    CHECK(mask.read() == expected);
    check_additive<BFloat16>(ids, shape, options, 0);
  }
}

static void check_ranges(const std::vector<std::int32_t>& ids, PackShape shape, const MaskOptions& options) {
  std::vector<std::int32_t> expected(2 * ids.size());
  const auto fine = fill_mask_ranges(ids, shape, options, expected);
  const DeviceArray device_ids(ids, 1);
  const DeviceArray<std::int32_t> ranges(expected.size(), 1);
  const Workspace workspace(cuda::mask_ranges_workspace(shape));
  const Status status;
  require(cuda::fill_mask_ranges(device_ids.input(), shape, options, ranges.values(), workspace.bytes(), status.word(),
                                 nullptr));
  workspace.check();
  const auto found = status.check();
  REQUIRE(found.has_value() == fine.has_value());
  if (fine) {
    CHECK(ranges.read() == expected);
  } else {
    CHECK(found.error().code == fine.error().code);
  }
}

TEST_CASE("ranges on the device are those of the core") {
  with_random_segments(check_ranges);
  Random random(test_seed());
  for (const std::int64_t segments : {500, 20000}) {
    const PackShape shape{2, large_size / 2, segments};
    check_ranges(random_segments(random, shape, SegmentOrder::runs), shape, {});
  }
}

static void check_tables(const std::vector<std::int32_t>& ids, PackShape shape, const MaskOptions& options,
                         std::int64_t block) {
  CAPTURE(block);
  const std::int64_t blocks = (shape.capacity + block - 1) / block;
  const auto counts = static_cast<std::size_t>(shape.packs * blocks);
  const std::size_t entries = counts * static_cast<std::size_t>(blocks);
  std::vector<std::int32_t> partial_counts(counts), partial_blocks(entries), full_counts(counts), full_blocks(entries);
  fill_block_tables(ids, shape, options, block, {partial_counts, partial_blocks, full_counts, full_blocks});
  const DeviceArray device_ids(ids, 1);
  const DeviceArray<std::int32_t> device_partial_counts(counts), device_partial_blocks(entries);
  const DeviceArray<std::int32_t> device_full_counts(counts), device_full_blocks(entries);
  const Workspace workspace(cuda::block_tables_workspace(shape, block));
  require(cuda::fill_block_tables(device_ids.input(), shape, options, block,
                                  {device_partial_counts.values(), device_partial_blocks.values(),
                                   device_full_counts.values(), device_full_blocks.values()},
                                  workspace.bytes(), nullptr));
  workspace.check();
  CHECK(device_partial_counts.read() == partial_counts);
  CHECK(device_partial_blocks.read() == partial_blocks);
  CHECK(device_full_counts.read() == full_counts);
  CHECK(device_full_blocks.read() == full_blocks);
}

TEST_CASE("block tables on the device are those of the core") {
  Random random(test_seed());
  with_random_segments([&](const auto& ids, PackShape shape, const MaskOptions& options) {
    for (const std::int64_t block : {std::int64_t{128}, random.between(1, 40)})
      check_tables(ids, shape, options, block);
  });
  for (const MaskOptions& options : all_options()) check_tables({1, 1, 2, 0, 2}, {1, 5, 2}, options, 1);
}

TEST_CASE("packs of more blocks than a thread block has warps, and more than it has bits for") {
  Random random(test_seed());
  const PackShape shape{3, 200, 9};
  check_tables(random_segments(random, shape, SegmentOrder::scattered), shape, {.causal = true}, 1);
  const auto refused = cuda::fill_block_tables({}, {1, 300'000, 1}, {}, 1, {}, {}, nullptr);
  CHECK(refused.error().message ==
        "block tables of 300000 blocks in a row, more than shared memory has bits for; take larger blocks");
}

}  // namespace tuplepack::tests::mask_test
