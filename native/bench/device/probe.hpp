#pragma once

#include "cuda/stream.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

struct CUevent_st;

/// What measuring on a device takes beside the kernels that are measured.
namespace tuplepack::bench {

/// The time between two moments of a stream, by the device's own clock.
class DeviceStopwatch {
 public:
  [[nodiscard]] static Result<DeviceStopwatch> create();

  [[nodiscard]] Result<void> start(cuda::Stream stream) const;
  [[nodiscard]] Result<void> stop(cuda::Stream stream) const;
  /// Waits for the stop.
  [[nodiscard]] Result<double> seconds() const;

 private:
  using Event = std::unique_ptr<CUevent_st, void (*)(CUevent_st*)>;
  DeviceStopwatch(Event start, Event stop) : start_(std::move(start)), stop_(std::move(stop)) {}
  Event start_, stop_;
};

/// Queues a kernel that does nothing.
[[nodiscard]] Result<void> launch_nothing(cuda::Stream stream);

/// Queues reading all words, at the speed of the memory: sums[i] is the sum of what block i reads, modulo 2^32.
/// words   starts at a multiple of 16, and its size is one
[[nodiscard]] Result<void> sum_words(std::span<const std::uint32_t> words, std::span<std::uint32_t> sums,
                                     cuda::Stream stream);

}  // namespace tuplepack::bench
