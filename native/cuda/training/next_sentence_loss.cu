// Each block writes its sums to the workspace, and one block adds them up in a fixed order. Gradients depend on the total
// number of sequences, so a third launch follows for them.
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

/// The pairs that a thread visits: thread t has the pairs t, t + threads, … of the grid, some of them at a time so that
/// their loads do not wait for each other. visit(index, label, first logit, second logit)
template <typename T, typename Visit>
__device__ static void visit_pairs(const T* logits, const std::int32_t* labels, std::int64_t n, const Visit& visit) {
  constexpr int batch = 4;
  const std::int64_t threads = std::int64_t{gridDim.x} * pair_threads;
  for (std::int64_t begin = std::int64_t{blockIdx.x} * pair_threads + threadIdx.x; begin < n;
       begin += batch * threads) {
    std::int32_t of_labels[batch];
    T first[batch];
    T second[batch];
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      const std::int64_t index = begin + i * threads;
      if (index >= n) continue;
      of_labels[i] = labels[index];
      first[i] = logits[2 * index];
      second[i] = logits[2 * index + 1];
    }
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      const std::int64_t index = begin + i * threads;
      if (index < n) visit(index, of_labels[i], loaded(first[i]), loaded(second[i]));
    }
  }
}

__device__ static Pair pair_of(float first, float second) {
  Pair pair{first, second, {}};
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
  visit_pairs(logits, labels, n, [&](std::int64_t index, std::int32_t any_label, float first, float second) {
    const std::int32_t label = checked_label(any_label, index, status);
    if (label < 0) return;
    const Pair pair = pair_of(first, second);
    const float label_logit = label == 1 ? second : first;
    const bool correct = is_predicted(pair.sum, label_logit, training::tied_before(first, 0, label_logit, label));
    sums = added(sums, {cross_entropy(pair.sum, label_logit), correct ? 1.0 : 0.0, 1, 1});
  });
  sums = added_in_block(sums);
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = sums;
}

/// The sums over all blocks take the place of those of the first.
static __global__ void __launch_bounds__(1024)
    add_pairs_kernel(LossSums* of_blocks, std::int64_t n, training::PackedLoss* loss) {
  const LossSums sums = added_up(of_blocks, n);
  if (threadIdx.x != 0) return;
  *loss = packed_loss(sums);
  if (n > 0) of_blocks[0] = sums;
}

/// sums   over all blocks
template <typename T>
static __global__ void __launch_bounds__(pair_threads)
    pair_gradient_kernel(const T* logits, const std::int32_t* labels, std::int64_t n, const LossSums* sums,
                         T* gradient) {
  const auto weight = static_cast<float>(1 / static_cast<double>(max(sums->sequences, std::int64_t{1})));
  visit_pairs(logits, labels, n, [&](std::int64_t index, std::int32_t label, float first, float second) {
    float of_first = 0;
    float of_second = 0;
    if (label == 0 || label == 1) {
      const Pair pair = pair_of(first, second);
      const float weight_per_sum = weight / pair.sum.sum;
      of_first = gradient_at(pair.sum, first, weight_per_sum, label == 0 ? weight : 0.0F);
      of_second = gradient_at(pair.sum, second, weight_per_sum, label == 1 ? weight : 0.0F);
    }
    gradient[2 * index] = stored<T>(of_first);
    gradient[2 * index + 1] = stored<T>(of_second);
  });
}

template <typename T>
Result<void> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels,
                                training::PackShape shape, std::span<T> gradient, training::PackedLoss* loss,
                                std::span<std::byte> workspace, StatusWord* status, Stream stream) {
  const std::int64_t n = shape.packs * shape.segments;
  const std::int64_t blocks = pair_blocks(n);
  auto* const sums = reinterpret_cast<LossSums*>(workspace.data());
  auto done =
      launch(sum_pairs_kernel<T>, blocks, pair_threads, 0, stream, logits.data(), labels.data(), n, sums, status);
  if (done) done = launch(add_pairs_kernel, 1, 1024, 0, stream, sums, blocks, loss);
  if (!done || gradient.empty()) return done;
  return launch(pair_gradient_kernel<T>, blocks, pair_threads, 0, stream, logits.data(), labels.data(), n, sums,
                gradient.data());
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
