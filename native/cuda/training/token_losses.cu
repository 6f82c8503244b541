// A block per row of logits, with an online softmax: each thread keeps a running maximum and sum of exponentials over
// its 16-byte chunks, and the block combines them. For the gradient, each thread visits its chunks again, from a copy
// in shared memory where a row fits.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/training/logit.cuh"
#include "cuda/training/plans.hpp"
#include "cuda/training/row_parts.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/training/cross_entropy.hpp"

namespace tuplepack::cuda {

enum class RowUse : std::uint8_t {
  loss,
  gradient_once,   ///< the row stays in shared memory
  gradient_twice,  ///< the row is read again
};

template <typename T>
struct RowArguments {
  T* data;
  std::int64_t rows;
  std::int32_t vocabulary;
  std::int64_t stride;
  const std::int32_t* labels;
  std::int64_t tokens;
  const std::int64_t* row_list;  ///< or null
  const float* weights;          ///< for a gradient
  float* losses;
  std::uint8_t* correct;
  StatusWord* status;
};

/// A row of logits, from the perspective of a thread.
template <typename T>
struct Row {
  T* logits;
  std::int32_t size;
  std::int32_t head;
  std::int32_t chunks;
  std::int32_t label;
  float label_logit;

  [[nodiscard]] __device__ int4* chunk(std::int32_t index) const {
    return reinterpret_cast<int4*>(logits + head) + index;
  }
  [[nodiscard]] __device__ std::int32_t chunk_begin(std::int32_t index) const { return head + index * Chunk<T>::width; }
  /// Calls visit(index) for this thread's value before the first chunk and after the last chunk, if any.
  template <typename Visit>
  __device__ void visit_edges(const Visit& visit) const {
    const auto thread = static_cast<std::int32_t>(threadIdx.x);
    if (thread < head) visit(thread);
    if (const std::int32_t tail = chunk_begin(chunks) + thread; tail < size) visit(tail);
  }
};

/// The partial result of a row, of a thread or of the block.
struct RowSum {
  training::ExponentialSum<float> part;
  bool tied_earlier = false;
};

template <int width>
__device__ static void add_logits(const float (&logits)[width], std::int32_t begin, std::int32_t label,
                                  float label_logit, RowSum& sum) {
  float maximum = logits[0];
#pragma unroll
  for (int i = 1; i < width; ++i) maximum = fmaxf(maximum, logits[i]);
  if (maximum > sum.part.maximum) sum.part = raised(sum.part, maximum);
  const float subtrahend = reference(sum.part);
  float exponentials = 0;
#pragma unroll
  for (int i = 0; i < width; ++i) exponentials += training::exponential(logits[i] - subtrahend);
  sum.part.sum += exponentials;
  if (maximum == label_logit && begin < label) {  // a tie with a smaller maximum of the row does not matter
#pragma unroll
    for (int i = 0; i < width; ++i) {
      sum.tied_earlier = sum.tied_earlier || training::tied_before(logits[i], begin + i, label_logit, label);
    }
  }
}

/// All-reduce over a warp: the maximum first, so that each sum is rescaled once.
__device__ static training::ExponentialSum<float> combined_lanes(training::ExponentialSum<float> part) {
  const float maximum = combined_in_warp(part.maximum, [](float a, float b) { return fmaxf(a, b); });
  part = raised(part, maximum);
  part.sum = combined_in_warp(part.sum, [](float a, float b) { return a + b; });
  return part;
}

/// All-reduce over a block, with the same bits in every thread. Synchronizes the block.
__device__ static RowSum combined_threads(const RowSum& own) {
  __shared__ float maxima[lanes_per_warp];
  __shared__ float sums[lanes_per_warp];
  const training::ExponentialSum<float> of_warp = combined_lanes(own.part);
  if (lane_index() == 0) {
    maxima[warp_index()] = of_warp.maximum;
    sums[warp_index()] = of_warp.sum;
  }
  __syncthreads();
  RowSum all;
  if (lane_index() < warps_in_block()) {
    all.part.maximum = maxima[lane_index()];
    all.part.sum = sums[lane_index()];
  }
  all.part = combined_lanes(all.part);
  all.tied_earlier = __syncthreads_or(own.tied_earlier ? 1 : 0) != 0;
  return all;
}

/// The first pass over a row. Stores the thread's chunks to `copies`, if given.
template <typename T, RowUse use>
__device__ static RowSum sum_row(const Row<T>& row, int4* copies) {
  constexpr int batch = 4;  // loads in flight per thread
  RowSum sum;
  row.visit_edges([&](std::int32_t at) {
    const float logit[1] = {loaded(row.logits[at])};
    add_logits(logit, at, row.label, row.label_logit, sum);
  });
  const auto threads = static_cast<std::int32_t>(blockDim.x);
  for (auto first = static_cast<std::int32_t>(threadIdx.x); first < row.chunks; first += batch * threads) {
    int4 bits[batch];
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      if (const std::int32_t index = first + i * threads; index < row.chunks) {
        bits[i] = use == RowUse::gradient_twice ? *row.chunk(index) : __ldcs(row.chunk(index));
      }
    }
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      if (const std::int32_t index = first + i * threads; index < row.chunks) {
        if (use == RowUse::gradient_once) copies[index] = bits[i];
        add_logits(unpacked<T>(bits[i]).values, row.chunk_begin(index), row.label, row.label_logit, sum);
      }
    }
  }
  return sum;
}

