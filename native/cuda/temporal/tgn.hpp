#pragma once

#include "cuda/memory.hpp"
#include "cuda/status.hpp"
#include "temporal/tgn.hpp"

#include <memory>

/// The stand-in training step of native/temporal/tgn.hpp on the device: the same shapes, the same weights, the same
/// stages. Sums over a row of d values are taken by 32 lanes and multiplications are fused with additions, so that
/// values differ from the CPU's in their last bits; but every sum has one order, and there are no atomics: the same
/// input gives the same bits, run after run and whatever else the device does.
/// Batches are those of Preparation, with their arrays in device memory; indices in them are not checked again.
namespace tuplepack::cuda {

/// Rows of the state fields: of all nodes, or of those of one batch.
struct TgnRows {
  Array<float> memory;    ///< [rows, d]
  Array<float> messages;  ///< [rows, message]

  /// All 0. Waits for the device.
  /// errors  what the runtime says
  [[nodiscard]] static Result<TgnRows> zeros(const TgnShape& shape, std::int64_t rows);
};

/// Copies the rows of a batch's nodes out of the state. It is right only behind the write-back of the batch before: in
/// the same stream, or in one that waits for it.
/// nodes   [U] in device memory
/// rows    room for U
/// status  row_out_of_range: a node that is none of the state's
[[nodiscard]] Result<void> read_state(const TgnShape& shape, const TgnRows& state, std::span<const std::int64_t> nodes,
                                      const TgnRows& rows, StatusWord* status, Stream stream);

struct TgnWorkspace;

/// One step after the other: they share what they work on, so all are queued in one stream.
class TgnStep {
 public:
  /// largest  the largest batch; its widths of features are 4 · those of `shape`
  /// Waits for the device. Nothing is allocated later.
  /// errors   what the runtime says
  [[nodiscard]] static Result<TgnStep> create(const TgnShape& shape, const BatchShape& largest);
  TgnStep(TgnStep&&) noexcept;
  TgnStep& operator=(TgnStep&&) noexcept;
  ~TgnStep();

  /// From the rows that were read: updates the memory of all nodes, attends over neighbours, and scores events.
  /// rows    [U] of read_state
  /// scores  [B] in device memory: the product of both ends
  /// cost    for U nodes, F edges and B events 2·U·(3·d·(message + d) + 4·d·(d + n)) + 4·F·e·d operations, and little
  ///         more; seven launches, one more for features of nodes and one for those of edges
  [[nodiscard]] Result<void> compute(const PreparedBatch& batch, const TgnRows& rows, std::span<float> scores,
                                     Stream stream) const;

  /// Writes what compute() found for the roots: their memory, and a message for their next event. Of the roots of one
  /// node the last writes (batch.last_writes), so that no two threads write to one place.
  [[nodiscard]] Result<void> write_back(const PreparedBatch& batch, const TgnRows& state, Stream stream) const;

 private:
  explicit TgnStep(std::unique_ptr<TgnWorkspace> workspace);
  std::unique_ptr<TgnWorkspace> workspace_;
};

}  // namespace tuplepack::cuda
