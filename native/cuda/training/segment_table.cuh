#pragma once

#include "cuda/device/block.cuh"

namespace tuplepack::cuda {

/// The extent and count of each id 0 … K of a pack, in the scratch memory of a block.
struct SegmentTable {
  std::int32_t entries;  ///< K + 1
  std::int32_t rows;     ///< 1, or one for each warp of the block
  std::int32_t* first;   ///< [K+1]       the first position with the id; the capacity if none
  std::int32_t* end;     ///< [K+1]       one past the last position; 0 if none
  std::int32_t* counts;  ///< [rows,K+1]  positions counted by the warp, or by the block
};

__device__ inline SegmentTable segment_table(std::byte* scratch, std::int32_t entries, std::int32_t rows) {
  auto* const words = reinterpret_cast<std::int32_t*>(scratch);
  return {entries, rows, words, words + entries, words + std::int64_t{2} * entries};
}

/// The counts of this warp.
__device__ inline std::int32_t* counts_of_warp(const SegmentTable& table) {
  return table.counts + (table.rows == 1 ? 0 : std::int64_t{warp_index()} * table.entries);
}

/// The positions of a pack handled by a warp: whole groups of 32, except at the end of the pack.
struct WarpPositions {
  std::int32_t begin;
  std::int32_t end;
};
__device__ inline WarpPositions positions_of_warp(std::int64_t capacity) {
  const std::int64_t groups = quotient_up(capacity, lanes_per_warp);
  const std::int64_t each = quotient_up(groups, warps_in_block()) * lanes_per_warp;
  const std::int64_t begin = min(capacity, warp_index() * each);
  return {static_cast<std::int32_t>(begin), static_cast<std::int32_t>(min(capacity, begin + each))};
}

/// Fills the table from the ids of a pack, which begin at `pack_begin` in [B,S]. All threads must call it, after
/// earlier uses of the scratch memory have completed; the table can be read when it returns.
__device__ inline void fill_segment_table(const std::int32_t* ids, std::int64_t pack_begin, std::int64_t capacity,
                                          const SegmentTable& table, StatusWord* status) {
  for (std::int32_t id = threadIdx.x; id < table.entries; id += blockDim.x) {
    table.first[id] = static_cast<std::int32_t>(capacity);
    table.end[id] = 0;
    for (std::int32_t row = 0; row < table.rows; ++row) table.counts[std::int64_t{row} * table.entries + id] = 0;
  }
  __syncthreads();
  std::int32_t* const counts = counts_of_warp(table);
  const WarpPositions own = positions_of_warp(capacity);
  for (std::int32_t base = own.begin; base < own.end; base += lanes_per_warp) {
    const std::int32_t position = base + lane_index();
    std::int32_t id = -1;  // lanes past the end are peers of each other only
    if (position < own.end) {
      id = checked_id(ids[pack_begin + position], table.entries - 1, pack_begin + position, status);
    }
    const unsigned peers = __match_any_sync(all_lanes, id);
    if (id >= 0 && (peers & earlier_lanes()) == 0) {
      atomicAdd(&counts[id], __popc(peers));
      atomicMin(&table.first[id], position);
      atomicMax(&table.end[id], base + lanes_per_warp - __clz(static_cast<int>(peers)));
    }
  }
  __syncthreads();
}

}  // namespace tuplepack::cuda
