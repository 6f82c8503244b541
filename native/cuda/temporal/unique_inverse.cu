// Both orders reduce to a bitmap, in which the rank of a set bit is the index of its id among the unique ids:
//   sorted   a bit for each id of the table, set if the id occurs
//   first    a bit for each index of the batch, set at the first occurrence of an id. Every occurrence does an
//            atomicMin of its index's stamp in the table; the one whose stamp survives is the first. Ranks then replace
//            the stamps in the table: they are no larger than the indices, so they are still valid stamps of this
//            batch.
// Ranks are computed by counting the bits of each tile, scanning the counts in one block, and counting again.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/plans.hpp"
#include "cuda/temporal/tile_sums.cuh"
#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/temporal/unique.hpp"

#include <cassert>

namespace tuplepack::cuda {

/// 32 bits and the number of set bits before them.
struct alignas(8) RankedBits {
  std::uint32_t bits;
  std::uint32_t rank;
};

/// The layout of the workspace.
struct UniqueParts {
  std::uint32_t* bits;  ///< [words]
  std::uint32_t* sums;  ///< [tiles]
  RankedBits* ranked;   ///< [words], for sorted ids
  std::int64_t words;
  std::int64_t tiles;
};
static UniqueParts parts_in(std::span<std::byte> workspace, const UniquePlan& plan) {
  std::byte* const sums = workspace.data() + plan.bits_bytes();
  return {reinterpret_cast<std::uint32_t*>(workspace.data()), reinterpret_cast<std::uint32_t*>(sums),
          reinterpret_cast<RankedBits*>(sums + plan.sums_bytes()), plan.words, plan.tiles()};
}

/// The ids of a thread. A warp has 32 · 8 consecutive ids, that is 8 whole words of the bitmap.
struct OwnIds {
  std::int64_t first;                ///< index; the others are 32 apart
  std::int64_t ids[ids_per_thread];  ///< −1 where none, or outside the table
};
__device__ static OwnIds own_ids(const std::int64_t* ids, std::int64_t count, std::int64_t rows, StatusWord* status) {
  OwnIds own;
  own.first =
      (std::int64_t{blockIdx.x} * warps_in_block() + warp_index()) * ids_per_thread * lanes_per_warp + lane_index();
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) {
    const std::int64_t at = own.first + i * lanes_per_warp;
    own.ids[i] = at < count ? ids[at] : -1;
  }
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) {
    const std::int64_t at = own.first + i * lanes_per_warp;
    if (own.ids[i] >= 0 && own.ids[i] < rows) continue;
    own.ids[i] = -1;
    if (at < count && status != nullptr) report(status, Fault::row_out_of_range, at);
  }
  return own;
}

/// Plain reads may miss concurrent atomic updates. Stamps only decrease and bits are only set, so at worst an atomic
/// operation is redundant.
static __global__ void __launch_bounds__(unique_threads)
    mark_places_kernel(const std::int64_t* ids, std::int64_t count, std::uint32_t* stamps, std::int64_t rows,
                       std::uint32_t first_stamp, std::uint32_t* bits, std::int64_t words, StatusWord* status) {
  const OwnIds own = own_ids(ids, count, rows, status);
  std::uint32_t known[ids_per_thread];
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) known[i] = own.ids[i] < 0 ? 0 : __ldcg(stamps + own.ids[i]);
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) {
    const auto stamp = first_stamp + static_cast<std::uint32_t>(own.first + i * lanes_per_warp);
    if (stamp < known[i]) known[i] = atomicMin(stamps + own.ids[i], stamp);
    known[i] = stamp < known[i] ? 1 : 0;
  }
  std::uint32_t word = 0;
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) {
    const unsigned may_be_first = __ballot_sync(all_lanes, known[i] != 0);
    if (lane_index() == i) word = may_be_first;
  }
  const std::int64_t at = own.first / lanes_per_warp + lane_index();
  if (lane_index() < ids_per_thread && at < words) bits[at] = word;
}

static __global__ void __launch_bounds__(unique_threads)
    mark_ids_kernel(const std::int64_t* ids, std::int64_t count, std::int64_t rows, std::uint32_t* bits,
                    StatusWord* status) {
  const OwnIds own = own_ids(ids, count, rows, status);
  std::uint32_t known[ids_per_thread];
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) known[i] = own.ids[i] < 0 ? ~0U : bits[own.ids[i] / 32];
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) {
    const std::uint32_t bit = 1U << (own.ids[i] & 31);
    if ((known[i] & bit) == 0) atomicOr(bits + own.ids[i] / 32, bit);
  }
}

/// The word of this thread: a tile has one word per thread of a block.
__device__ static std::int64_t own_word() {
  return std::int64_t{blockIdx.x} * unique_threads + threadIdx.x;
}

