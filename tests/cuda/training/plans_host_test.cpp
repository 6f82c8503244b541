#include "cuda/training/plans.hpp"

#include "cuda/training/attended_bits.hpp"
#include "cuda/training/row_parts.hpp"
#include "tuplepack/cuda/devices.hpp"
#include "tuplepack/cuda/temporal/access.hpp"
#include "tuplepack/cuda/temporal/unique.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/cuda/training/mask.hpp"
#include "tuplepack/cuda/training/segments.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::plans_host_test {

using namespace training;

using namespace tuplepack::cuda;

static constexpr std::int64_t some_sizes[] = {0, 1, 7, 31, 32, 33, 512, 1023, 100003, 2000000};

TEST_CASE("a plan has scratch memory for its warps, in shared memory or else in the workspace") {
  for (const std::int64_t segments : {1, 16, 1000, 4000, 5000, 100000}) {
    for (const std::int64_t capacity : some_sizes) {
      const PackShape shape{65536, capacity, segments};
      CAPTURE(segments);
      CAPTURE(capacity);
      const auto check = [](const BlockPlan& plan, std::int64_t bytes) {
        CHECK(plan.scratch >= bytes);
        CHECK(plan.scratch % 16 == 0);
        CHECK(plan.shared_bytes() <= usual_shared_memory);
        CHECK(plan.shared_bytes() + plan.workspace_bytes() >= bytes);
        CHECK(plan.workspace_bytes() <= blocks_with_workspace * plan.scratch);
        CHECK(plan.threads() >= 32);
        CHECK(plan.threads() <= 512);
        CHECK(plan.blocks >= 1);
      };
      const BlockPlan derive = derive_plan(shape);
      check(derive, (2 + derive.warps) * (segments + 1) * 4);
      check(mask_ranges_plan(shape), 3 * (segments + 1) * 4);
      check(token_weights_plan(shape), (segments + 1) * 4);
      const UnpackPlan unpack = unpack_plan(shape);
      check(unpack.blocks, unpack.blocks.warps * unpack.columns * segments * 16);
      if (capacity > 0) {
        const std::int64_t blocks = quotient_up(capacity, 128);
        const BlockTablesPlan plan = block_tables_plan({2, capacity, 1}, 128);
        check(plan.tables, 2 * 4 * plan.tables.warps * quotient_up(blocks, 32) + (blocks <= 8 ? 3 * 4 * blocks : 0));
        CHECK(plan.summaries == (blocks <= 8 ? 0 : 2 * 3 * 4 * blocks));
        if (blocks <= 8) CHECK(plan.tables.warps >= blocks);
      }
    }
  }
}

