#pragma once

#include "bench/measuring/bench.hpp"
#include "bench/measuring/share_report.hpp"
#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/status.hpp"

namespace tuplepack::bench {

/// Queues a piece of work.
using Queue = std::function<Result<void>(cuda::Stream)>;

/// The stream of all benchmarks.
inline constexpr cuda::Stream bench_stream = nullptr;

/// Device time. Runs work, after a warm-up, at least ten times and for at least `shortest` seconds. Short work is
/// queued many times per measurement.
/// prepare   queued before each run, untimed; may be empty
[[nodiscard]] Timing measure_device(const Queue& work, double shortest, const Queue& prepare = {});

/// How long one case is repeated, in seconds.
[[nodiscard]] double shortest_device_time(const ShareOptions& options);

/// Device memory shared by all cases, far beyond the caches, and the ceilings of the device:
///   memset · read · copy, over a quarter of the memory (bytes read and written are both counted)
///   host to device, from pinned memory · launch, of an empty kernel
[[nodiscard]] cuda::Memory device_arena(const ShareOptions& options);
[[nodiscard]] std::vector<Ceiling> measure_device_ceilings(std::span<std::byte> arena, double shortest,
                                                           const Say& progress);

/// The device's name and compute capability. Throws std::runtime_error when there is no device.
[[nodiscard]] std::string device_text();

/// Throws std::runtime_error if a kernel reported a fault.
void check_status_of(const std::string& name, const cuda::Array<cuda::StatusWord>& status);

template <typename T>
[[nodiscard]] cuda::Array<T> allocate_on_device(std::size_t count) {
  return expect(cuda::Array<T>::allocate(static_cast<std::int64_t>(count)), "device memory");
}

/// Waits for the copy.
template <typename T>
void copy_values(std::span<const T> from, std::span<T> to) {
  expect(cuda::copy(std::as_bytes(from), std::as_writable_bytes(to), bench_stream), "copy");
  expect(cuda::synchronize(bench_stream), "copy");
}

template <typename T>
[[nodiscard]] cuda::Array<T> to_device(std::span<const T> values) {
  cuda::Array<T> array = allocate_on_device<T>(values.size());
  copy_values(values, array.values());
  return array;
}

template <typename T>
[[nodiscard]] std::vector<T> to_host(std::span<const T> values) {
  std::vector<T> copied(values.size());
  copy_values(values, std::span<T>(copied));
  return copied;
}

}  // namespace tuplepack::bench
