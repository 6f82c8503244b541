#pragma once

#include "cuda/temporal/prefetch.hpp"
#include "cuda/temporal/tgn.hpp"
#include "temporal/pipeline.hpp"

#include <memory>

namespace tuplepack::cuda {

/// The twin of tuplepack::TgnPass: goes over the batches of a list of events in a pipeline, Prefetch ahead, TgnStep
/// behind. Transfers are queued in one stream, steps in another; state is read by the step, behind the write-back of
/// the step before.
class TgnPass {
 public:
  /// preparation, tables  as for Prefetch; widths of the tables are 4 · those of `shape`
  /// options              as many slots as pipeline_slots of the largest depth it is used in
  /// errors               what the runtime says
  [[nodiscard]] static Result<std::unique_ptr<TgnPass>> create(Preparation preparation, const Features& tables,
                                                               const TgnShape& shape, const PrefetchOptions& options);
  TgnPass(const TgnPass&) = delete;
  TgnPass& operator=(const TgnPass&) = delete;
  ~TgnPass();  ///< waits for what is queued

  /// For run_pipeline, whose batches are done after finish(). This, the state and the scores must outlive them.
  /// state   read by each batch when the batch before has written it
  /// scores  [E] in device memory, one for each event
  [[nodiscard]] PipelineStages stages(const TgnRows& state, std::span<float> scores);

  /// Waits for all that is queued.
  [[nodiscard]] Result<void> wait() const;
  /// Waits, and looks at the status.
  /// errors  what kernels have found wrong with the data, and what the runtime says
  [[nodiscard]] Result<void> finish() const;

 private:
  TgnPass(const TgnShape& shape, Prefetch prefetch, TgnStep step, TgnRows rows, OwnStream stream);
  [[nodiscard]] Result<void> compute(std::size_t slot, const TgnRows& state, std::span<float> scores) const;

  TgnShape shape_;
  Prefetch prefetch_;
  TgnStep step_;
  TgnRows rows_;
  OwnStream stream_;  ///< of the steps
};

}  // namespace tuplepack::cuda
