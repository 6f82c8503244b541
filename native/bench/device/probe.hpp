#pragma once

#include "tuplepack/cuda/stream.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

struct CUevent_st;

/// Timing on a device, and kernels for its ceilings.
namespace tuplepack::bench {

/// The time between two events of a stream, by the device's clock.
class DeviceStopwatch {
 public:
  [[nodiscard]] static Result<DeviceStopwatch> create();

  [[nodiscard]] Result<void> start(cuda::Stream stream) const;
  [[nodiscard]] Result<void> stop(cuda::Stream stream) const;
  /// Waits for stop().
  [[nodiscard]] Result<double> seconds() const;

 private:
  using Event = std::unique_ptr<CUevent_st, void (*)(CUevent_st*)>;
  DeviceStopwatch(Event start, Event stop) : start_(std::move(start)), stop_(std::move(stop)) {}
  Event start_, stop_;
};

/// Queues an empty kernel.
[[nodiscard]] Result<void> launch_nothing(cuda::Stream stream);

/// Queues a read of all words at full memory bandwidth: sums[i] is the sum of the words read by block i, modulo 2^32.
/// words   aligned to 16 bytes, and so is its size
[[nodiscard]] Result<void> sum_words(std::span<const std::uint32_t> words, std::span<std::uint32_t> sums,
                                     cuda::Stream stream);

}  // namespace tuplepack::bench
