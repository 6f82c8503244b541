#pragma once

#include "temporal/pipeline.hpp"
#include "temporal/prepare.hpp"
#include "temporal/tgn.hpp"

#include <vector>

namespace tuplepack {

/// Goes over the batches of a list of events in a pipeline: Preparation ahead, TgnStep behind, on the CPU. It owns the
/// slots; they and everything else are allocated once.
class TgnPass {
 public:
  /// depth  the largest depth of a pipeline it is used in
  TgnPass(Preparation preparation, const TgnShape& shape, std::int64_t depth);
  TgnPass(const TgnPass&) = delete;
  TgnPass& operator=(const TgnPass&) = delete;

  /// For run_pipeline. This, the state and the scores must outlive them.
  /// state   read by each batch when the batch before has written it
  /// scores  [E] one for each event
  [[nodiscard]] PipelineStages stages(TgnState& state, std::span<float> scores);

 private:
  struct Slot {
    explicit Slot(const BatchShape& shape)
        : memory(static_cast<std::size_t>(bytes_of_slot(shape))), room(slot_in(shape, memory)) {}

    std::vector<std::byte> memory;
    PreparedBatch room;
    PreparedBatch batch{};  ///< the part of it that is filled
  };

  TgnShape shape_;
  Preparation preparation_;
  TgnStep step_;
  TgnRows rows_;
  std::vector<Slot> slots_;
};

}  // namespace tuplepack