TEST_CASE("tables of blocks are in shared memory as far as the limit that is documented") {
  CHECK(block_tables_plan({1, 188'416, 1}, 1).tables.in_shared);
  CHECK_FALSE(block_tables_plan({1, 188'417, 1}, 1).tables.in_shared);
}

TEST_CASE("the shapes that matter need no workspace but for the sums of blocks") {
  const PackShape shape{65536, 512, 16};
  CHECK(derive_segments_workspace(shape) == 0);
  CHECK(mask_ranges_workspace(shape) == 0);
  CHECK(block_tables_workspace(shape, 128) == 0);
  CHECK(block_tables_workspace({3, 2048, 16}, 128) == 3 * 3 * 4 * 16);
  CHECK(unpack_loss_workspace(shape) == 3168 * 32);
  CHECK(token_weights_workspace(shape) == 3168 * 8);
  CHECK(next_sentence_loss_workspace(shape) == 792 * 32);
  CHECK(unpack_plan(shape).columns == 32);
  CHECK(derive_segments_workspace({1, 512, 20000}) > 0);
  CHECK(derive_segments_workspace({0, 512, 20000}) == 0);
}

TEST_CASE("tiles cover every value of a mask") {
  for (const std::int64_t capacity : some_sizes) {
    if (capacity == 0) continue;
    for (const int bytes : {1, 2, 4}) {
      for (std::uintptr_t address = 4096; address < 4096 + 16; address += static_cast<std::uintptr_t>(bytes)) {
        const MaskTiles tiles = mask_tiles({address % 32 == 0 ? 1 : 300, capacity, 1}, bytes, address);
        CAPTURE(capacity);
        CAPTURE(bytes);
        CAPTURE(address);
        CHECK(MaskTiles::threads % tiles.lanes == 0);
        CHECK(tiles.tiles_down * tiles.rows >= capacity);
        CHECK((tiles.tiles_down - 1) * tiles.rows < capacity);
        const std::int64_t row_bytes = capacity * bytes;
        for (int row = 0; row < 17; ++row) {
          const std::int64_t lead =
              static_cast<std::int64_t>(address + static_cast<std::uintptr_t>(row * row_bytes)) % 16;
          CHECK(tiles.tiles_across * tiles.lanes * 16 >= lead + row_bytes);
          CHECK((lead + tiles.period * row_bytes) % 16 == lead % 16);
        }
      }
    }
  }
  CHECK(mask_tiles({256, 512, 1}, 2, 0).tiles_across == 1);  // 64 chunks for 64 lanes
  CHECK(mask_tiles({256, 512, 1}, 2, 0).lanes == 64);
  CHECK(mask_tiles({256, 512, 1}, 2, 0).rows == 128);
  CHECK(mask_tiles({1, 512, 1}, 2, 0).rows == 16);  // more tiles where there are few packs
}

TEST_CASE("a row is cut at multiples of 16 bytes and nothing is left out") {
  for (const int bytes : {2, 4}) {
    for (std::uintptr_t address = 64; address < 96; address += static_cast<std::uintptr_t>(bytes)) {
      for (const std::int32_t values : {1, 2, 3, 7, 8, 9, 31, 30522, 262144}) {
        const RowParts parts = row_parts(address, values, bytes);
        const std::int32_t tail = values - parts.head - parts.chunks * (16 / bytes);
        CHECK(parts.head >= 0);
        CHECK(parts.head < 16 / bytes);
        CHECK(tail >= 0);
        CHECK(tail < 16 / bytes);
        if (parts.chunks > 0) CHECK((address + static_cast<std::uintptr_t>(parts.head * bytes)) % 16 == 0);
      }
    }
  }
}

TEST_CASE("threads of a row are whole warps, more for longer rows") {
  CHECK(row_threads(1, 16, 256) == 32);
  CHECK(row_threads(0, 16, 256) == 32);
  CHECK(row_threads(3815, 16, 256) == 256);   // 30,522 values of 16 bits
  CHECK(row_threads(7630, 8, 1024) == 1024);  // of 32 bits
  CHECK(row_threads(65536, 8, 1024) == 1024);
}

TEST_CASE("a word of attended bits is what attends() says of its 32 keys") {
  for (const bool causal : {false, true}) {
    for (const PaddingRows padding : {PaddingRows::none, PaddingRows::self, PaddingRows::block}) {
      for (const std::int32_t id : {0, 2}) {
        for (std::int64_t query = 0; query < 100; ++query) {
          const std::uint32_t same = 0xc3a5f00fU | std::uint32_t{1} << query % 32;
          std::uint32_t expected = 0;
          for (int bit = 0; bit < 32; ++bit) {
            const std::int32_t key_id = (same >> bit & 1U) != 0 ? id : 1;
            if (attends(id, key_id, query, 32 + bit, causal, padding)) expected |= std::uint32_t{1} << bit;
          }
          CHECK(attended_bits(same, id, query, 32, causal, padding) == expected);
        }
      }
    }
  }
}

/// Every function that reaches for the device, once.
static std::vector<Result<void>> call_everything() {
  std::array<std::int32_t, 4> ids{1, 1, 2, 0};
  std::array<float, 16> floats{};
  std::array<std::uint8_t, 16> bytes{};
  std::array<std::uint32_t, 4> words{};
  std::array<std::int32_t, 16> integers{};
  std::array<std::int64_t, 1> sequences{};
  std::array<std::byte, 4096> workspace{};
  PackedLoss loss;
  StatusWord status = 0;
  const PackShape shape{1, 4, 2};
  const std::span<std::int32_t> table = integers;
  const LogitRows<float> rows{floats.data(), 4, 3, 4};
  cuda::UniqueTable unique_table{words};
  std::array<std::int64_t, 2> row_ids{1, 0};
  std::array<std::int64_t, 2> unique{};
  const temporal::Rows features{std::as_bytes(std::span(floats)), 16};
  const std::span<std::byte> gathered = std::as_writable_bytes(std::span(floats)).first(32);
  const temporal::Field field{.unique = features, .out = gathered};
  return {
      unique_inverse(unique_table, row_ids, temporal::UniqueOrder::sorted, unique, std::span(words).first(2),
                     sequences.data(), workspace, &status, nullptr),
      unique_inverse(unique_table, row_ids, temporal::UniqueOrder::first, unique, std::span(words).first(2),
                     sequences.data(), workspace, &status, nullptr),
      gather(features, row_ids, gathered, &status, nullptr),
      gather_zero_copy(features, row_ids, gathered, &status, nullptr),
      reconstruct(std::span(&field, 1), std::span(words).first(2), &status, nullptr),
      derive_segments(ids, shape, {.position_ids = table.first(4)}, workspace, &status, nullptr),
      fill_additive_mask<float>(ids, shape, {}, floats, nullptr),
      fill_boolean_mask(ids, shape, {}, bytes, nullptr),
      fill_bit_mask(ids, shape, {}, words, nullptr),
      fill_mask_ranges(ids, shape, {}, table.first(8), workspace, &status, nullptr),
      fill_block_tables(ids, shape, {}, 2, {table.first(2), table.first(4), table.first(2), table.first(4)}, workspace,
                        nullptr),
      count_sequences(ids, shape, {}, sequences.data(), workspace, &status, nullptr),
      fill_token_weights(ids, shape, {}, std::span(floats).first(4), workspace, &status, nullptr),
      unpack_loss(std::span(floats).first(4), {}, ids, shape, {}, {}, &loss, workspace, &status, nullptr),
      fill_token_losses<float>({floats.data(), 4, 3, 4}, ids, {}, floats, bytes, &status, nullptr),
      replace_logits_by_gradient<float>(rows, ids, {}, floats, floats, bytes, &status, nullptr),
      next_sentence_loss<float>(std::span<const float>(floats).first(4), std::span(ids).first(2), {1, 0, 2}, {}, &loss,
                                workspace, &status, nullptr),
  };
}

TEST_CASE("without a device every call says why in one sentence, the same as devices()") {
  const auto found = devices();
  if (found) return;  // memory of the host is not for a device
  for (const Result<void>& result : call_everything()) {
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().code == found.error().code);
    CHECK(result.error().message == found.error().message);
  }
}

}  // namespace tuplepack::tests::plans_host_test
