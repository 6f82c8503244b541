// A block per pack. Every warp first counts the ids of its positions; a prefix sum over warps then gives the number of
// positions of each segment before the warp's own, and a second pass numbers them.
#include "cuda/device/runtime.cuh"
#include "cuda/training/plans.hpp"
#include "cuda/training/segment_table.cuh"
#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/training/segments.hpp"

namespace tuplepack::cuda {

/// SegmentArrays as kernel arguments; null for arrays not requested.
struct DerivedArrays {
  std::int32_t* counts;
  std::int32_t* lengths;
  std::int32_t* position_ids;
  training::SegmentOrder* order;
  std::int32_t* ranges;
  std::int32_t* cu_seqlens;
};

/// A summary of the segments of a pack, in shared memory.
struct PackSummary {
  std::int32_t highest;    ///< id that occurs, 0 if none
  std::int32_t end;        ///< one past the last position of any segment
  std::int32_t scattered;  ///< 1 if any is in more than one run
};

/// An exclusive prefix sum over the warps' counts.
__device__ static void finish_table(const SegmentTable& table, std::int32_t* lengths, PackSummary& summary) {
  for (std::int32_t id = threadIdx.x; id < table.entries; id += blockDim.x) {
    std::int32_t length = 0;
    for (std::int32_t row = 0; row < table.rows; ++row) {
      std::int32_t& count = table.counts[std::int64_t{row} * table.entries + id];
      const std::int32_t of_row = count;
      count = length;
      length += of_row;
    }
    if (id == 0) continue;
    if (lengths != nullptr) lengths[id - 1] = length;
    if (length == 0) continue;
    atomicMax(&summary.highest, id);
    atomicMax(&summary.end, table.end[id]);
    if (table.end[id] - table.first[id] != length) summary.scattered = 1;
  }
}

/// Visits the segments of a pack from the last to the first, 32 at a time, by one warp. Writes where each begins, or
/// would begin, if `cu_seqlens` is not null, and returns whether the segments are in ascending order from position 0.
__device__ static bool begin_in_order(const SegmentTable& table, const PackSummary& summary, std::int64_t pack_begin,
                                      std::int32_t* cu_seqlens) {
  const std::int32_t none = 0x7fffffff;
  std::int32_t next = none;  // the least beginning of the segments after these 32
  bool rising = true;
  for (std::int32_t top = table.entries - 1; top >= 1; top -= lanes_per_warp) {
    const std::int32_t id = top - lane_index();
    const bool occurs = id >= 1 && table.end[id] > 0;
    const std::int32_t first = occurs ? table.first[id] : none;
    std::int32_t least = first;  // of this segment and those after it
    for (int distance = 1; distance < lanes_per_warp; distance *= 2) {
      const std::int32_t other = __shfl_up_sync(all_lanes, least, distance);
      if (lane_index() >= distance) least = min(least, other);
    }
    least = min(least, next);
    std::int32_t least_after = __shfl_up_sync(all_lanes, least, 1);
    if (lane_index() == 0) least_after = next;
    if (occurs && first >= least_after) rising = false;
    if (id >= 1 && cu_seqlens != nullptr) {
      cu_seqlens[id - 1] = static_cast<std::int32_t>(pack_begin + (least == none ? summary.end : least));
    }
    next = __shfl_sync(all_lanes, least, lanes_per_warp - 1);
  }
  return __all_sync(all_lanes, rising) != 0 && (next == none || next == 0);
}

/// Position ids and ranges of the positions of a warp.
__device__ static void number_positions(const std::int32_t* ids, std::int64_t pack_begin, std::int64_t capacity,
                                        const SegmentTable& table, const DerivedArrays& out, StatusWord* status) {
  std::int32_t* const counts = counts_of_warp(table);
  const WarpPositions own = positions_of_warp(capacity);
  for (std::int32_t base = own.begin; base < own.end; base += lanes_per_warp) {
    const std::int64_t at = pack_begin + base + lane_index();
    const bool is_position = base + lane_index() < own.end;
    const std::int32_t id = is_position ? checked_id(ids[at], table.entries - 1, at, status) : -1;
    if (out.position_ids != nullptr) {
      const unsigned peers = __match_any_sync(all_lanes, id);
      const std::int32_t before = is_position ? counts[id] : 0;
      __syncwarp();
      if (is_position && (peers & earlier_lanes()) == 0) counts[id] = before + __popc(peers);
      __syncwarp();
      if (is_position) out.position_ids[at] = id == 0 ? 0 : before + __popc(peers & earlier_lanes());
    }
    if (out.ranges != nullptr && is_position) {
      out.ranges[2 * at] = id == 0 ? 0 : table.first[id];
      out.ranges[2 * at + 1] = id == 0 ? 0 : table.end[id];
    }
  }
}

static __global__ void __launch_bounds__(512, 2)
    derive_segments_kernel(const std::int32_t* ids, training::PackShape shape, DerivedArrays out, std::byte* workspace,
                           std::int64_t scratch, StatusWord* status) {
  __shared__ PackSummary summary;
  const auto rows = static_cast<std::int32_t>(out.position_ids == nullptr ? 1 : warps_in_block());
  const SegmentTable table =
      segment_table(scratch_memory(workspace, scratch), static_cast<std::int32_t>(shape.segments + 1), rows);
  for (std::int64_t pack = blockIdx.x; pack < shape.packs; pack += gridDim.x) {
    const std::int64_t pack_begin = pack * shape.capacity;
    if (threadIdx.x == 0) summary = {0, 0, 0};
    fill_segment_table(ids, pack_begin, shape.capacity, table, status);
    finish_table(table, out.lengths == nullptr ? nullptr : out.lengths + pack * shape.segments, summary);
    __syncthreads();

    if (warp_index() == 0) {
      std::int32_t* const begins = out.cu_seqlens == nullptr ? nullptr : out.cu_seqlens + pack * table.entries;
      const bool in_order = begin_in_order(table, summary, pack_begin, begins) && summary.scattered == 0;
      if (lane_index() == 0) {
        if (out.counts != nullptr) out.counts[pack] = summary.highest;
        if (out.order != nullptr) {
          out.order[pack] = summary.scattered != 0 ? training::SegmentOrder::scattered
                            : in_order             ? training::SegmentOrder::in_order
                                                   : training::SegmentOrder::runs;
        }
        if (begins != nullptr) begins[shape.segments] = static_cast<std::int32_t>(pack_begin + summary.end);
        if (begins != nullptr && pack == shape.packs - 1) {
          begins[table.entries] = static_cast<std::int32_t>(pack_begin + shape.capacity);
        }
        if ((out.ranges != nullptr && summary.scattered != 0) || (begins != nullptr && !in_order)) {
          report(status, Fault::not_contiguous, pack);
        }
      }
    }
    number_positions(ids, pack_begin, shape.capacity, table, out, status);
    __syncthreads();
  }
}

Result<void> derive_segments(std::span<const std::int32_t> ids, training::PackShape shape,
                             const training::SegmentArrays& out, std::span<std::byte> workspace, StatusWord* status,
                             Stream stream) {
  if (auto fine = check_shape(shape); !fine) return fine;
  const BlockPlan plan = derive_plan(shape);
  if (shape.packs == 0 && !out.cu_seqlens.empty()) return fill_bytes(std::as_writable_bytes(out.cu_seqlens), 0, stream);
  const DerivedArrays arrays{.counts = pointer_if_given(out.counts),
                             .lengths = pointer_if_given(out.lengths),
                             .position_ids = pointer_if_given(out.position_ids),
                             .order = pointer_if_given(out.order),
                             .ranges = pointer_if_given(out.ranges),
                             .cu_seqlens = pointer_if_given(out.cu_seqlens)};
  return launch(derive_segments_kernel, plan.blocks, plan.threads(), plan.shared_bytes(), stream, ids.data(), shape,
                arrays, plan.in_shared ? nullptr : workspace.data(), plan.scratch, status);
}

}  // namespace tuplepack::cuda
