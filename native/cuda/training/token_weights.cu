// Weights depend on the total number of sequences, so there are two launches: each block of the first writes its sum to
// the workspace, and each block of the second reduces them for itself.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/training/loss.hpp"

#include <algorithm>

namespace tuplepack::cuda {

/// The layout of the workspace: sums of blocks, then scratch memory if it is not shared.
static std::int64_t* sums_in(std::span<std::byte> workspace) {
  return reinterpret_cast<std::int64_t*>(workspace.data());
}
static std::byte* tables_in(std::span<std::byte> workspace, const BlockPlan& plan) {
  return plan.in_shared ? nullptr : workspace.data() + multiple_up(plan.blocks * sequence_sum_bytes, 16);
}

/// Fills tokens [K+1] from the ids of a pack. All threads must call it, after earlier uses of `tokens` have completed;
/// the result can be read when it returns.
__device__ static void count_tokens(const std::int32_t* ids, std::int64_t pack_begin, training::PackShape shape,
                                    std::int32_t* tokens, StatusWord* status) {
  for (std::int64_t id = threadIdx.x; id <= shape.segments; id += blockDim.x) tokens[id] = 0;
  __syncthreads();
  const std::int64_t end = multiple_up(shape.capacity, lanes_per_warp);  // whole warps stay together
#pragma unroll 4
  for (std::int64_t position = threadIdx.x; position < end; position += blockDim.x) {
    const std::int64_t at = pack_begin + position;
    const std::int32_t id = position < shape.capacity ? checked_id(ids[at], shape.segments, at, status) : 0;
    const unsigned peers = __match_any_sync(all_lanes, id);
    if (id != 0 && (peers & earlier_lanes()) == 0) atomicAdd(&tokens[id], __popc(peers));
  }
  __syncthreads();
}

static __global__ void __launch_bounds__(512)
    sum_sequences_kernel(const std::int32_t* ids, training::PackShape shape, training::SequenceCount mode,
                         std::int64_t* sums, std::byte* workspace, std::int64_t scratch, StatusWord* status) {
  auto* const tokens = reinterpret_cast<std::int32_t*>(scratch_memory(workspace, scratch));
  __shared__ std::int32_t of_pack;
  std::int64_t sum = 0;
  for (std::int64_t pack = blockIdx.x; pack < shape.packs; pack += gridDim.x) {
    if (threadIdx.x == 0) of_pack = 0;
    count_tokens(ids, pack * shape.capacity, shape, tokens, status);
    for (auto id = static_cast<std::int32_t>(threadIdx.x) + 1; id <= shape.segments;
         id += static_cast<std::int32_t>(blockDim.x)) {
      if (tokens[id] == 0) continue;
      if (mode == training::SequenceCount::paper) {
        atomicMax(&of_pack, id);
      } else {
        atomicAdd(&of_pack, 1);
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) sum += of_pack;
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// The sum of `n` numbers, in every thread.
__device__ static std::int64_t sum_of(const std::int64_t* numbers, std::int64_t n) {
  std::int64_t sum = 0;
  for (std::int64_t i = threadIdx.x; i < n; i += blockDim.x) sum += numbers[i];
  return combined_in_block(sum, std::int64_t{0}, [](std::int64_t a, std::int64_t b) { return a + b; });
}

/// `declared`, or the sum of `sums`.
static __global__ void __launch_bounds__(512)
    add_sequences_kernel(const std::int64_t* sums, std::int64_t n, std::int64_t declared, std::int64_t* sequences) {
  const std::int64_t sum = sum_of(sums, n);
  if (threadIdx.x == 0) *sequences = n == 0 ? declared : sum;
}

static __global__ void __launch_bounds__(512, 2)
    token_weights_kernel(const std::int32_t* ids, training::PackShape shape, const std::int64_t* sums, std::int64_t n,
                         std::int64_t declared, float* weights, std::byte* workspace, std::int64_t scratch,
                         StatusWord* status) {
  auto* const tokens = reinterpret_cast<std::int32_t*>(scratch_memory(workspace, scratch));
  const std::int64_t sum = sum_of(sums, n);
  const auto sequences = static_cast<double>(n == 0 ? declared : sum);
  for (std::int64_t pack = blockIdx.x; pack < shape.packs; pack += gridDim.x) {
    const std::int64_t pack_begin = pack * shape.capacity;
    count_tokens(ids, pack_begin, shape, tokens, status);
    for (std::int64_t id = threadIdx.x; id <= shape.segments; id += blockDim.x) {
      const std::int32_t count = tokens[id];
      const float weight = count == 0 ? 0.0F : static_cast<float>(1 / (count * sequences));
      tokens[id] = static_cast<std::int32_t>(bits_of(weight));  // the weight replaces the count
    }
    __syncthreads();
    for (std::int64_t position = threadIdx.x; position < shape.capacity; position += blockDim.x) {
      const std::int64_t at = pack_begin + position;
      const std::int32_t id = checked_id(ids[at], shape.segments, at, status);
      weights[at] = float_of_bits(static_cast<std::uint32_t>(tokens[id]));
    }
    __syncthreads();
  }
}

/// Writes the sums of blocks to the workspace and returns their number: 0 if the number is declared.
static Result<std::int64_t> sum_sequences(std::span<const std::int32_t> ids, training::PackShape shape,
                                          const training::Counting& counting, std::span<std::byte> workspace,
                                          StatusWord* status, Stream stream) {
  if (const auto fine = check_shape(shape); !fine) return tl::unexpected(fine.error());
  if (counting.mode == training::SequenceCount::declared) return 0;
  const BlockPlan plan = token_weights_plan(shape);
  const auto done = launch(sum_sequences_kernel, plan.blocks, plan.threads(), plan.shared_bytes(), stream, ids.data(),
                           shape, counting.mode, sums_in(workspace), tables_in(workspace, plan), plan.scratch, status);
  if (!done) return tl::unexpected(done.error());
  return plan.blocks;
}

Result<void> count_sequences(std::span<const std::int32_t> ids, training::PackShape shape,
                             const training::Counting& counting, std::int64_t* sequences,
                             std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  const auto sums = sum_sequences(ids, shape, counting, workspace, status, stream);
  if (!sums) return tl::unexpected(sums.error());
  const std::int64_t declared = counting.mode == training::SequenceCount::declared ? counting.declared : 0;
  return launch(add_sequences_kernel, 1, 512, 0, stream, sums_in(workspace), *sums, declared, sequences);
}

Result<void> fill_token_weights(std::span<const std::int32_t> ids, training::PackShape shape,
                                const training::Counting& counting, std::span<float> weights,
                                std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  const auto sums = sum_sequences(ids, shape, counting, workspace, status, stream);
  if (!sums) return tl::unexpected(sums.error());
  const BlockPlan plan = token_weights_plan(shape);
  return launch(token_weights_kernel, plan.blocks, plan.threads(), plan.shared_bytes(), stream, ids.data(), shape,
                sums_in(workspace), *sums, counting.declared, weights.data(), tables_in(workspace, plan), plan.scratch,
                status);
}

}  // namespace tuplepack::cuda