/// The second pass over a row, which replaces the logits with their gradient. Where they are read again it begins at the end
/// of the row, which is most likely still in the cache.
template <typename T, RowUse use>
__device__ static void replace_row(const Row<T>& row, const training::ExponentialSum<float>& sum, float weight,
                                   const int4* copies) {
  const float weight_per_sum = weight / sum.sum;
  const auto gradient = [&](float logit, std::int32_t at) {
    return gradient_at(sum, logit, weight_per_sum, at == row.label ? weight : 0.0F);
  };
  row.visit_edges([&](std::int32_t at) { row.logits[at] = stored<T>(gradient(loaded(row.logits[at]), at)); });
#pragma unroll 2
  for (auto turn = static_cast<std::int32_t>(threadIdx.x); turn < row.chunks;
       turn += static_cast<std::int32_t>(blockDim.x)) {
    const std::int32_t index = use == RowUse::gradient_twice ? row.chunks - 1 - turn : turn;
    Chunk<T> chunk = unpacked<T>(use == RowUse::gradient_once ? copies[index] : *row.chunk(index));
#pragma unroll
    for (int i = 0; i < Chunk<T>::width; ++i) {
      chunk.values[i] = gradient(chunk.values[i], row.chunk_begin(index) + i);
    }
    __stcs(row.chunk(index), packed(chunk));
  }
}

template <typename T>
__device__ static void clear_row(const Row<T>& row) {
  row.visit_edges([&](std::int32_t at) { row.logits[at] = stored<T>(0.0F); });
  for (auto index = static_cast<std::int32_t>(threadIdx.x); index < row.chunks;
       index += static_cast<std::int32_t>(blockDim.x)) {
    __stcs(row.chunk(index), make_int4(0, 0, 0, 0));
  }
}

/// The label of a row's token, or −1 if none; reports a label out of range.
template <typename T>
__device__ static std::int32_t label_of(const RowArguments<T>& a, std::int64_t token) {
  const std::int32_t label = a.labels[token];
  if (label < a.vocabulary) return max(label, -1);
  if (threadIdx.x == 0) report(a.status, Fault::label_out_of_range, token);
  return -1;
}

template <typename T, RowUse use>
static __global__ void __launch_bounds__(use == RowUse::loss ? 256 : 1024) row_kernel(RowArguments<T> a) {
  int4* const copies = use == RowUse::gradient_once ? reinterpret_cast<int4*>(shared_memory()) : nullptr;
  for (std::int64_t index = blockIdx.x; index < a.rows; index += gridDim.x) {
    const std::int64_t token = a.row_list == nullptr ? index : a.row_list[index];
    if (token < 0 || token >= a.tokens) {
      if (threadIdx.x == 0) report(a.status, Fault::token_out_of_range, index);
      continue;
    }
    T* const logits = a.data + index * a.stride;
    const RowParts parts = row_parts(reinterpret_cast<std::uintptr_t>(logits), a.vocabulary, sizeof(T));
    Row<T> row{logits, a.vocabulary, parts.head, parts.chunks, label_of(a, token), 0};
    if (row.label < 0) {
      if (threadIdx.x == 0) {
        a.losses[token] = 0;
        a.correct[token] = 0;
      }
      if constexpr (use != RowUse::loss) clear_row(row);
      continue;
    }
    row.label_logit = loaded(logits[row.label]);
    const RowSum sum = combined_threads(sum_row<T, use>(row, copies));
    if (threadIdx.x == 0) {
      a.losses[token] = cross_entropy(sum.part, row.label_logit);
      a.correct[token] = is_predicted(sum.part, row.label_logit, sum.tied_earlier) ? 1 : 0;
    }
    // No thread writes before all have read the label's logit: combined_threads has synchronized them.
    if constexpr (use != RowUse::loss) replace_row<T, use>(row, sum.part, a.weights[token], copies);
  }
}

/// Tokens without a row get a loss of 0.
template <typename T>
static Result<void> clear_other_tokens(const RowArguments<T>& arguments, Stream stream) {
  if (arguments.row_list == nullptr && arguments.rows == arguments.tokens) return {};
  const auto tokens = static_cast<std::size_t>(arguments.tokens);
  const auto losses = checked(cudaMemsetAsync(arguments.losses, 0, tokens * sizeof(float), stream));
  return losses ? checked(cudaMemsetAsync(arguments.correct, 0, tokens, stream)) : losses;
}

