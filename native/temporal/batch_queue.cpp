#include "temporal/batch_queue.hpp"

#include <algorithm>
#include <cassert>
#include <system_error>
#include <utility>

namespace tuplepack::temporal {

BatchQueue::BatchQueue(std::int64_t batches, std::int64_t depth, std::size_t threads, Prepare prepare)
    : batches_(batches), depth_(depth), prepare_(std::move(prepare)), slots_(slots(batches, depth)) {
  assert(batches >= 0 && depth >= 0 && threads >= 1);
  if (depth == 0 || batches == 0) return;
  const std::size_t useful = workers(batches, depth, threads);
  threads_.reserve(useful);
  for (std::size_t thread = 0; thread < useful; ++thread) {
    try {
      threads_.emplace_back([this, thread] { work(thread); });
    } catch (const std::system_error&) {  // the system allows no more: fewer do the same
      if (threads_.empty()) throw;
      break;
    } catch (...) {
      stop();
      throw;
    }
  }
}

BatchQueue::~BatchQueue() {
  stop();
}

void BatchQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

/// The next batch to prepare, when its slot is free; none: there is nothing left to do.
std::optional<std::int64_t> BatchQueue::begin_one() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_ended_ || begun_ >= batches_ || begun_ - freed_ <= depth_; });
  if (is_ended_ || begun_ >= batches_) return std::nullopt;
  return begun_++;
}

void BatchQueue::finish(std::int64_t batch, Slot done) {
  {
    const std::lock_guard lock(mutex_);
    if (!done.outcome || done.thrown) batches_ = std::min(batches_, batch + 1);
    slots_[static_cast<std::size_t>(batch) % slots_.size()] = std::move(done);
  }
  changed_.notify_all();
}

void BatchQueue::work(std::size_t thread) {
  while (const auto batch = begin_one()) {
    Slot done{.is_ready = true};
    try {
      done.outcome = prepare_(*batch, static_cast<std::size_t>(*batch) % slots_.size(), thread);
    } catch (...) {
      done.thrown = std::current_exception();
    }
    finish(*batch, std::move(done));
  }
}

Result<std::optional<std::size_t>> BatchQueue::next() {
  std::unique_lock lock(mutex_);
  freed_ = taken_;
  if (is_ended_ || taken_ >= batches_) return std::nullopt;
  const std::int64_t batch = std::exchange(taken_, batches_);  // nothing comes after a batch that fails
  const std::size_t place = static_cast<std::size_t>(batch) % slots_.size();
  Slot& slot = slots_[place];
  if (depth_ == 0) {
    slot.outcome = prepare_(batch, place, 0);
  } else {
    changed_.notify_all();
    changed_.wait(lock, [&] { return slot.is_ready || is_ended_; });
    if (is_ended_) return std::nullopt;
    slot.is_ready = false;
  }
  if (slot.thrown) std::rethrow_exception(slot.thrown);
  if (!slot.outcome) return tl::unexpected(slot.outcome.error());
  taken_ = batch + 1;
  return place;
}

}  // namespace tuplepack::temporal
