#pragma once

#include "cuda/device/launch_shape.hpp"
#include "tuplepack/training/segments.hpp"

#include <numeric>
#include <string>

/// Launch configurations of the kernels in this folder, and their memory.
namespace tuplepack::cuda {

/// errors  too_large (kernels count positions and segments of a pack in 32 bits, a block's step beyond them included)
[[nodiscard]] inline Result<void> check_shape(training::PackShape shape) {
  constexpr std::int64_t end = std::int64_t{1} << 30;
  if (shape.capacity < end && shape.segments < end) return {};
  return fail(ErrorCode::too_large, "packs of " + std::to_string(shape.capacity) + " positions and " +
                                        std::to_string(shape.segments) + " segments; a device takes fewer than " +
                                        std::to_string(end));
}

/// Bytes of a SegmentTable with `rows` rows of counts.
[[nodiscard]] constexpr std::int64_t segment_table_bytes(training::PackShape shape, int rows) {
  return (2 + rows) * (shape.segments + 1) * static_cast<std::int64_t>(sizeof(std::int32_t));
}

/// derive_segments: a block per pack, with a row of counts per warp.
[[nodiscard]] constexpr BlockPlan derive_plan(training::PackShape shape) {
  return plan_blocks(shape.packs, warps_for(shape.capacity, 64, 16),
                     [&](int warps) { return segment_table_bytes(shape, warps); });
}

/// fill_mask_ranges: a block per pack, with one row of counts.
[[nodiscard]] constexpr BlockPlan mask_ranges_plan(training::PackShape shape) {
  return plan_blocks(shape.packs, warps_for(shape.capacity, 64, 16),
                     [&](int) { return segment_table_bytes(shape, 1); });
}

/// The most blocks whose sums are then reduced: 24 for each of the 132 multiprocessors of an H200. The same on every
/// device, so that sums are the same too.
inline constexpr std::int64_t blocks_with_sums = std::int64_t{132} * 24;

/// Bytes of a block's number of sequences, and of its LossSums.
inline constexpr std::int64_t sequence_sum_bytes = 8;
inline constexpr std::int64_t loss_sums_bytes = 32;

/// count_sequences, fill_token_weights: a block per pack, which counts the tokens of ids 0 … K.
[[nodiscard]] constexpr BlockPlan token_weights_plan(training::PackShape shape) {
  return plan_blocks(std::min(shape.packs, blocks_with_sums), warps_for(shape.capacity, 128, 16),
                     [&](int) { return (shape.segments + 1) * static_cast<std::int64_t>(sizeof(std::int32_t)); });
}

inline constexpr std::int64_t tally_bytes = 16;

/// unpack_loss: a block per pack; each warp has its own tallies, in `columns` columns.
struct UnpackPlan {
  BlockPlan blocks;
  int columns = 1;
};
[[nodiscard]] constexpr UnpackPlan unpack_plan(training::PackShape shape) {
  constexpr std::int64_t bytes_per_warp = std::int64_t{8} * 1024;  // lets 24 warps stay on a multiprocessor
  int columns = lanes_per_warp;
  while (columns > 1 && std::int64_t{columns} * shape.segments * tally_bytes > bytes_per_warp) columns /= 2;
  return {plan_blocks(std::min(shape.packs, blocks_with_sums), warps_for(shape.capacity, 512, 16),
                      [&](int warps) { return std::int64_t{warps} * columns * shape.segments * tally_bytes; }),
          columns};
}

/// next_sentence_loss: a thread per sequence, or as many threads as 132 multiprocessors hold with 40 registers each.
inline constexpr int pair_threads = 256;
[[nodiscard]] constexpr std::int64_t pair_blocks(std::int64_t sequences) {
  return std::min(quotient_up(sequences, pair_threads), std::int64_t{132} * 6);
}

/// Additive and boolean masks: rows are split into chunks of 16 bytes, starting at the 16-byte boundary at or before
/// the row. A tile is `rows` rows of a pack by `lanes` chunks; rows `period` apart have the same alignment modulo 16.
struct MaskTiles {
  int lanes = 1;  ///< threads side by side in a row, a power of two
  int period = 1;
  std::int64_t rows = 1;
  std::int64_t tiles_down = 0;    ///< in a pack
  std::int64_t tiles_across = 0;  ///< in a row

