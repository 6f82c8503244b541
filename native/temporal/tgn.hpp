#pragma once

#include "temporal/prepared_batch.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tuplepack::temporal {

// A TGN-like step that stands in for training, so that preparation overlaps real work and state is really written back:
// the forward pass of a network like TGN (Rossi et al. 2020) with fixed random weights. A gated recurrent unit updates
// a memory per node from a message; attention over recent neighbours gives an embedding, and each event a score.
// Without loss and gradients, and with log(1 + age) in place of the learned time encoding.

/// Widths, in floats.
struct TgnShape {
  std::int64_t memory = 32;        ///< d
  std::int64_t node_features = 0;  ///< n
  std::int64_t edge_features = 0;  ///< e

  /// A message: the memory of the node and of the other end, the edge features, log(1 + time since the node's previous
  /// event).
  [[nodiscard]] std::int64_t message() const { return 2 * memory + edge_features + 1; }
};

/// Row-major; applied as row vector · matrix.
struct TgnWeights {
  std::vector<float> update_message;  ///< [message, 3d] reset, update, candidate
  std::vector<float> update_memory;   ///< [d, 3d] the same
  std::vector<float> node;            ///< [d + n, 4d] query, key, value, own
  std::vector<float> edge;            ///< [e, 2d] key, value
  std::vector<float> age;             ///< [2d] key, value
};

/// Each matrix uniform in ±1/√inputs from a fixed seed: the same for a shape on every platform.
[[nodiscard]] TgnWeights random_weights(const TgnShape& shape);

/// The state: a row for each node, initially 0.
struct TgnState {
  TgnState(const TgnShape& shape, std::int64_t nodes)
      : memory(static_cast<std::size_t>(nodes * shape.memory)),
        messages(static_cast<std::size_t>(nodes * shape.message())) {}

  std::vector<float> memory;    ///< [nodes, d]
  std::vector<float> messages;  ///< [nodes, message] of the node's last event; applied at its next event
};

/// The rows of the state for the nodes of one batch. Owned by the compute stage; a slot must not hold state.
struct TgnRows {
  TgnRows(const TgnShape& shape, std::int64_t node_capacity)
      : memory(static_cast<std::size_t>(node_capacity * shape.memory)),
        messages(static_cast<std::size_t>(node_capacity * shape.message())) {}

  std::vector<float> memory;    ///< [U, d], and room for more
  std::vector<float> messages;  ///< [U, message]
};

/// Copies the rows of a batch's nodes out of the state, after the write-back of the previous batch.
void read_state(const TgnShape& shape, const TgnState& state, std::span<const std::int64_t> nodes, TgnRows& rows);

/// The step on the CPU, with Eigen on the calling thread.
class TgnStep {
 public:
  /// largest  the largest batch; its feature widths in bytes are 4 · those of `shape`
  TgnStep(const TgnShape& shape, const BatchShape& largest);
  TgnStep(TgnStep&&) noexcept;
  TgnStep& operator=(TgnStep&&) noexcept;
  ~TgnStep();

  /// Updates the memory of all nodes from the rows that were read, attends over neighbours, and scores events.
  /// scores  [B] the dot product of both ends
  /// Every sum has a fixed order: results are bitwise reproducible.
  void compute(const PreparedBatch& batch, const TgnRows& rows, std::span<float> scores);

  /// Writes the roots' memory from compute() and a message for their next event. Of several roots with the same node
  /// only the last one writes (batch.last_writes), so each row is written once.
  void write_back(const PreparedBatch& batch, TgnState& state) const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace tuplepack::temporal
