#include "temporal/pipeline.hpp"

#include <cassert>
#include <condition_variable>
#include <future>
#include <mutex>

namespace tuplepack {

PipelineStages synchronous(const PipelineStages& stages, const std::function<Result<void>()>& wait) {
  const auto then_wait = [&](const auto& stage) {
    return [stage, wait](std::int64_t batch, std::size_t slot) {
      Result<void> done = stage(batch, slot);
      return done ? wait() : done;
    };
  };
  return {.prepare = then_wait(stages.prepare), .compute = then_wait(stages.compute), .stop = stages.stop};
}

/// How far the two threads are.
class Handover {
 public:
  explicit Handover(std::int64_t depth) : depth_(depth) {}

  /// Waits until the slot of a batch may be filled; false: there is no need any more.
  [[nodiscard]] bool wait_for_slot(std::int64_t batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || batch - computed_ <= depth_; });
    return !ended_;
  }

  /// Waits until a batch is prepared; false: it never will be.
  [[nodiscard]] bool wait_for_batch(std::int64_t batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || prepared_ > batch; });
    return prepared_ > batch;
  }

  void batch_prepared() {
    change([&] { ++prepared_; });
  }
  void batch_computed() {
    change([&] { ++computed_; });
  }
  void end() {
    change([&] { ended_ = true; });
  }

 private:
  std::int64_t depth_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::int64_t prepared_ = 0, computed_ = 0;
  bool ended_ = false;

  template <typename Change>
  void change(const Change& change) {
    {
      const std::lock_guard lock(mutex_);
      change();
    }
    changed_.notify_all();
  }
};

/// Tells the other thread when this one ends, in whichever way.
class Ending {
 public:
  explicit Ending(Handover& handover) : handover_(handover) {}
  ~Ending() { handover_.end(); }
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

 private:
  Handover& handover_;
};

static std::size_t slot_of(std::int64_t batch, std::int64_t depth) {
  return static_cast<std::size_t>(batch) % pipeline_slots(depth);
}

static Result<void> prepare_ahead(std::int64_t batches, std::int64_t depth, const PipelineStages& stages,
                                  Handover& handover) {
  const Ending ending(handover);
  for (std::int64_t batch = 0; batch < batches && handover.wait_for_slot(batch); ++batch) {
    if (auto prepared = stages.prepare(batch, slot_of(batch, depth)); !prepared) return prepared;
    handover.batch_prepared();
  }
  return {};
}

/// Calls compute(batch) for one batch after the other, each when ready(batch) says that it is prepared.
template <typename Ready, typename Compute>
static Result<std::int64_t> compute_in_order(std::int64_t batches, const std::function<bool()>& stop,
                                             const Ready& ready, const Compute& compute) {
  for (std::int64_t batch = 0; batch < batches; ++batch) {
    if (stop && stop()) return batch;
    if (Result<void> prepared = ready(batch); !prepared) return tl::unexpected(std::move(prepared.error()));
    if (Result<void> computed = compute(batch); !computed) return tl::unexpected(std::move(computed.error()));
  }
  return batches;
}

static Result<std::int64_t> run_in_turn(std::int64_t batches, const PipelineStages& stages) {
  return compute_in_order(
      batches, stages.stop, [&](std::int64_t batch) { return stages.prepare(batch, 0); },
      [&](std::int64_t batch) { return stages.compute(batch, 0); });
}

static Result<std::int64_t> run_overlapped(std::int64_t batches, std::int64_t depth, const PipelineStages& stages) {
  Handover handover(depth);
  // Destroyed in the opposite order: `ending` tells the thread, then `preparing` waits for it.
  std::future<Result<void>> preparing =
      std::async(std::launch::async, [&] { return prepare_ahead(batches, depth, stages, handover); });
  const Ending ending(handover);
  return compute_in_order(
      batches, stages.stop,
      [&](std::int64_t batch) { return handover.wait_for_batch(batch) ? Result<void>{} : preparing.get(); },
      [&](std::int64_t batch) {
        Result<void> computed = stages.compute(batch, slot_of(batch, depth));
        if (computed) handover.batch_computed();
        return computed;
      });
}

Result<std::int64_t> run_pipeline(std::int64_t batches, std::int64_t depth, const PipelineStages& stages) {
  assert(batches >= 0 && depth >= 0);
  return depth == 0 ? run_in_turn(batches, stages) : run_overlapped(batches, depth, stages);
}

}  // namespace tuplepack
