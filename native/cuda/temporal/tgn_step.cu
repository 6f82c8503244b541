// Rossi et al. 2020 ("TGN"), §3: memory updater, embedding and message function on the device. A linear layer commutes
// with indexing, W(x[inverse]) = (W x)[inverse], so layers are applied to the unique rows only.
#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/matrix_product.hpp"
#include "cuda/temporal/plans.hpp"
#include "cuda/temporal/tgn_workspace.hpp"

#include <cassert>
#include <cmath>

namespace tuplepack::cuda {

/// A batch and its results as kernel arguments; shapes as in PreparedBatch and TgnWorkspace.
struct TgnArrays {
  std::int64_t roots, k, d;
  const std::int32_t* counts;
  const float* ages;
  const std::uint32_t* node_of;
  const std::uint32_t* edge_of;
  const float* age_weights;
  const float* node;
  const float* edge;
  float* log_ages;
  float* attention;
  float* embedded;

  [[nodiscard]] __device__ const float* node_row(std::int64_t request) const { return node + node_of[request] * 4 * d; }
  [[nodiscard]] __device__ const float* edge_row(std::int64_t request) const { return edge + edge_of[request] * 2 * d; }
};

__device__ static std::int64_t thread_of_grid() {
  return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
__device__ static std::int64_t warp_of_grid() {
  return thread_of_grid() / lanes_per_warp;
}

__device__ static float logistic(float x) {
  return 1 / (1 + expf(-x));
}

__device__ static float sum_in_warp(float value) {
  return combined_in_warp(value, [](float a, float b) { return a + b; });
}

/// A gated recurrent unit (Cho et al. 2014) with the message as input and the memory as state. A thread per value.
static __global__ void __launch_bounds__(tgn_threads)
    gated_unit_kernel(const float* from_message, const float* from_memory, const float* memory, std::int64_t rows,
                      std::int64_t d, float* updated) {
  const std::int64_t at = thread_of_grid();
  if (at >= rows * d) return;
  const std::int64_t i = at % d;
  const float* const x = from_message + at / d * 3 * d;
  const float* const h = from_memory + at / d * 3 * d;
  const float reset = logistic(x[i] + h[i]), update = logistic(x[d + i] + h[d + i]);
  const float candidate = tanhf(x[2 * d + i] + reset * h[2 * d + i]);
  updated[at] = (1 - update) * candidate + update * memory[at];
}

/// Attention scores. A warp per neighbour.
static __global__ void __launch_bounds__(tgn_threads) match_kernel(const TgnArrays step) {
  const std::int64_t slot = warp_of_grid();
  if (slot >= step.roots * step.k) return;
  const std::int64_t root = slot / step.k, d = step.d;
  if (slot % step.k >= step.counts[root]) return;
  const float* const query = step.node_row(root);
  const float* const node_key = step.node_row(step.roots + slot) + d;
  const float* const edge_key = step.edge_row(step.roots / 2 + slot);
  const float age = log1pf(step.ages[slot]);
  float match = 0;
  for (std::int64_t i = lane_index(); i < d; i += lanes_per_warp) {
    match += query[i] * (node_key[i] + edge_key[i] + age * step.age_weights[i]);
  }
  match = sum_in_warp(match) / sqrtf(static_cast<float>(d));
  if (lane_index() != 0) return;
  step.log_ages[slot] = age;
  step.attention[slot] = match;
}

/// The embedding of a root: its own projection plus attention over its neighbours. A thread per value; the threads of a
/// root all compute the same softmax.
static __global__ void __launch_bounds__(tgn_threads) embed_kernel(const TgnArrays step) {
  const std::int64_t at = thread_of_grid(), d = step.d;
  if (at >= step.roots * d) return;
  const std::int64_t root = at / d, i = at % d;
  const std::int64_t begin = root * step.k, end = begin + step.counts[root];
  float largest = begin < end ? step.attention[begin] : 0, sum = 0;
  for (std::int64_t slot = begin; slot < end; ++slot) largest = max(largest, step.attention[slot]);
  for (std::int64_t slot = begin; slot < end; ++slot) sum += expf(step.attention[slot] - largest);
  float value = step.node_row(root)[3 * d + i];
  for (std::int64_t slot = begin; slot < end; ++slot) {
    const float share = expf(step.attention[slot] - largest) / sum;
    const float node_value = step.node_row(step.roots + slot)[2 * d + i];
    const float edge_value = step.edge_row(step.roots / 2 + slot)[d + i];
    value += share * (node_value + edge_value + step.log_ages[slot] * step.age_weights[d + i]);
  }
  step.embedded[at] = max(value, 0.0F);
}

/// The dot product of both ends. A warp per event.
static __global__ void __launch_bounds__(tgn_threads) score_kernel(const TgnArrays step, float* scores) {
  const std::int64_t event = warp_of_grid(), events = step.roots / 2;
  if (event >= events) return;
  const float* const source = step.embedded + event * step.d;
  const float* const destination = step.embedded + (events + event) * step.d;
  float score = 0;
  for (std::int64_t i = lane_index(); i < step.d; i += lanes_per_warp) score += source[i] * destination[i];
  score = sum_in_warp(score);
  if (lane_index() == 0) scores[event] = score;
}

/// The first rows of a matrix.
static std::span<float> first_rows(const Array<float>& matrix, std::size_t rows, std::int64_t columns) {
  return matrix.values().first(rows * static_cast<std::size_t>(columns));
}

static std::span<const float> floats_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

static std::int64_t blocks_of_threads(std::int64_t threads) {
  return quotient_up(threads, tgn_threads);
}
static std::int64_t blocks_of_warps(std::int64_t warps) {
  return blocks_of_threads(warps * lanes_per_warp);
}

static Result<void> update_memory(const TgnWorkspace& work, const TgnRows& rows, std::size_t nodes, Stream stream) {
  const std::int64_t d = work.shape.memory, message = work.shape.message();
  const std::span<const float> memory = first_rows(rows.memory, nodes, d);
  auto done = multiply(first_rows(rows.messages, nodes, message), work.update_message.values(), message,
                       first_rows(work.from_message, nodes, 3 * d), Store::replace, stream);
  if (done) {
    done = multiply(memory, work.update_memory.values(), d, first_rows(work.from_memory, nodes, 3 * d), Store::replace,
                    stream);
  }
  if (!done) return done;
  const auto count = static_cast<std::int64_t>(nodes);
  return launch(gated_unit_kernel, blocks_of_threads(count * d), tgn_threads, 0, stream,
                work.from_message.values().data(), work.from_memory.values().data(), memory.data(), count, d,
                work.updated.values().data());
}

/// Queries, keys and values of the unique rows.
static Result<void> project(const TgnWorkspace& work, const temporal::PreparedBatch& batch, Stream stream) {
  const std::int64_t d = work.shape.memory, n = work.shape.node_features, e = work.shape.edge_features;
  const auto of_memory = static_cast<std::size_t>(d * 4 * d);
  const std::size_t nodes = batch.nodes.size();
  const std::span<const float> weights = work.node_weights.values();
  const std::span<float> node = first_rows(work.node, nodes, 4 * d);
  auto done = multiply(first_rows(work.updated, nodes, d), weights.first(of_memory), d, node, Store::replace, stream);
  if (done && n > 0) {
    done = multiply(floats_of(batch.node_rows), weights.subspan(of_memory), n, node, Store::add, stream);
  }
  if (done && e > 0) {
    done = multiply(floats_of(batch.edge_rows), work.edge_weights.values(), e,
                    first_rows(work.edge, batch.edges.size(), 2 * d), Store::replace, stream);
  }
  return done;
}

static Result<void> attend(const TgnWorkspace& work, const temporal::PreparedBatch& batch, std::span<float> scores,
                           Stream stream) {
  const TgnArrays step{.roots = 2 * batch.size(),
                       .k = work.neighbours,
                       .d = work.shape.memory,
                       .counts = batch.counts.data(),
                       .ages = batch.ages.data(),
                       .node_of = batch.node_of.data(),
                       .edge_of = batch.edge_of.data(),
                       .age_weights = work.age_weights.values().data(),
                       .node = work.node.values().data(),
                       .edge = work.edge.values().data(),
                       .log_ages = work.ages.values().data(),
                       .attention = work.attention.values().data(),
                       .embedded = work.embedded.values().data()};
  auto done = launch(match_kernel, blocks_of_warps(step.roots * step.k), tgn_threads, 0, stream, step);
  if (done) done = launch(embed_kernel, blocks_of_threads(step.roots * step.d), tgn_threads, 0, stream, step);
  if (done) done = launch(score_kernel, blocks_of_warps(batch.size()), tgn_threads, 0, stream, step, scores.data());
  return done;
}

Result<void> TgnStep::compute(const temporal::PreparedBatch& batch, const TgnRows& rows, std::span<float> scores,
                              Stream stream) const {
  assert(scores.size() == static_cast<std::size_t>(batch.size()));
  auto done = update_memory(*workspace_, rows, batch.nodes.size(), stream);
  if (done) done = project(*workspace_, batch, stream);
  if (done) done = attend(*workspace_, batch, scores, stream);
  return done;
}

}  // namespace tuplepack::cuda
