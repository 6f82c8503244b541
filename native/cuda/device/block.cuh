#pragma once

#include "cuda/device/shared_memory.cuh"
#include "launch_shape.hpp"
#include "tuplepack/cuda/status.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

/// Collectives of a block. Blocks are one-dimensional and consist of whole warps.
namespace tuplepack::cuda {

inline constexpr unsigned all_lanes = 0xffffffffU;

__device__ inline int lane_index() {
  return static_cast<int>(threadIdx.x) % lanes_per_warp;
}
__device__ inline int warp_index() {
  return static_cast<int>(threadIdx.x) / lanes_per_warp;
}
__device__ inline int warps_in_block() {
  return static_cast<int>(blockDim.x) / lanes_per_warp;
}

/// The lanes before this one, as bits.
__device__ inline unsigned earlier_lanes() {
  return (1U << lane_index()) - 1;
}

template <typename T>
__device__ inline T from_partner(T value, int distance) {
  static_assert(sizeof(T) % 4 == 0);
  std::uint32_t words[sizeof(T) / 4];
  memcpy(words, &value, sizeof value);
#pragma unroll
  for (std::uint32_t& word : words) word = __shfl_xor_sync(all_lanes, word, distance);
  memcpy(&value, words, sizeof value);
  return value;
}

/// All-reduce over a warp. `combine` must be commutative, so that all lanes get the same bits.
template <typename T, typename Combine>
__device__ inline T combined_in_warp(T value, const Combine& combine) {
#pragma unroll
  for (int distance = lanes_per_warp / 2; distance > 0; distance /= 2) {
    value = combine(value, from_partner(value, distance));
  }
  return value;
}

/// All-reduce over a block, in the same order every time. `neutral` is the identity of `combine`. All threads must call
/// this, and synchronize before they call it again.
template <typename T, typename Combine>
__device__ inline T combined_in_block(T value, T neutral, const Combine& combine) {
  alignas(16) __shared__ std::byte storage[lanes_per_warp * sizeof(T)];
  T* const of_warp = reinterpret_cast<T*>(storage);
  value = combined_in_warp(value, combine);
  if (lane_index() == 0) of_warp[warp_index()] = value;
  __syncthreads();
  return combined_in_warp(lane_index() < warps_in_block() ? of_warp[lane_index()] : neutral, combine);
}

/// An exclusive prefix sum over the threads of a block.
struct BlockSum {
  std::uint32_t earlier;  ///< over the threads before this one
  std::uint32_t all;
};

/// The inclusive prefix sum over a warp.
__device__ inline std::uint32_t sum_so_far_in_warp(std::uint32_t value) {
#pragma unroll
  for (int distance = 1; distance < lanes_per_warp; distance *= 2) {
    const std::uint32_t earlier = __shfl_up_sync(all_lanes, value, distance);
    if (lane_index() >= distance) value += earlier;
  }
  return value;
}

/// All threads of the block must call this.
__device__ inline BlockSum sum_of_threads(std::uint32_t own) {
  __shared__ std::uint32_t of_warp[lanes_per_warp];
  const std::uint32_t so_far = sum_so_far_in_warp(own);
  __syncthreads();  // until the sums of the last call have been read
  if (lane_index() == lanes_per_warp - 1) of_warp[warp_index()] = so_far;
  __syncthreads();
  const std::uint32_t warps = sum_so_far_in_warp(lane_index() < warps_in_block() ? of_warp[lane_index()] : 0);
  const std::uint32_t before_warp = warp_index() == 0 ? 0 : __shfl_sync(all_lanes, warps, warp_index() - 1);
  return {before_warp + so_far - own, __shfl_sync(all_lanes, warps, lanes_per_warp - 1)};
}

/// The scratch memory of this block: shared memory, or its part of the workspace.
__device__ inline std::byte* scratch_memory(std::byte* workspace, std::int64_t bytes_per_block) {
  return workspace == nullptr ? shared_memory() : workspace + blockIdx.x * bytes_per_block;
}

__device__ inline void report(StatusWord* status, Fault fault, std::int64_t index) {
  static_assert(sizeof(StatusWord) == sizeof(unsigned long long));
  atomicMax(reinterpret_cast<unsigned long long*>(status), status_word(fault, index));
}

/// A segment id that is safe as an index: an id outside 0 … segments is reported and replaced by 0.
__device__ inline std::int32_t checked_id(std::int32_t id, std::int64_t segments, std::int64_t index,
                                          StatusWord* status) {
  if (id >= 0 && id <= segments) return id;
  report(status, Fault::id_out_of_range, index);
  return 0;
}

}  // namespace tuplepack::cuda
