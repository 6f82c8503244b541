// A block per pack. A lane reads four tokens at once, adds up runs of one segment in registers, and adds a run that has
// ended to its private tallies, one per segment, so that sums do not depend on the order of threads; where there are too
// many segments for that, a few lanes share a column of tallies and take turns.
#include "cuda/device/runtime.cuh"
#include "cuda/training/packed_loss.cuh"
#include "cuda/training/plans.hpp"
#include "cuda/training/quad.cuh"
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

/// Tokens of one segment that a lane has read one after the other.
struct Run {
  std::int32_t id;
  Tally tally;
};

/// Adds the run to the warp's tallies [K,columns] if it has ended. Warp-collective.
/// shared   whether lanes share columns
template <bool shared>
__device__ static void add_run(const UnpackArguments& a, const Run& run, bool has_ended, Tally* tallies) {
  const bool adds = has_ended && run.id != 0;
  const auto add = [&] {
    Tally& tally = tallies[std::int64_t{run.id - 1} * a.columns + lane_index() % a.columns];
    tally.loss += run.tally.loss;
    tally.tokens += run.tally.tokens;
    tally.correct += run.tally.correct;
  };
  if constexpr (!shared) {
    if (adds) add();
  } else if (__any_sync(all_lanes, adds)) {
#pragma unroll 1
    for (int turn = 0; turn < lanes_per_warp / a.columns; ++turn) {
      if (adds && turn == lane_index() / a.columns) add();
      __syncwarp();
    }
  }
}

/// Adds the warp's part of a pack to its tallies.
template <bool shared>
__device__ static void tally_tokens(const UnpackArguments& a, std::int64_t pack_begin, Tally* tallies) {
  constexpr int batch = 2;  // quads of each array in flight per lane
  constexpr std::int32_t step = batch * lanes_per_warp * quad;
  const auto capacity = static_cast<std::int32_t>(a.shape.capacity);
  const bool has_correct = a.correct != nullptr;
  const bool whole = has_whole_quads(a.ids, pack_begin, capacity) &&
                     has_whole_quads(a.token_losses, pack_begin, capacity) &&
                     (!has_correct || has_whole_quads(a.correct, pack_begin, capacity));
  Run run{};
  for (std::int32_t base = warp_index() * step; base < capacity; base += warps_in_block() * step) {
    const std::int32_t first = base + lane_index() * quad;
    std::int32_t ids[batch][quad];
    float losses[batch][quad];
    std::uint32_t correct[batch]{};  // a byte per token
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      const std::int32_t at = first + i * lanes_per_warp * quad;
      load_quad(a.ids + pack_begin, at, capacity, whole, ids[i]);
      load_quad(a.token_losses + pack_begin, at, capacity, whole, losses[i]);
      if (has_correct) {
        std::uint8_t bytes[quad];
        load_quad(a.correct + pack_begin, at, capacity, whole, bytes);
        memcpy(&correct[i], bytes, sizeof bytes);
      }
    }
#pragma unroll
    for (int i = 0; i < batch; ++i) {
#pragma unroll
      for (int j = 0; j < quad; ++j) {
        const std::int64_t at = pack_begin + first + i * lanes_per_warp * quad + j;
        const std::int32_t id = checked_id(ids[i][j], a.shape.segments, at, a.status);
        const bool has_ended = id != run.id;
        add_run<shared>(a, run, has_ended, tallies);
        if (has_ended) run = {id, {0, 0, 0}};
        run.tally.loss += static_cast<double>(losses[i][j]);
        ++run.tally.tokens;
        run.tally.correct += static_cast<std::int32_t>(correct[i] >> 8 * j & 0xffU);
      }
    }
  }
  add_run<shared>(a, run, true, tallies);
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

template <bool shared>
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
    tally_tokens<shared>(a, pack * a.shape.capacity, tallies + warp_index() * tallies_of_warp);
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
  const auto kernel = columns < lanes_per_warp ? unpack_loss_kernel<true> : unpack_loss_kernel<false>;
  const auto tallied =
      launch(kernel, plan.blocks, plan.threads(), plan.shared_bytes(), stream, arguments, scratch, plan.scratch);
  if (!tallied) return tallied;
  const std::int64_t declared = counting.mode == training::SequenceCount::declared ? counting.declared : 0;
  return launch(add_losses_kernel, 1, 1024, 0, stream, sums, plan.blocks, declared, loss);
}

}  // namespace tuplepack::cuda
