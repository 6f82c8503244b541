#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tuplepack::temporal {

// A pipeline that prepares batches of temporal interactions while the previous batch computes (Gao et al. 2024). It
// distinguishes two kinds of data:
//   static  never written by a batch: neighbours, unique ids, features. Prepared ahead.
//   state   written by every batch: the memory of nodes. Read after the write-back of the previous batch, never
//           earlier: prefetched state would be stale, and results would depend on timing.

/// The two stages of a batch. A slot is the buffer of one prepared batch, allocated once and reused by later batches.
struct PipelineStages {
  /// Fills the slot with the static data of a batch: split → sample → unique → gather → transfer. Called for the
  /// batches in order by one thread, a background thread if the depth is 1 or more. Must not read state.
  std::function<Result<void>(std::int64_t batch, std::size_t slot)> prepare;

  /// Reads the state of the batch, computes, and writes the state back. Called for the batches in order by the thread
  /// that calls run_pipeline. The slot is prepared, and does not change until this returns.
  std::function<Result<void>(std::int64_t batch, std::size_t slot)> compute;

  /// Polled before each batch by the computing thread: true stops the pipeline. May be empty.
  std::function<bool()> stop{};
};

// On a device both stages queue their work and return. Two events per slot order it: `prepared`, recorded after the
// transfer, for the compute stream to wait for; and `computed`, recorded after the step, for the transfer stream to
// wait for before it refills the slot. The prepare stage also waits on the host for `prepared` before it overwrites the
// host memory of the slot. The compute stream runs steps in order, so state is read after the write-back of the
// previous batch.

/// The same stages, each followed by `wait`, so that a stage returns when the work it queued on a device is done.
[[nodiscard]] PipelineStages synchronous(const PipelineStages& stages, const std::function<Result<void>()>& wait);

/// The number of slots of a pipeline of this depth: one for the computing batch, one for each batch prepared ahead.
[[nodiscard]] constexpr std::size_t pipeline_slots(std::int64_t depth) {
  return static_cast<std::size_t>(depth) + 1;
}

/// Runs batches 0 … batches − 1 through both stages.
/// depth   the number of batches prepared ahead; 0: sequential, both stages on the calling thread
/// result  the number of batches computed: fewer than `batches` after a stop
/// errors  those of the stages. A failing batch ends the run after all earlier batches were computed, as at depth 0;
///         exceptions of a stage propagate to the caller at the same point.
/// The background thread has always ended before this returns.
[[nodiscard]] Result<std::int64_t> run_pipeline(std::int64_t batches, std::int64_t depth, const PipelineStages& stages);

}  // namespace tuplepack::temporal
