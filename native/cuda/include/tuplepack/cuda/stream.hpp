#pragma once

#include "tuplepack/base/result.hpp"

#include <memory>

struct CUstream_st;
struct CUevent_st;

namespace tuplepack::cuda {

/// A stream of the CUDA runtime, its cudaStream_t; nullptr is the default stream. Functions that take a stream are
/// asynchronous: they return as soon as their work is queued. What they read and write must live until it is done.
using Stream = CUstream_st*;

/// The host waits for the work queued so far.
[[nodiscard]] Result<void> synchronize(Stream stream);

/// An owned stream, which does not synchronize with any other, the default stream included. Destroyed with its owner;
/// queued work is still completed.
class OwnStream {
 public:
  /// errors  unsupported (no device) · device
  [[nodiscard]] static Result<OwnStream> create();
  [[nodiscard]] Stream get() const { return stream_.get(); }

 private:
  struct Destroy {
    void operator()(CUstream_st* stream) const;
  };
  std::unique_ptr<CUstream_st, Destroy> stream_;
};

/// A point in a stream for others to wait for. An event never recorded counts as complete. Without timing.
class Event {
 public:
  /// errors  unsupported (no device) · device
  [[nodiscard]] static Result<Event> create();
  [[nodiscard]] CUevent_st* get() const { return event_.get(); }

 private:
  struct Destroy {
    void operator()(CUevent_st* event) const;
  };
  std::unique_ptr<CUevent_st, Destroy> event_;
};

/// Records the event after the work queued so far.
[[nodiscard]] Result<void> record(const Event& event, Stream stream);

/// Work queued in the stream from now on waits for the event, as last recorded. The host does not wait.
[[nodiscard]] Result<void> wait(Stream stream, const Event& event);

/// The host waits for the event, as last recorded.
[[nodiscard]] Result<void> synchronize(const Event& event);

}  // namespace tuplepack::cuda