/// Sets the bits of indices whose stamps are still in the table.
static __global__ void __launch_bounds__(unique_threads)
    count_first_kernel(const std::int64_t* ids, const std::uint32_t* stamps, std::uint32_t first_stamp,
                       UniqueParts parts) {
  const std::int64_t own = own_word();
  const std::uint32_t candidates = own < parts.words ? parts.bits[own] : 0;
  const std::int64_t warp_begin = (own - lane_index()) * 32;
  std::uint32_t word = 0;
  for (int begin = 0; begin < lanes_per_warp; begin += ids_per_thread) {
    std::int64_t of_candidates[ids_per_thread];
    bool is_first[ids_per_thread];
#pragma unroll
    for (int i = 0; i < ids_per_thread; ++i) {
      const std::uint32_t of_word = __shfl_sync(all_lanes, candidates, begin + i);
      const bool may_be_first = (of_word >> lane_index() & 1U) != 0;
      of_candidates[i] = may_be_first ? ids[warp_begin + (begin + i) * 32 + lane_index()] : -1;
    }
#pragma unroll
    for (int i = 0; i < ids_per_thread; ++i) {
      const auto stamp = first_stamp + static_cast<std::uint32_t>(warp_begin + (begin + i) * 32 + lane_index());
      is_first[i] = (of_candidates[i] < 0 ? ~stamp : stamps[of_candidates[i]]) == stamp;
    }
#pragma unroll
    for (int i = 0; i < ids_per_thread; ++i) {
      const unsigned firsts = __ballot_sync(all_lanes, is_first[i]);
      if (lane_index() == begin + i) word = firsts;
    }
  }
  if (own < parts.words) parts.bits[own] = word;
  leave_sum_of_tile(static_cast<std::uint32_t>(__popc(word)), parts.sums);
}

static __global__ void __launch_bounds__(unique_threads) count_ids_kernel(UniqueParts parts) {
  const std::int64_t own = own_word();
  const std::uint32_t word = own < parts.words ? parts.bits[own] : 0;
  leave_sum_of_tile(static_cast<std::uint32_t>(__popc(word)), parts.sums);
}

/// Calls place(bit, rank) for each set bit of the tile's words. Returns the rank of this thread's word.
template <typename Place>
__device__ static std::uint32_t place_bits(const UniqueParts& parts, std::uint32_t bits, const Place& place) {
  const BlockSum sum = sum_of_threads(static_cast<std::uint32_t>(__popc(bits)));
  const std::uint32_t rank = parts.sums[blockIdx.x] + sum.earlier;
  const std::int64_t warp_begin = (own_word() - lane_index()) * 32;
  if (__any_sync(all_lanes, bits != 0) == 0) return rank;  // large tables are mostly empty
#pragma unroll 4
  for (int i = 0; i < lanes_per_warp; ++i) {
    const std::uint32_t of_word = __shfl_sync(all_lanes, bits, i);
    const std::uint32_t word_rank = __shfl_sync(all_lanes, rank, i);
    if ((of_word >> lane_index() & 1U) == 0) continue;
    place(warp_begin + i * 32 + lane_index(),
          word_rank + static_cast<std::uint32_t>(__popc(of_word & earlier_lanes())));
  }
  return rank;
}

static __global__ void __launch_bounds__(unique_threads)
    place_first_kernel(const std::int64_t* ids, std::uint32_t* stamps, std::uint32_t first_stamp, UniqueParts parts,
                       std::int64_t* unique) {
  const std::int64_t own = own_word();
  place_bits(parts, own < parts.words ? parts.bits[own] : 0, [&](std::int64_t at, std::uint32_t rank) {
    const std::int64_t id = ids[at];
    unique[rank] = id;
    stamps[id] = first_stamp + rank;
  });
}

static __global__ void __launch_bounds__(unique_threads) place_ids_kernel(UniqueParts parts, std::int64_t* unique) {
  const std::int64_t own = own_word();
  const std::uint32_t bits = own < parts.words ? parts.bits[own] : 0;
  const std::uint32_t rank = place_bits(parts, bits, [&](std::int64_t id, std::uint32_t of_id) { unique[of_id] = id; });
  if (own < parts.words) parts.ranked[own] = {bits, rank};
}

/// Writes place_of(id), or 2^32 − 1, for each id of this thread.
template <typename PlaceOf>
__device__ static void write_inverse(const std::int64_t* ids, std::int64_t count, std::int64_t rows,
                                     std::uint32_t* inverse, const PlaceOf& place_of) {
  const OwnIds own = own_ids(ids, count, rows, nullptr);
  std::uint32_t places[ids_per_thread];
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) places[i] = own.ids[i] < 0 ? ~0U : place_of(own.ids[i]);
#pragma unroll
  for (int i = 0; i < ids_per_thread; ++i) {
    const std::int64_t at = own.first + i * lanes_per_warp;
    if (at < count) inverse[at] = places[i];
  }
}