  static constexpr int threads = 256;
  [[nodiscard]] TUPLEPACK_HOST_DEVICE constexpr int rows_at_once() const { return threads / lanes; }
};
/// address   of the mask, a multiple of value_bytes
[[nodiscard]] constexpr MaskTiles mask_tiles(training::PackShape shape, int value_bytes, std::uintptr_t address) {
  constexpr std::int64_t enough_tiles = 528;  // to occupy a device
  const std::int64_t capacity = shape.capacity;
  const std::int64_t values = 16 / value_bytes;
  MaskTiles tiles;
  tiles.lanes = static_cast<int>(std::min<std::int64_t>(power_of_two_up(quotient_up(capacity, values)), tiles.threads));
  tiles.period = static_cast<int>(values / std::gcd(capacity, values));
  const auto lead = static_cast<std::int64_t>(address % 16) / value_bytes;  // of all rows, where they lie equally
  const std::int64_t max_lead = tiles.period == 1 ? lead : values - 1;
  tiles.tiles_across = quotient_up(quotient_up(capacity + max_lead, values), tiles.lanes);
  for (int passes = 32; passes >= 4; passes /= 2) {  // rows that a thread writes with the ids that it has loaded once
    tiles.rows = std::int64_t{tiles.period} * tiles.rows_at_once() * passes;
    tiles.tiles_down = quotient_up(capacity, tiles.rows);
    if (shape.packs * tiles.tiles_down * tiles.tiles_across >= enough_tiles) break;
  }
  return tiles;
}

/// fill_bit_mask: a warp writes 32 rows by 32 words.
inline constexpr int bit_mask_warps = 8;
[[nodiscard]] constexpr std::int64_t bit_mask_items(training::PackShape shape) {
  const std::int64_t words = quotient_up(shape.capacity, 32);
  return shape.packs * words * quotient_up(words, 32);
}

/// fill_block_tables: a block handles `warps` query blocks of a pack, one per warp. If that is all of a pack, it also
/// summarizes their segments; otherwise a launch of its own does so, once for all blocks of the pack.
struct BlockTablesPlan {
  static constexpr int summary_warps = 8;  ///< of a block of that launch; a warp summarizes a block of positions

  BlockPlan tables;            ///< in shared memory up to 188,416 blocks per pack
  std::int64_t summaries = 0;  ///< bytes of the workspace; 0: they are in shared memory
};
[[nodiscard]] constexpr std::int64_t query_blocks(training::PackShape shape, std::int64_t block) {
  return quotient_up(shape.capacity, block);
}
[[nodiscard]] constexpr std::int64_t block_summary_bytes(std::int64_t blocks) {
  return 3 * blocks * static_cast<std::int64_t>(sizeof(std::int32_t));
}
[[nodiscard]] constexpr BlockTablesPlan block_tables_plan(training::PackShape shape, std::int64_t block) {
  const std::int64_t blocks = query_blocks(shape, block);
  const int most = warps_for(blocks, 1, 8);
  const bool is_pack = blocks <= most;
  BlockTablesPlan plan{.tables = plan_blocks(0, most, [&](int warps) {
                         const std::int64_t kinds = std::int64_t{2} * warps * quotient_up(blocks, 32);
                         return kinds * static_cast<std::int64_t>(sizeof(std::int32_t)) +
                                (is_pack ? block_summary_bytes(blocks) : 0);
                       })};
  plan.tables.blocks = shape.packs * quotient_up(blocks, plan.tables.warps);
  if (!is_pack) plan.summaries = shape.packs * block_summary_bytes(blocks);
  return plan;
}

/// Rows of logits: the threads for a row of `chunks` 16-byte chunks, at `chunks_per_thread` per thread.
[[nodiscard]] constexpr int row_threads(std::int64_t chunks, std::int64_t chunks_per_thread, int most) {
  return lanes_per_warp * warps_for(chunks, chunks_per_thread * lanes_per_warp, most / lanes_per_warp);
}

}  // namespace tuplepack::cuda
