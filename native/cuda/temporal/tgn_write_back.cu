// The write-back of the TGN-like step: message and memory (Rossi et al. 2020, §3) after the last event of each node.
#include "cuda/device/runtime.cuh"
#include "cuda/temporal/plans.hpp"
#include "cuda/temporal/tgn_workspace.hpp"

namespace tuplepack::cuda {

/// A batch and its outputs as kernel arguments; shapes as in PreparedBatch and TgnWorkspace.
struct TgnWrites {
  std::int64_t writes, events, k, d, edge_features;
  const std::uint32_t* last_writes;
  const std::int32_t* counts;
  const float* ages;
  const std::int64_t* nodes;
  const std::uint32_t* node_of;
  const std::uint32_t* edge_of;
  const float* edge_rows;
  const float* updated;
  float* memory;
  float* messages;

  /// Value i of the message of a root: the memory of both ends, the edge features, the age.
  [[nodiscard]] __device__ float message(std::int64_t root, std::int64_t i) const {
    const std::int64_t event = root % events, other = root < events ? events + event : event;
    if (i < d) return updated[node_of[root] * d + i];
    if (i < 2 * d) return updated[node_of[other] * d + i - d];
    if (i < 2 * d + edge_features) return edge_rows[edge_of[event] * edge_features + i - 2 * d];
    return counts[root] > 0 ? log1pf(ages[root * k]) : 0;
  }
};

/// The state rows of each node that writes. A thread per value: first the memory, then the message.
static __global__ void __launch_bounds__(tgn_threads) write_back_kernel(const TgnWrites write) {
  const std::int64_t message = 2 * write.d + write.edge_features + 1, width = write.d + message;
  const std::int64_t at = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= write.writes * width) return;
  const std::int64_t root = write.last_writes[at / width], i = at % width;
  const std::int64_t row = write.nodes[write.node_of[root]];
  if (i < write.d) {
    write.memory[row * write.d + i] = write.updated[write.node_of[root] * write.d + i];
  } else {
    write.messages[row * message + i - write.d] = write.message(root, i - write.d);
  }
}

Result<void> TgnStep::write_back(const temporal::PreparedBatch& batch, const TgnRows& state, Stream stream) const {
  const TgnWorkspace& work = *workspace_;
  const TgnWrites write{.writes = static_cast<std::int64_t>(batch.last_writes.size()),
                        .events = batch.size(),
                        .k = work.neighbours,
                        .d = work.shape.memory,
                        .edge_features = work.shape.edge_features,
                        .last_writes = batch.last_writes.data(),
                        .counts = batch.counts.data(),
                        .ages = batch.ages.data(),
                        .nodes = batch.nodes.data(),
                        .node_of = batch.node_of.data(),
                        .edge_of = batch.edge_of.data(),
                        .edge_rows = reinterpret_cast<const float*>(batch.edge_rows.data()),
                        .updated = work.updated.values().data(),
                        .memory = state.memory.values().data(),
                        .messages = state.messages.values().data()};
  const std::int64_t values = write.writes * (work.shape.memory + work.shape.message());
  return launch(write_back_kernel, quotient_up(values, tgn_threads), tgn_threads, 0, stream, write);
}

}  // namespace tuplepack::cuda
