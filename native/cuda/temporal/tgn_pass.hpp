#pragma once

#include "cuda/temporal/prefetch.hpp"
#include "cuda/temporal/tgn.hpp"
#include "temporal/pipeline.hpp"

#include <memory>

namespace tuplepack::cuda {

/// The twin of tuplepack::TgnPass: a pipelined pass over the batches of a list of events, Prefetch followed by TgnStep.
/// Transfers are queued in one stream, steps in another; each step reads the state after the write-back of the previous
/// step.
class TgnPass {
 public:
  /// preparation, tables  as for Prefetch; table widths in bytes are 4 · those of `shape`
  /// options              pipeline_slots(depth) slots for the largest depth in use
  /// errors               unsupported (no device) · device
  [[nodiscard]] static Result<std::unique_ptr<TgnPass>> create(temporal::Preparation preparation,
                                                               const temporal::Features& tables,
                                                               const temporal::TgnShape& shape,
                                                               const PrefetchOptions& options);
  TgnPass(const TgnPass&) = delete;
  TgnPass& operator=(const TgnPass&) = delete;
  ~TgnPass();  ///< waits for queued work

  /// For run_pipeline; batches are complete after finish(). This object, the state and the scores must outlive them.
  /// state   read by each batch after the previous batch has written it
  /// scores  [E] in device memory, one for each event
  [[nodiscard]] temporal::PipelineStages stages(const TgnRows& state, std::span<float> scores);

  /// Waits for queued work.
  [[nodiscard]] Result<void> wait() const;
  /// Waits, and checks the status.
  /// errors  those of check_status · device
  [[nodiscard]] Result<void> finish() const;

 private:
  TgnPass(const temporal::TgnShape& shape, Prefetch prefetch, TgnStep step, TgnRows rows, OwnStream stream);
  [[nodiscard]] Result<void> compute(std::size_t slot, const TgnRows& state, std::span<float> scores) const;

  temporal::TgnShape shape_;
  Prefetch prefetch_;
  TgnStep step_;
  TgnRows rows_;
  OwnStream stream_;  ///< of the steps
};

}  // namespace tuplepack::cuda