static __global__ void __launch_bounds__(unique_threads)
    inverse_first_kernel(const std::int64_t* ids, std::int64_t count, const std::uint32_t* stamps, std::int64_t rows,
                         std::uint32_t first_stamp, std::uint32_t* inverse) {
  write_inverse(ids, count, rows, inverse, [&](std::int64_t id) { return stamps[id] - first_stamp; });
}

static __global__ void __launch_bounds__(unique_threads)
    inverse_ids_kernel(const std::int64_t* ids, std::int64_t count, const RankedBits* ranked, std::int64_t rows,
                       std::uint32_t* inverse) {
  write_inverse(ids, count, rows, inverse, [&](std::int64_t id) {
    const RankedBits word = ranked[id / 32];
    return word.rank + static_cast<std::uint32_t>(__popc(word.bits & ((1U << (id & 31)) - 1)));
  });
}

static Result<void> unique_sorted(const UniqueTable& table, std::span<const std::int64_t> ids,
                                  std::span<std::int64_t> unique, std::span<std::uint32_t> inverse, std::int64_t* count,
                                  std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  const auto requested = static_cast<std::int64_t>(ids.size());
  const auto rows = static_cast<std::int64_t>(table.stamps.size());
  const UniquePlan plan = unique_plan(requested, rows, true);
  const UniqueParts parts = parts_in(workspace, plan);
  auto queued = fill_bytes(workspace.first(static_cast<std::size_t>(plan.bits_bytes())), 0, stream);
  if (queued) {
    queued = launch(mark_ids_kernel, plan.id_blocks, unique_threads, 0, stream, ids.data(), requested, rows, parts.bits,
                    status);
  }
  if (queued) queued = launch(count_ids_kernel, parts.tiles, unique_threads, 0, stream, parts);
  if (queued) queued = launch(add_tiles_kernel, 1, unique_threads, 0, stream, parts.sums, parts.tiles, count);
  if (queued) queued = launch(place_ids_kernel, parts.tiles, unique_threads, 0, stream, parts, unique.data());
  if (!queued) return queued;
  return launch(inverse_ids_kernel, plan.id_blocks, unique_threads, 0, stream, ids.data(), requested, parts.ranked,
                rows, inverse.data());
}

static Result<void> unique_first(UniqueTable& table, std::span<const std::int64_t> ids, std::span<std::int64_t> unique,
                                 std::span<std::uint32_t> inverse, std::int64_t* count, std::span<std::byte> workspace,
                                 StatusWord* status, Stream stream) {
  const auto requested = static_cast<std::int64_t>(ids.size());
  const auto rows = static_cast<std::int64_t>(table.stamps.size());
  std::uint32_t* const stamps = table.stamps.data();
  const UniquePlan plan = unique_plan(requested, rows, false);
  const UniqueParts parts = parts_in(workspace, plan);
  Result<void> queued;
  if (table.next_stamp < requested) {
    queued = fill_bytes(std::as_writable_bytes(table.stamps), 0xff, stream);
    table.next_stamp = 0xffffffff;
  }
  const std::uint32_t first_stamp = table.next_stamp - static_cast<std::uint32_t>(requested);
  table.next_stamp = first_stamp;
  if (queued) {
    queued = launch(mark_places_kernel, plan.id_blocks, unique_threads, 0, stream, ids.data(), requested, stamps, rows,
                    first_stamp, parts.bits, parts.words, status);
  }
  if (queued) {
    queued = launch(count_first_kernel, parts.tiles, unique_threads, 0, stream, ids.data(), stamps, first_stamp, parts);
  }
  if (queued) queued = launch(add_tiles_kernel, 1, unique_threads, 0, stream, parts.sums, parts.tiles, count);
  if (queued) {
    queued = launch(place_first_kernel, parts.tiles, unique_threads, 0, stream, ids.data(), stamps, first_stamp, parts,
                    unique.data());
  }
  if (!queued) return queued;
  return launch(inverse_first_kernel, plan.id_blocks, unique_threads, 0, stream, ids.data(), requested, stamps, rows,
                first_stamp, inverse.data());
}

Result<void> unique_inverse(UniqueTable& table, std::span<const std::int64_t> ids, temporal::UniqueOrder order,
                            std::span<std::int64_t> unique, std::span<std::uint32_t> inverse, std::int64_t* count,
                            std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  assert(ids.size() <= 0x7fffffff && unique.size() >= ids.size() && inverse.size() == ids.size());
  return order == temporal::UniqueOrder::sorted
             ? unique_sorted(table, ids, unique, inverse, count, workspace, status, stream)
             : unique_first(table, ids, unique, inverse, count, workspace, status, stream);
}

}  // namespace tuplepack::cuda
