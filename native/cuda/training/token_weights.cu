// Weights depend on the total number of sequences, so there are two launches: each block of the first writes its sum to
// the workspace, and each block of the second reduces them for itself. A thread reads four ids at once and keeps the ids
// of packs of up to 4,096 positions in registers, so that each launch reads them once.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/training/plans.hpp"
#include "cuda/training/quad.cuh"
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

/// The ids of a pack, in quads; thread t has the quads t, t + threads, …, the first of which it keeps.
struct PackIds {
  static constexpr int kept = 2;
  const std::int32_t* ids;
  std::int64_t begin;
  std::int64_t end;
  bool whole;  ///< see has_whole_quads
  std::int32_t quads[kept][quad];
};

__device__ static PackIds ids_of_pack(const std::int32_t* ids, std::int64_t pack, training::PackShape shape) {
  const std::int64_t begin = pack * shape.capacity;
  return {ids, begin, begin + shape.capacity, has_whole_quads(ids, begin, shape.capacity), {}};
}

/// visit(at, ids) for the quads of this thread; ids outside the pack are 0. All threads of a warp visit equally many.
/// first   whether the quads to keep are read, or used again
template <bool first, typename Visit>
__device__ static void visit_quads(PackIds& pack, training::PackShape shape, StatusWord* status, const Visit& visit) {
  const auto loaded = [&](std::int64_t at, std::int32_t(&ids)[quad]) {
    load_quad(pack.ids, at, pack.end, pack.whole, ids);
#pragma unroll
    for (int i = 0; i < quad; ++i) ids[i] = checked_id(ids[i], shape.segments, at + i, status);
  };
  const std::int64_t step = std::int64_t{quad} * blockDim.x;
  std::int64_t base = pack.begin + std::int64_t{quad} * lanes_per_warp * warp_index();  // of the warp's quads
#pragma unroll
  for (int i = 0; i < PackIds::kept; ++i, base += step) {
    const std::int64_t at = base + quad * lane_index();
    if (base >= pack.end) continue;
    if (first) loaded(at, pack.quads[i]);
    visit(at, pack.quads[i]);
  }
  for (; base < pack.end; base += step) {
    const std::int64_t at = base + quad * lane_index();
    std::int32_t ids[quad];
    loaded(at, ids);
    visit(at, ids);
  }
}

/// Fills tokens [K+1] from the ids of a pack. All threads must call it, after earlier uses of `tokens` have completed;
/// the result can be read when it returns.
__device__ static void count_tokens(PackIds& pack, training::PackShape shape, std::int32_t* tokens,
                                    StatusWord* status) {
  for (std::int64_t id = threadIdx.x; id <= shape.segments; id += blockDim.x) tokens[id] = 0;
  __syncthreads();
  visit_quads<true>(pack, shape, status, [&](std::int64_t, const std::int32_t(&ids)[quad]) {
#pragma unroll
    for (const std::int32_t id : ids) {
      const unsigned peers = __match_any_sync(all_lanes, id);
      if (id != 0 && (peers & earlier_lanes()) == 0) atomicAdd(&tokens[id], __popc(peers));
    }
  });
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
    PackIds own = ids_of_pack(ids, pack, shape);
    count_tokens(own, shape, tokens, status);
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
  const bool whole_weights = has_whole_quads(weights, 0, shape.capacity);
  for (std::int64_t index = blockIdx.x; index < shape.packs; index += gridDim.x) {
    const std::int64_t pack = shape.packs - 1 - index;  // the last packs may still be in the cache
    PackIds own = ids_of_pack(ids, pack, shape);
    count_tokens(own, shape, tokens, status);
    for (std::int64_t id = threadIdx.x; id <= shape.segments; id += blockDim.x) {
      const std::int32_t count = tokens[id];
      const float weight = count == 0 ? 0.0F : static_cast<float>(1 / (count * sequences));
      tokens[id] = static_cast<std::int32_t>(bits_of(weight));  // the weight replaces the count
    }
    __syncthreads();
    visit_quads<false>(own, shape, status, [&](std::int64_t at, const std::int32_t(&quad_ids)[quad]) {
      float values[quad];
#pragma unroll
      for (int i = 0; i < quad; ++i) values[i] = float_of_bits(static_cast<std::uint32_t>(tokens[quad_ids[i]]));
      store_quad(weights, at, own.end, whole_weights, values);
    });
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
