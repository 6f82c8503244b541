#include "temporal/pipeline.hpp"

#include "temporal/batch_queue.hpp"

#include <cassert>
#include <optional>
#include <utility>

namespace tuplepack::temporal {

PipelineStages synchronous(const PipelineStages& stages, const std::function<Result<void>()>& wait) {
  const auto then_wait = [&](const auto& stage) {
    return [stage, wait](std::int64_t batch, std::size_t slot) {
      Result<void> done = stage(batch, slot);
      return done ? wait() : done;
    };
  };
  return {.prepare = then_wait(stages.prepare), .compute = then_wait(stages.compute), .stop = stages.stop};
}

Result<std::int64_t> run_pipeline(std::int64_t batches, std::int64_t depth, const PipelineStages& stages) {
  assert(batches >= 0 && depth >= 0);
  const auto prepare = [&](std::int64_t batch, std::size_t slot, std::size_t) { return stages.prepare(batch, slot); };
  BatchQueue queue(batches, depth, 1, prepare);
  for (std::int64_t batch = 0; batch < batches; ++batch) {
    if (stages.stop && stages.stop()) return batch;
    const Result<std::optional<std::size_t>> slot = queue.next();
    if (!slot) return tl::unexpected(slot.error());
    if (Result<void> computed = stages.compute(batch, **slot); !computed) {
      return tl::unexpected(std::move(computed.error()));
    }
  }
  return batches;
}

}  // namespace tuplepack::temporal
