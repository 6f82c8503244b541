#pragma once

#include "cuda/device/block.cuh"
#include "cuda/training/plans.hpp"
#include "tuplepack/training/loss.hpp"

namespace tuplepack::cuda {

/// Sums over sequences, before the division by their number.
struct LossSums {
  double loss;
  double accuracy;
  std::int64_t sequences;
  std::int64_t tokens;
};
static_assert(sizeof(LossSums) == loss_sums_bytes);

__device__ inline LossSums added(const LossSums& a, const LossSums& b) {
  return {a.loss + b.loss, a.accuracy + b.accuracy, a.sequences + b.sequences, a.tokens + b.tokens};
}

/// All-reduce over a block; see combined_in_block.
__device__ inline LossSums added_in_block(const LossSums& sums) {
  return combined_in_block(sums, LossSums{0, 0, 0, 0}, added);
}

/// The sum over `n` blocks, in every thread.
__device__ inline LossSums added_up(const LossSums* of_blocks, std::int64_t n) {
  LossSums sums{0, 0, 0, 0};
  for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) sums = added(sums, of_blocks[i]);
  return added_in_block(sums);
}

/// The means; 0 for no sequences.
__device__ inline training::PackedLoss packed_loss(const LossSums& sums) {
  const double divisor = sums.sequences > 0 ? static_cast<double>(sums.sequences) : 1.0;
  training::PackedLoss result;
  result.loss = sums.loss / divisor;
  result.accuracy = sums.accuracy / divisor;
  result.sequences = sums.sequences;
  result.tokens = sums.tokens;
  return result;
}

}  // namespace tuplepack::cuda
