// Rossi et al. 2020 ("TGN"), §3: memory updater, embedding and message function on the CPU. A linear layer commutes
// with indexing, W(x[inverse]) = (W x)[inverse], so layers are applied to the unique rows only.

#include "temporal/tgn.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace tuplepack::temporal {

using Eigen::Index;
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstRows = Eigen::Map<const Matrix>;

/// Matrices are sized for the largest batch; a batch uses their first rows.
struct TgnStep::Workspace {
  TgnShape shape;
  TgnWeights weights;
  Matrix from_message;           // [U, 3d] reset, update, candidate
  Matrix from_memory;            // [U, 3d] the same
  Matrix updated;                // [U, d] the memory updated with its message
  Matrix node;                   // [U, 4d] query, key, value, own
  Matrix edge;                   // [F, 2d] key, value
  Matrix embedded;               // [2B, d]
  std::vector<float> attention;  // [k] of one root
  std::vector<float> ages;       // [k] of one root: log(1 + age)

  void update_memory(const TgnRows& rows, Index nodes);
  void project(const PreparedBatch& batch);
  void attend(const PreparedBatch& batch);
  void attend(const PreparedBatch& batch, std::size_t root);
};

TgnStep::TgnStep(const TgnShape& shape, const BatchShape& largest) {
  assert(largest.node_width == 4 * shape.node_features && largest.edge_width == 4 * shape.edge_features);
  const std::int64_t d = shape.memory, nodes = largest.node_requests();
  const std::vector<float> of_each_neighbour(static_cast<std::size_t>(largest.neighbours));
  workspace_ = std::make_unique<Workspace>(Workspace{.shape = shape,
                                                     .weights = random_weights(shape),
                                                     .from_message = Matrix(nodes, 3 * d),
                                                     .from_memory = Matrix(nodes, 3 * d),
                                                     .updated = Matrix(nodes, d),
                                                     .node = Matrix(nodes, 4 * d),
                                                     .edge = Matrix::Zero(largest.edge_requests(), 2 * d),
                                                     .embedded = Matrix(largest.roots(), d),
                                                     .attention = of_each_neighbour,
                                                     .ages = of_each_neighbour});
}

TgnStep::TgnStep(TgnStep&&) noexcept = default;
TgnStep& TgnStep::operator=(TgnStep&&) noexcept = default;
TgnStep::~TgnStep() = default;

static ConstRows rows_of(const float* first, Index rows, Index columns) {
  return {first, rows, columns};
}
static ConstRows rows_of(std::span<const std::byte> bytes, Index rows, Index columns) {
  return {reinterpret_cast<const float*>(bytes.data()), rows, columns};
}

static float logistic(float x) {
  return 1 / (1 + std::exp(-x));
}

/// A gated recurrent unit (Cho et al. 2014) with the message as input and the memory as state.
void TgnStep::Workspace::update_memory(const TgnRows& rows, Index nodes) {
  const Index d = shape.memory, message = shape.message();
  const ConstRows memory = rows_of(rows.memory.data(), nodes, d);
  from_message.topRows(nodes).noalias() =
      rows_of(rows.messages.data(), nodes, message) * rows_of(weights.update_message.data(), message, 3 * d);
  from_memory.topRows(nodes).noalias() = memory * rows_of(weights.update_memory.data(), d, 3 * d);
  for (Index row = 0; row < nodes; ++row) {
    const float* x = from_message.row(row).data();
    const float* h = from_memory.row(row).data();
    for (Index i = 0; i < d; ++i) {
      const float reset = logistic(x[i] + h[i]), update = logistic(x[d + i] + h[d + i]);
      const float candidate = std::tanh(x[2 * d + i] + reset * h[2 * d + i]);
      updated(row, i) = (1 - update) * candidate + update * memory(row, i);
    }
  }
}

/// Queries, keys and values of the unique rows.
void TgnStep::Workspace::project(const PreparedBatch& batch) {
  const Index d = shape.memory, n = shape.node_features, e = shape.edge_features;
  const auto nodes = static_cast<Index>(batch.nodes.size()), edges = static_cast<Index>(batch.edges.size());
  auto projected = node.topRows(nodes);
  projected.noalias() = updated.topRows(nodes) * rows_of(weights.node.data(), d, 4 * d);
  if (n > 0) {
    projected.noalias() += rows_of(batch.node_rows, nodes, n) * rows_of(weights.node.data() + d * 4 * d, n, 4 * d);
  }
  if (e > 0) {
    edge.topRows(edges).noalias() = rows_of(batch.edge_rows, edges, e) * rows_of(weights.edge.data(), e, 2 * d);
  }
}

