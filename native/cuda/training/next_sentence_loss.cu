// Gradients depend on the total number of sequences, so there are two launches: each block of the first writes its sums
// to the workspace, and each block of the second reduces them for itself.
#include "cuda/device/runtime.cuh"
#include "cuda/training/logit.cuh"
#include "cuda/training/packed_loss.cuh"
#include "cuda/training/plans.hpp"
#include "tuplepack/cuda/training/loss.hpp"
#include "tuplepack/training/cross_entropy.hpp"

namespace tuplepack::cuda {

/// Two logits and their softmax.
struct Pair {
  float first;
  float second;
  training::ExponentialSum<float> sum;
};

template <typename T>
__device__ static Pair pair_at(const T* logits, std::int64_t index) {
  Pair pair{loaded(logits[2 * index]), loaded(logits[2 * index + 1]), {}};
  pair.sum = raised(raised(pair.sum, pair.first), pair.second);
  pair.sum.sum = training::exponential(pair.first - reference(pair.sum)) +
                 training::exponential(pair.second - reference(pair.sum));
  return pair;
}

/// −1 if there is no such sequence, or if its label is out of range.
__device__ static std::int32_t checked_label(std::int32_t label, std::int64_t index, StatusWord* status) {
  if (label <= 1) return max(label, -1);
  report(status, Fault::label_out_of_range, index);
  return -1;
}

template <typename T>
static __global__ void __launch_bounds__(pair_threads)
    sum_pairs_kernel(const T* logits, const std::int32_t* labels, std::int64_t n, LossSums* of_blocks,
                     StatusWord* status) {
  LossSums sums{0, 0, 0, 0};
  for (std::int64_t i = std::int64_t{blockIdx.x} * pair_threads + threadIdx.x; i < n;
       i += std::int64_t{gridDim.x} * pair_threads) {
    const std::int32_t label = checked_label(labels[i], i, status);
    if (label < 0) continue;
    const Pair pair = pair_at(logits, i);
    const float label_logit = label == 1 ? pair.second : pair.first;
    const bool correct = is_predicted(pair.sum, label_logit, training::tied_before(pair.first, 0, label_logit, label));
    sums = added(sums, {cross_entropy(pair.sum, label_logit), correct ? 1.0 : 0.0, 1, 1});
  }
  sums = added_in_block(sums);
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = sums;
}

template <typename T>
static __global__ void __launch_bounds__(pair_threads)
    finish_pairs_kernel(const T* logits, const std::int32_t* labels, std::int64_t n, const LossSums* of_blocks,
                        std::int64_t blocks, T* gradient, training::PackedLoss* loss) {
  const LossSums sums = added_up(of_blocks, blocks);
  if (blockIdx.x == 0 && threadIdx.x == 0) *loss = packed_loss(sums);
  if (gradient == nullptr) return;
  const auto weight = static_cast<float>(1 / static_cast<double>(max(sums.sequences, std::int64_t{1})));
  for (std::int64_t i = std::int64_t{blockIdx.x} * pair_threads + threadIdx.x; i < n;
       i += std::int64_t{gridDim.x} * pair_threads) {
    float first = 0;
    float second = 0;
    if (labels[i] == 0 || labels[i] == 1) {
      const Pair pair = pair_at(logits, i);
      const float weight_per_sum = weight / pair.sum.sum;
      first = gradient_at(pair.sum, pair.first, weight_per_sum, labels[i] == 0 ? weight : 0.0F);
      second = gradient_at(pair.sum, pair.second, weight_per_sum, labels[i] == 1 ? weight : 0.0F);
    }
    gradient[2 * i] = stored<T>(first);
    gradient[2 * i + 1] = stored<T>(second);
  }
}

template <typename T>
Result<void> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels,
                                training::PackShape shape, std::span<T> gradient, training::PackedLoss* loss,
                                std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  const std::int64_t n = shape.packs * shape.segments;
  const std::int64_t blocks = pair_blocks(n);
  auto* const sums = reinterpret_cast<LossSums*>(workspace.data());
  const auto summed =
      launch(sum_pairs_kernel<T>, blocks, pair_threads, 0, stream, logits.data(), labels.data(), n, sums, status);
  if (!summed) return summed;
  return launch(finish_pairs_kernel<T>, gradient.empty() ? 1 : std::max<std::int64_t>(blocks, 1), pair_threads, 0,
                stream, logits.data(), labels.data(), n, sums, blocks, pointer_if_given(gradient), loss);
}

template Result<void> next_sentence_loss<float>(std::span<const float>, std::span<const std::int32_t>,
                                                training::PackShape, std::span<float>, training::PackedLoss*,
                                                std::span<std::byte>, StatusWord*, Stream);
template Result<void> next_sentence_loss<Float16>(std::span<const Float16>, std::span<const std::int32_t>,
                                                  training::PackShape, std::span<Float16>, training::PackedLoss*,
                                                  std::span<std::byte>, StatusWord*, Stream);
template Result<void> next_sentence_loss<BFloat16>(std::span<const BFloat16>, std::span<const std::int32_t>,
                                                   training::PackShape, std::span<BFloat16>, training::PackedLoss*,
                                                   std::span<std::byte>, StatusWord*, Stream);

}  // namespace tuplepack::cuda
