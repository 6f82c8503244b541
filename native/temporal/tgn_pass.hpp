#pragma once

#include "temporal/pipeline.hpp"
#include "temporal/prepare.hpp"
#include "temporal/tgn.hpp"

#include <vector>

namespace tuplepack::temporal {

/// A pipelined pass over the batches of a list of events on the CPU: Preparation followed by TgnStep. Owns the slots;
/// everything is allocated once.
class TgnPass {
 public:
  /// depth  the largest pipeline depth in use
  TgnPass(Preparation preparation, const TgnShape& shape, std::int64_t depth);
  TgnPass(const TgnPass&) = delete;
  TgnPass& operator=(const TgnPass&) = delete;

  /// For run_pipeline. This object, the state and the scores must outlive them.
  /// state   read by each batch after the previous batch has written it
  /// scores  [E] one per event
  [[nodiscard]] PipelineStages stages(TgnState& state, std::span<float> scores);

 private:
  struct Slot {
    explicit Slot(const BatchShape& shape)
        : memory(static_cast<std::size_t>(bytes_of_slot(shape))), room(slot_in(shape, memory)) {}

    std::vector<std::byte> memory;
    PreparedBatch room;
    PreparedBatch batch{};  ///< the filled part
  };

  TgnShape shape_;
  Preparation preparation_;
  TgnStep step_;
  TgnRows rows_;
  std::vector<Slot> slots_;
};

}  // namespace tuplepack::temporal
