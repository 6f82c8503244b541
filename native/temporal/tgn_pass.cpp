#include "temporal/tgn_pass.hpp"

#include <utility>

namespace tuplepack::temporal {

TgnPass::TgnPass(Preparation preparation, const TgnShape& shape, std::int64_t depth)
    : shape_(shape),
      preparation_(std::move(preparation)),
      step_(shape, preparation_.shape()),
      rows_(shape, preparation_.shape().node_requests()) {
  slots_.reserve(pipeline_slots(depth));
  while (slots_.size() < pipeline_slots(depth)) slots_.emplace_back(preparation_.shape());
}

PipelineStages TgnPass::stages(TgnState& state, std::span<float> scores) {
  const auto prepare = [this](std::int64_t batch, std::size_t slot) -> Result<void> {
    slots_[slot].batch = preparation_.prepare(batch, slots_[slot].room);
    return {};
  };
  const auto compute = [this, &state, scores](std::int64_t, std::size_t slot) -> Result<void> {
    const PreparedBatch& batch = slots_[slot].batch;
    read_state(shape_, state, batch.nodes, rows_);
    step_.compute(batch, rows_, scores.subspan(static_cast<std::size_t>(batch.first_event), batch.counts.size() / 2));
    step_.write_back(batch, state);
    return {};
  };
  return {.prepare = prepare, .compute = compute};
}

}  // namespace tuplepack::temporal
