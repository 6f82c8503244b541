#pragma once

#include "tuplepack/base/result.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tuplepack::temporal {

/// Batches that threads prepare ahead of the one that takes them. They are begun and taken in order, and may be finished
/// in any. A slot is the buffer of one prepared batch, used again by later ones.
class BatchQueue {
 public:
  /// Fills the slot with a batch.
  /// thread  below workers(); calls with the same number never overlap
  using Prepare = std::function<Result<void>(std::int64_t batch, std::size_t slot, std::size_t thread)>;

  /// depth    the number of batches prepared ahead; 0: next() prepares its batch itself
  /// threads  at least 1; workers() of them start
  BatchQueue(std::int64_t batches, std::int64_t depth, std::size_t threads, Prepare prepare);

  /// Waits until the threads have finished the batches that they are at.
  ~BatchQueue();

  /// Waits for the threads as the destructor does, also while another thread is in next(), which takes nothing any more.
  void stop();

  BatchQueue(const BatchQueue&) = delete;
  BatchQueue& operator=(const BatchQueue&) = delete;

  /// The slots of such a queue: one for the batch that was taken, one for each that can be prepared ahead.
  [[nodiscard]] static constexpr std::size_t slots(std::int64_t batches, std::int64_t depth) {
    return static_cast<std::size_t>(std::min(depth, batches)) + 1;
  }

  /// The threads that have something to do, at least 1: no more than slots and batches.
  [[nodiscard]] static constexpr std::size_t workers(std::int64_t batches, std::int64_t depth, std::size_t threads) {
    return std::max<std::size_t>(1, std::min({threads, slots(batches, depth), static_cast<std::size_t>(batches)}));
  }

  /// Takes the next batch, and frees the slot of the one before. One caller at a time.
  /// result  its slot, which does not change until the next call; none: all were taken, or the queue was stopped
  /// errors  that of preparing this batch; what was thrown there is thrown here. No batch comes after it
  [[nodiscard]] Result<std::optional<std::size_t>> next();

 private:
  /// How far a slot is.
  struct Slot {
    bool is_ready = false;
    Result<void> outcome{};
    std::exception_ptr thrown{};
  };

  std::int64_t batches_;  // fewer after an error: those up to it
  std::int64_t depth_;
  Prepare prepare_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Slot> slots_;
  std::int64_t begun_ = 0, taken_ = 0, freed_ = 0;
  bool is_ended_ = false;
  std::vector<std::thread> threads_;

  void work(std::size_t thread);
  [[nodiscard]] std::optional<std::int64_t> begin_one();
  void finish(std::int64_t batch, Slot done);
};

}  // namespace tuplepack::temporal
