#pragma once

#include "cuda/stream.hpp"

#include <memory>

struct CUevent_st;

namespace tuplepack::cuda {

/// A stream of its own, whose work is done beside that of others, the default stream too. Given back with its owner;
/// what is queued is still done.
class OwnStream {
 public:
  /// errors  unsupported (no device: what the runtime says)
  [[nodiscard]] static Result<OwnStream> create();
  [[nodiscard]] Stream get() const { return stream_.get(); }

 private:
  struct Destroy {
    void operator()(CUstream_st* stream) const;
  };
  std::unique_ptr<CUstream_st, Destroy> stream_;
};

/// A point in the work of a stream, for others to wait for; behind them all until it is recorded. No time is kept.
class Event {
 public:
  /// errors  unsupported (no device: what the runtime says)
  [[nodiscard]] static Result<Event> create();
  [[nodiscard]] CUevent_st* get() const { return event_.get(); }

 private:
  struct Destroy {
    void operator()(CUevent_st* event) const;
  };
  std::unique_ptr<CUevent_st, Destroy> event_;
};

/// The event is now after the work queued so far.
[[nodiscard]] Result<void> record(const Event& event, Stream stream);

/// What is queued in the stream from now on begins after the event, as it was last recorded. The host does not wait.
[[nodiscard]] Result<void> wait(Stream stream, const Event& event);

/// The host waits for the event, as it was last recorded.
[[nodiscard]] Result<void> synchronize(const Event& event);

}  // namespace tuplepack::cuda
