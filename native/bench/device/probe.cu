#include "cuda/device/block.cuh"
#include "cuda/device/runtime.cuh"
#include "probe.hpp"

namespace tuplepack::bench {

static void destroy(CUevent_st* event) {
  static_cast<void>(cudaEventDestroy(event));
}

Result<DeviceStopwatch> DeviceStopwatch::create() {
  cudaEvent_t start = nullptr, stop = nullptr;
  const auto has_start = cuda::checked(cudaEventCreate(&start));
  if (!has_start) return tl::unexpected(has_start.error());
  Event owned_start(start, destroy);
  const auto has_stop = cuda::checked(cudaEventCreate(&stop));
  if (!has_stop) return tl::unexpected(has_stop.error());
  return DeviceStopwatch(std::move(owned_start), Event(stop, destroy));
}

Result<void> DeviceStopwatch::start(cuda::Stream stream) const {
  return cuda::checked(cudaEventRecord(start_.get(), stream));
}

Result<void> DeviceStopwatch::stop(cuda::Stream stream) const {
  return cuda::checked(cudaEventRecord(stop_.get(), stream));
}

Result<double> DeviceStopwatch::seconds() const {
  float milliseconds = 0;
  const auto waited = cuda::checked(cudaEventSynchronize(stop_.get()));
  if (!waited) return tl::unexpected(waited.error());
  const auto found = cuda::checked(cudaEventElapsedTime(&milliseconds, start_.get(), stop_.get()));
  if (!found) return tl::unexpected(found.error());
  return static_cast<double>(milliseconds) * 1e-3;
}

static __global__ void nothing_kernel() {}

Result<void> launch_nothing(cuda::Stream stream) {
  return cuda::launch(nothing_kernel, 1, cuda::lanes_per_warp, 0, stream);
}

static constexpr int sum_threads = 512;
static constexpr int loads_in_flight = 8;

/// A block reads tiles of 8 × 512 × 16 bytes: every thread has 8 loads in flight.
static __global__ void __launch_bounds__(sum_threads)
    sum_kernel(const uint4* chunks, std::int64_t count, std::uint32_t* sums) {
  constexpr std::int64_t tile = std::int64_t{loads_in_flight} * sum_threads;
  std::uint32_t sum = 0;
  for (std::int64_t begin = blockIdx.x * tile; begin < count; begin += gridDim.x * tile) {
    uint4 loaded[loads_in_flight];
#pragma unroll
    for (int i = 0; i < loads_in_flight; ++i) {
      const std::int64_t at = begin + i * sum_threads + threadIdx.x;
      loaded[i] = at < count ? chunks[at] : uint4{0, 0, 0, 0};
    }
#pragma unroll
    for (const uint4& chunk : loaded) sum += chunk.x + chunk.y + chunk.z + chunk.w;
  }
  sum = cuda::combined_in_block(sum, 0U, [](std::uint32_t a, std::uint32_t b) { return a + b; });
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

Result<void> sum_words(std::span<const std::uint32_t> words, std::span<std::uint32_t> sums, cuda::Stream stream) {
  return cuda::launch(sum_kernel, static_cast<std::int64_t>(sums.size()), sum_threads, 0, stream,
                      reinterpret_cast<const uint4*>(words.data()), static_cast<std::int64_t>(words.size() / 4),
                      sums.data());
}

}  // namespace tuplepack::bench