/// The embedding of a root: its own projection plus attention over its neighbours.
void TgnStep::Workspace::attend(const PreparedBatch& batch, std::size_t root) {
  const auto d = static_cast<std::size_t>(shape.memory), k = attention.size(), roots = batch.counts.size();
  const auto count = static_cast<std::size_t>(batch.counts[root]);
  const auto node_row = [&](std::size_t request) { return node.row(batch.node_of[request]).data(); };
  const auto edge_row = [&](std::size_t request) { return edge.row(batch.edge_of[request]).data(); };
  const float* query = node_row(root);
  const float* age_weights = weights.age.data();
  float largest = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t slot = root * k + j;
    const float* node_key = node_row(roots + slot) + d;
    const float* edge_key = edge_row(roots / 2 + slot);
    const float age = ages[j] = std::log1p(batch.ages[slot]);
    float match = 0;
    for (std::size_t i = 0; i < d; ++i) match += query[i] * (node_key[i] + edge_key[i] + age * age_weights[i]);
    attention[j] = match / std::sqrt(static_cast<float>(d));
    largest = j == 0 ? attention[j] : std::max(largest, attention[j]);
  }
  float sum = 0;
  for (std::size_t j = 0; j < count; ++j) sum += attention[j] = std::exp(attention[j] - largest);

  float* out = embedded.row(static_cast<Index>(root)).data();
  std::copy_n(query + 3 * d, d, out);
  for (std::size_t j = 0; j < count; ++j) {
    const std::size_t slot = root * k + j;
    const float* node_value = node_row(roots + slot) + 2 * d;
    const float* edge_value = edge_row(roots / 2 + slot) + d;
    const float share = attention[j] / sum;
    for (std::size_t i = 0; i < d; ++i)
      out[i] += share * (node_value[i] + edge_value[i] + ages[j] * age_weights[d + i]);
  }
  for (std::size_t i = 0; i < d; ++i) out[i] = std::max(out[i], 0.0F);
}

void TgnStep::Workspace::attend(const PreparedBatch& batch) {
  for (std::size_t root = 0; root < batch.counts.size(); ++root) attend(batch, root);
}

void TgnStep::compute(const PreparedBatch& batch, const TgnRows& rows, std::span<float> scores) {
  Workspace& work = *workspace_;
  assert(scores.size() == static_cast<std::size_t>(batch.size()));
  work.update_memory(rows, static_cast<Index>(batch.nodes.size()));
  work.project(batch);
  work.attend(batch);
  const auto d = static_cast<std::size_t>(work.shape.memory);
  for (std::size_t e = 0; e < scores.size(); ++e) {
    const float* source = work.embedded.row(static_cast<Index>(e)).data();
    const float* destination = work.embedded.row(static_cast<Index>(scores.size() + e)).data();
    scores[e] = 0;
    for (std::size_t i = 0; i < d; ++i) scores[e] += source[i] * destination[i];
  }
}

void TgnStep::write_back(const PreparedBatch& batch, TgnState& state) const {
  const Workspace& work = *workspace_;
  const auto size = static_cast<std::size_t>(batch.size()), k = work.attention.size();
  const std::int64_t d = work.shape.memory, features = work.shape.edge_features;
  for (const std::uint32_t root : batch.last_writes) {
    const std::size_t event = root % size, other = root < size ? size + event : event;
    const std::int64_t row = batch.nodes[batch.node_of[root]];
    const float* own_memory = work.updated.row(batch.node_of[root]).data();
    const float* other_memory = work.updated.row(batch.node_of[other]).data();
    const ConstRows edge = rows_of(batch.edge_rows, static_cast<Index>(batch.edges.size()), features);
    std::copy_n(own_memory, d, state.memory.data() + row * d);
    float* message = state.messages.data() + row * work.shape.message();
    message = std::copy_n(own_memory, d, message);
    message = std::copy_n(other_memory, d, message);
    message = std::copy_n(edge.row(batch.edge_of[event]).data(), features, message);
    *message = batch.counts[root] > 0 ? std::log1p(batch.ages[root * k]) : 0;
  }
}

}  // namespace tuplepack::temporal
