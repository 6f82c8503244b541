// A block per pack. Each lane has private tallies, one per segment, so that sums do not depend on the order of threads;
// where there are too many segments for that, a few lanes share a column of tallies and take turns.
#include "cuda/device/runtime.cuh"
#include "cuda/training/packed_loss.cuh"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/training/loss.hpp"

namespace tuplepack::cuda {

struct UnpackArguments {
  const float* token_losses;
  const std::uint8_t* correct;  ///< or null
  const std::int32_t* ids;
  training::PackShape shape;
  training::SequenceCount mode;
  int columns;
  float* losses;  ///< each of these or null
  float* accuracies;
  std::int32_t* tokens;
  LossSums* sums;  ///< of each block
  StatusWord* status;
};

struct alignas(16) Tally {
  double loss;
  std::int32_t tokens;
  std::int32_t correct;
};
static_assert(sizeof(Tally) == tally_bytes);

/// Adds the warp's part of a pack to its tallies [K,columns].
__device__ static void tally_tokens(const UnpackArguments& a, std::int64_t pack_begin, Tally* tallies) {
  constexpr int batch = 8;  // loads in flight per lane
  const std::int64_t step = std::int64_t{batch} * lanes_per_warp;
  const int own_turn = lane_index() / a.columns;
  const int column = lane_index() % a.columns;
  for (std::int64_t base = warp_index() * step; base < a.shape.capacity; base += warps_in_block() * step) {
    std::int32_t ids[batch];
    float losses[batch];
    std::int32_t correct[batch];
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      const std::int64_t position = base + i * lanes_per_warp + lane_index();
      const std::int64_t at = pack_begin + position;
      const bool inside = position < a.shape.capacity;
      ids[i] = inside ? a.ids[at] : 0;
      losses[i] = inside ? a.token_losses[at] : 0;
      correct[i] = inside && a.correct != nullptr ? a.correct[at] : 0;
    }
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      const std::int64_t at = pack_begin + base + i * lanes_per_warp + lane_index();
      const std::int32_t id = checked_id(ids[i], a.shape.segments, at, a.status);
      for (int turn = 0; turn < lanes_per_warp / a.columns; ++turn) {
        if (id != 0 && turn == own_turn) {
          Tally& tally = tallies[std::int64_t{id - 1} * a.columns + column];
          tally.loss += static_cast<double>(losses[i]);
          ++tally.tokens;
          tally.correct += correct[i];
        }
        if (a.columns < lanes_per_warp) __syncwarp();
      }
    }
  }
}

/// The sum of all tallies of a segment. Neighbouring threads start in neighbouring columns to avoid bank conflicts.
__device__ static Tally total(const UnpackArguments& a, const Tally* tallies, std::int64_t segment) {
  Tally sum{0, 0, 0};
  for (int warp = 0; warp < warps_in_block(); ++warp) {
    const Tally* const columns = tallies + (warp * a.shape.segments + segment) * a.columns;
    for (int i = 0; i < a.columns; ++i) {
      const Tally& tally = columns[(i + segment) & (a.columns - 1)];
      sum.loss += tally.loss;
      sum.tokens += tally.tokens;
      sum.correct += tally.correct;
    }
  }
  return sum;
}

static __global__ void __launch_bounds__(512, 2)
    unpack_loss_kernel(UnpackArguments a, std::byte* workspace, std::int64_t scratch) {
  auto* const tallies = reinterpret_cast<Tally*>(scratch_memory(workspace, scratch));
  const std::int64_t tallies_of_warp = a.shape.segments * a.columns;
  __shared__ std::int32_t highest;  // id with a token
  LossSums sums{0, 0, 0, 0};
  for (std::int64_t pack = blockIdx.x; pack < a.shape.packs; pack += gridDim.x) {
    if (threadIdx.x == 0) highest = 0;
    for (std::int64_t i = threadIdx.x; i < tallies_of_warp * warps_in_block(); i += blockDim.x) tallies[i] = {0, 0, 0};
    __syncthreads();
    tally_tokens(a, pack * a.shape.capacity, tallies + warp_index() * tallies_of_warp);
    __syncthreads();
    for (std::int64_t segment = threadIdx.x; segment < a.shape.segments; segment += blockDim.x) {
      const Tally sum = total(a, tallies, segment);
      const double divisor = max(sum.tokens, 1);
      const double loss = sum.loss / divisor;
      const double accuracy = sum.correct / divisor;
      const std::int64_t at = pack * a.shape.segments + segment;
      if (a.losses != nullptr) a.losses[at] = static_cast<float>(loss);
      if (a.accuracies != nullptr) a.accuracies[at] = static_cast<float>(accuracy);
      if (a.tokens != nullptr) a.tokens[at] = sum.tokens;
      sums = added(sums,
                   {loss, accuracy, sum.tokens > 0 && a.mode == training::SequenceCount::nonempty ? 1 : 0, sum.tokens});
      if (sum.tokens > 0) atomicMax(&highest, static_cast<std::int32_t>(segment) + 1);
    }
    __syncthreads();
    if (threadIdx.x == 0 && a.mode == training::SequenceCount::paper) sums.sequences += highest;
  }
  sums = added_in_block(sums);
  if (threadIdx.x == 0) a.sums[blockIdx.x] = sums;
}

/// Divides by `declared` sequences, or by those counted by the blocks if that is 0.
static __global__ void __launch_bounds__(1024)
    add_losses_kernel(const LossSums* of_blocks, std::int64_t n, std::int64_t declared, training::PackedLoss* loss) {
  LossSums sums = added_up(of_blocks, n);
  if (declared > 0) sums.sequences = declared;
  if (threadIdx.x == 0) *loss = packed_loss(sums);
}

Result<void> unpack_loss(std::span<const float> token_losses, std::span<const std::uint8_t> correct,
                         std::span<const std::int32_t> ids, training::PackShape shape,
                         const training::Counting& counting, const training::SequenceArrays& out,
                         training::PackedLoss* loss, std::span<std::byte> workspace, StatusWord* status,
                         Stream stream) {
  if (auto fine = check_shape(shape); !fine) return fine;
  const auto [plan, columns] = unpack_plan(shape);
  auto* const sums = reinterpret_cast<LossSums*>(workspace.data());
  std::byte* const scratch = plan.in_shared ? nullptr : reinterpret_cast<std::byte*>(sums + plan.blocks);
  const UnpackArguments arguments{.token_losses = token_losses.data(),
                                  .correct = pointer_if_given(correct),
                                  .ids = ids.data(),
                                  .shape = shape,
                                  .mode = counting.mode,
                                  .columns = columns,
                                  .losses = pointer_if_given(out.losses),
                                  .accuracies = pointer_if_given(out.accuracies),
                                  .tokens = pointer_if_given(out.tokens),
                                  .sums = sums,
                                  .status = status};
  const auto tallied = launch(unpack_loss_kernel, plan.blocks, plan.threads(), plan.shared_bytes(), stream, arguments,
                              scratch, plan.scratch);
  if (!tallied) return tallied;
  const std::int64_t declared = counting.mode == training::SequenceCount::declared ? counting.declared : 0;
  return launch(add_losses_kernel, 1, 1024, 0, stream, sums, plan.blocks, declared, loss);
}

}  // namespace tuplepack::cuda