/// errors  too_large (kernels count the values of a row in 32 bits)
template <typename T>
static Result<RowArguments<T>> row_arguments(training::LogitRows<T> logits, std::span<const std::int32_t> labels,
                                             std::span<const std::int64_t> row_list, std::span<const float> weights,
                                             std::span<float> losses, std::span<std::uint8_t> correct,
                                             StatusWord* status) {
  constexpr std::int64_t most = (std::int64_t{1} << 31) - (std::int64_t{1} << 16);  // a block's step beyond it, too
  if (logits.vocabulary > most) {
    return fail(ErrorCode::too_large, "a vocabulary of " + std::to_string(logits.vocabulary) + "; at most " +
                                          std::to_string(most) + " on a device");
  }
  return RowArguments<T>{.data = logits.data,
                         .rows = logits.rows,
                         .vocabulary = static_cast<std::int32_t>(logits.vocabulary),
                         .stride = logits.stride,
                         .labels = labels.data(),
                         .tokens = static_cast<std::int64_t>(labels.size()),
                         .row_list = pointer_if_given(row_list),
                         .weights = weights.data(),
                         .losses = losses.data(),
                         .correct = correct.data(),
                         .status = status};
}

template <typename T>
Result<void> fill_token_losses(training::LogitRows<const T> logits, std::span<const std::int32_t> labels,
                               std::span<const std::int64_t> row_list, std::span<float> losses,
                               std::span<std::uint8_t> correct, StatusWord* status, Stream stream) {
  const training::LogitRows<T> only_read{const_cast<T*>(logits.data), logits.rows, logits.vocabulary, logits.stride};
  const auto arguments = row_arguments(only_read, labels, row_list, {}, losses, correct, status);
  if (!arguments) return tl::unexpected(arguments.error());
  if (const auto cleared = clear_other_tokens(*arguments, stream); !cleared) return cleared;
  const std::int64_t chunks = quotient_up(logits.vocabulary, Chunk<T>::width);
  return launch(row_kernel<T, RowUse::loss>, std::min(logits.rows, max_blocks), row_threads(chunks, 16, 256), 0, stream,
                *arguments);
}

template <typename T>
Result<void> replace_logits_by_gradient(training::LogitRows<T> logits, std::span<const std::int32_t> labels,
                                        std::span<const std::int64_t> row_list, std::span<const float> weights,
                                        std::span<float> losses, std::span<std::uint8_t> correct, StatusWord* status,
                                        Stream stream) {
  const auto largest = largest_shared_memory();
  if (!largest) return tl::unexpected(largest.error());
  const auto arguments = row_arguments(logits, labels, row_list, weights, losses, correct, status);
  if (!arguments) return tl::unexpected(arguments.error());
  if (const auto cleared = clear_other_tokens(*arguments, stream); !cleared) return cleared;
  const std::int64_t chunks = quotient_up(logits.vocabulary, Chunk<T>::width);
  const bool fits = chunks * 16 <= *largest;
  const std::int64_t chunks_per_thread = 2 * chunks * 16 <= *largest ? 16 : 8;  // rows side by side have enough threads
  return launch(fits ? row_kernel<T, RowUse::gradient_once> : row_kernel<T, RowUse::gradient_twice>,
                std::min(logits.rows, max_blocks), row_threads(chunks, chunks_per_thread, 1024), fits ? chunks * 16 : 0,
                stream, *arguments);
}

template Result<void> fill_token_losses<float>(training::LogitRows<const float>, std::span<const std::int32_t>,
                                               std::span<const std::int64_t>, std::span<float>, std::span<std::uint8_t>,
                                               StatusWord*, Stream);
template Result<void> fill_token_losses<Float16>(training::LogitRows<const Float16>, std::span<const std::int32_t>,
                                                 std::span<const std::int64_t>, std::span<float>,
                                                 std::span<std::uint8_t>, StatusWord*, Stream);
template Result<void> fill_token_losses<BFloat16>(training::LogitRows<const BFloat16>, std::span<const std::int32_t>,
                                                  std::span<const std::int64_t>, std::span<float>,
                                                  std::span<std::uint8_t>, StatusWord*, Stream);
template Result<void> replace_logits_by_gradient<float>(training::LogitRows<float>, std::span<const std::int32_t>,
                                                        std::span<const std::int64_t>, std::span<const float>,
                                                        std::span<float>, std::span<std::uint8_t>, StatusWord*, Stream);
template Result<void> replace_logits_by_gradient<Float16>(training::LogitRows<Float16>, std::span<const std::int32_t>,
                                                          std::span<const std::int64_t>, std::span<const float>,
                                                          std::span<float>, std::span<std::uint8_t>, StatusWord*,
                                                          Stream);
template Result<void> replace_logits_by_gradient<BFloat16>(training::LogitRows<BFloat16>, std::span<const std::int32_t>,
                                                           std::span<const std::int64_t>, std::span<const float>,
                                                           std::span<float>, std::span<std::uint8_t>, StatusWord*,
                                                           Stream);

}  // namespace tuplepack::cuda
