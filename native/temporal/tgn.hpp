#pragma once

#include "temporal/prepared_batch.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tuplepack {

// A stand-in for a training step, so that preparing is overlapped with real work and state is really written back. It
// is the forward pass of a network like TGN (Rossi et al. 2020) with random weights that stay as they are: a memory for
// each node that a gated unit updates by a message, attention over recent neighbours, a score for each event. Left out:
// the loss, gradients, and the learned cosines of time, in place of which log(1 + age) stands.

/// Widths, in floats.
struct TgnShape {
  std::int64_t memory = 32;        ///< d
  std::int64_t node_features = 0;  ///< n
  std::int64_t edge_features = 0;  ///< e

  /// A message: the node's memory, the other end's, the features of the edge, log(1 + time since the node's event
  /// before).
  [[nodiscard]] std::int64_t message() const { return 2 * memory + edge_features + 1; }
};

/// All row-major; a row of input times a matrix is a row of output.
struct TgnWeights {
  std::vector<float> update_message;  ///< [message, 3d] reset, update, candidate
  std::vector<float> update_memory;   ///< [d, 3d] the same
  std::vector<float> node;            ///< [d + n, 4d] query, key, value, own
  std::vector<float> edge;            ///< [e, 2d] key, value
  std::vector<float> age;             ///< [2d] key, value
};

/// Each matrix uniform in ±1/√inputs, from fixed draws: the same for one shape everywhere.
[[nodiscard]] TgnWeights random_weights(const TgnShape& shape);

/// State fields: a row for each node. All is 0 at first.
struct TgnState {
  TgnState(const TgnShape& shape, std::int64_t nodes)
      : memory(static_cast<std::size_t>(nodes * shape.memory)),
        messages(static_cast<std::size_t>(nodes * shape.message())) {}

  std::vector<float> memory;    ///< [nodes, d]
  std::vector<float> messages;  ///< [nodes, message] of the node's last event; taken up when the node comes next
};

/// The rows of the state for the nodes of one batch. Whoever computes has them; a slot must not.
struct TgnRows {
  TgnRows(const TgnShape& shape, std::int64_t most_nodes)
      : memory(static_cast<std::size_t>(most_nodes * shape.memory)),
        messages(static_cast<std::size_t>(most_nodes * shape.message())) {}

  std::vector<float> memory;    ///< [U, d], and room for more
  std::vector<float> messages;  ///< [U, message]
};

/// Copies the rows of a batch's nodes out of the state. It is right only when the batch before has been written back.
void read_state(const TgnShape& shape, const TgnState& state, std::span<const std::int64_t> nodes, TgnRows& rows);

/// One step after the other, on the CPU by Eigen, with the calling thread alone.
class TgnStep {
 public:
  /// largest  the largest batch; its widths of features are 4 · those of `shape`
  TgnStep(const TgnShape& shape, const BatchShape& largest);
  TgnStep(TgnStep&&) noexcept;
  TgnStep& operator=(TgnStep&&) noexcept;
  ~TgnStep();

  /// From the rows that were read: updates the memory of all nodes, attends over neighbours, and scores events.
  /// scores  [B] the product of both ends
  /// Every sum is taken in one order: the same rows give the same bits.
  void compute(const PreparedBatch& batch, const TgnRows& rows, std::span<float> scores);

  /// Writes what compute() found for the roots: their memory, and a message for their next event. Of the roots of one
  /// node the last writes (batch.last_writes), so that each row is written once.
  void write_back(const PreparedBatch& batch, TgnState& state) const;

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

}  // namespace tuplepack
