#pragma once

#include "temporal/tgn.hpp"
#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/status.hpp"

#include <memory>

/// The TGN-like training step of native/temporal/tgn.hpp on the device: the same shapes, weights and stages. Sums over
/// a row of d values are split over 32 lanes and use fused multiply-add, so values differ from the CPU's in the last
/// bits; but every sum has a fixed order and there are no atomics, so results are bitwise reproducible.
/// Batches are those of Preparation, with their arrays in device memory; their indices are not checked again.
namespace tuplepack::cuda {

/// Rows of the state: of all nodes, or of the nodes of one batch.
struct TgnRows {
  Array<float> memory;    ///< [rows, d]
  Array<float> messages;  ///< [rows, message]

  /// Zero-initialised. Synchronizes.
  /// errors  unsupported (no device) · device
  [[nodiscard]] static Result<TgnRows> zeros(const temporal::TgnShape& shape, std::int64_t rows);
};

/// Copies the rows of a batch's nodes out of the state. Must be ordered after the write-back of the previous batch: in
/// the same stream, or in one that waits for it.
/// nodes   [U] in device memory
/// rows    room for U
/// status  row_out_of_range: a node outside the state
[[nodiscard]] Result<void> read_state(const temporal::TgnShape& shape, const TgnRows& state,
                                      std::span<const std::int64_t> nodes, const TgnRows& rows, StatusWord* status,
                                      Stream stream);

struct TgnWorkspace;

/// Steps share their workspace, so they must all be queued in one stream.
class TgnStep {
 public:
  /// Allocates everything, and synchronizes.
  /// largest  the largest batch; its feature widths in bytes are 4 · those of `shape`
  /// errors   unsupported (no device) · device
  [[nodiscard]] static Result<TgnStep> create(const temporal::TgnShape& shape, const temporal::BatchShape& largest);
  TgnStep(TgnStep&&) noexcept;
  TgnStep& operator=(TgnStep&&) noexcept;
  ~TgnStep();

  /// Updates the memory of all nodes from the rows that were read, attends over neighbours, and scores events.
  /// rows    [U] from read_state
  /// scores  [B] in device memory: the dot product of both ends
  /// cost    about 2·U·(3·d·(message + d) + 4·d·(d + n)) + 4·F·e·d operations for U nodes, F edges and B events; seven
  ///         launches, one more for node features and one for edge features
  [[nodiscard]] Result<void> compute(const temporal::PreparedBatch& batch, const TgnRows& rows, std::span<float> scores,
                                     Stream stream) const;

  /// Writes the roots' memory from compute() and a message for their next event. Of several roots with the same node
  /// only the last one writes (batch.last_writes), so writes never conflict.
  [[nodiscard]] Result<void> write_back(const temporal::PreparedBatch& batch, const TgnRows& state,
                                        Stream stream) const;

 private:
  explicit TgnStep(std::unique_ptr<TgnWorkspace> workspace);
  std::unique_ptr<TgnWorkspace> workspace_;
};

}  // namespace tuplepack::cuda
