#pragma once

#include "tuplepack/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tuplepack {

// Batches of timed interactions are prepared while the one before them computes (Gao et al. 2024). Two kinds of
// data take two ways:
//   static  what no batch changes: neighbours, unique ids, features. It is prepared ahead.
//   state   what every batch writes: the memory of nodes. It is read when the batch before has written, never earlier:
//           prepared ahead it would be too old, and the result would depend on timing.

/// The two stages of a batch. A slot is the place for one prepared batch: buffers that its owner made once, and that
/// batch after batch is prepared in.
struct PipelineStages {
  /// Fills the slot with the static data of a batch: split → sample → unique → gather → transfer. Called for the
  /// batches in order, by one thread, which with a depth of 1 or more is not the one that computes. Reads no state.
  std::function<Result<void>(std::int64_t batch, std::size_t slot)> prepare;

  /// Reads the state of the batch, computes, writes the state back. Called for the batches in order, by the thread that
  /// calls run_pipeline. The slot is prepared, and stays as it is until this returns.
  std::function<Result<void>(std::int64_t batch, std::size_t slot)> compute;

  /// Asked before each batch, by the thread that computes: whether to go no further. May be empty: never.
  std::function<bool()> stop{};
};

// On a device both stages queue their work and return. What they share is then ordered by events of its runtime, two to
// a slot: `prepared`, recorded after the transfer, which the stream that computes waits for; and `computed`, recorded
// after the step, which the stream that transfers waits for before it fills the slot anew. Host memory that a transfer
// reads is free again when `prepared` has come to pass: the prepare stage waits for that before it writes there. The
// stream that computes takes steps in order, so that state is read after the write-back of the batch before.

/// The same stages, each of which returns only after `wait`: when the work it queued on a device is done.
[[nodiscard]] PipelineStages synchronous(const PipelineStages& stages, const std::function<Result<void>()>& wait);

/// How many slots a pipeline of this depth has: one for the batch that computes, one for each that is prepared ahead.
[[nodiscard]] constexpr std::size_t pipeline_slots(std::int64_t depth) {
  return static_cast<std::size_t>(depth) + 1;
}

/// Runs batches 0 … batches − 1 through both stages.
/// depth   how many batches may be prepared ahead of the one that computes; 0: none, all is done by the calling thread
///         in turn, which is what every other depth is compared with
/// result  how many batches were computed: fewer than there are when asked to stop
/// errors  those of the stages. A batch that fails ends the run after all batches before it were computed, as it does
///         at depth 0. What a stage throws is thrown to the caller at the same point.
/// However it ends, the thread that prepares has ended before this returns, and no stage is called any more.
[[nodiscard]] Result<std::int64_t> run_pipeline(std::int64_t batches, std::int64_t depth, const PipelineStages& stages);

}  // namespace tuplepack
