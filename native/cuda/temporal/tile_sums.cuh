#pragma once

#include "cuda/device/block.cuh"
#include "cuda/temporal/plans.hpp"

/// A prefix sum in three launches: each block writes the sum of its tile, one block scans the sums, and each block
/// starts from its scanned sum.
namespace tuplepack::cuda {

/// All threads of the block must call this.
__device__ inline void leave_sum_of_tile(std::uint32_t of_thread, std::uint32_t* sums) {
  const std::uint32_t sum = combined_in_block(of_thread, 0U, [](std::uint32_t a, std::uint32_t b) { return a + b; });
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// The exclusive prefix sum over all tiles, by one block.
static __global__ void __launch_bounds__(unique_threads)
    add_tiles_kernel(std::uint32_t* sums, std::int64_t tiles, std::int64_t* total) {
  std::uint32_t before = 0;
  for (std::int64_t begin = 0; begin < tiles; begin += unique_threads) {
    const std::int64_t tile = begin + threadIdx.x;
    const std::uint32_t own = tile < tiles ? sums[tile] : 0;
    const BlockSum sum = sum_of_threads(own);
    if (tile < tiles) sums[tile] = before + sum.earlier;
    before += sum.all;
  }
  if (threadIdx.x == 0) *total = before;
}

}  // namespace tuplepack::cuda
