#pragma once
// CUDA's runtime on the host, as far as native/cuda uses it, so that a machine without a GPU runs the very kernels: the
// .cu files are compiled as C++ against this header. One thread of the host runs every thread of a block in turn, from
// one meeting of the threads (a barrier, a vote, a shuffle) to the next. It stops the program where threads wait for
// each other in vain or meet in different calls. Every other launch runs the threads in the opposite order, so that a
// result that depends on their order is not the same twice. What is queued in a stream that somebody created is done as
// late as it may be, when the host waits for it, so that nobody gets away with not waiting; the default stream does its
// work at once.
#include "tuplepack/training/cross_entropy.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#define __device__
#define __global__
#define __host__
#define __shared__ static
#define __launch_bounds__(...)
#define __grid_constant__

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  dim3() = default;
  explicit dim3(unsigned size) : x(size) {}
};
struct alignas(8) int2 {
  int x, y;
};
inline int2 make_int2(int x, int y) {
  return {x, y};
}
struct alignas(16) int4 {
  int x, y, z, w;
};
inline int4 make_int4(int x, int y, int z, int w) {
  return {x, y, z, w};
}

inline uint3 threadIdx, blockIdx;
inline dim3 blockDim, gridDim;

struct CUstream_st;

namespace emulator {

inline constexpr int lanes = 32;
inline constexpr std::size_t device_memory = std::size_t{1} << 30;
inline constexpr std::size_t shared_memory_of_block = 227 * 1024;
inline constexpr std::size_t shared_memory_unasked = 48 * 1024;

/// What the threads of a warp, or of the block, meet in.
enum class Meeting { syncwarp, ballot, match, shuffle, reduce, syncthreads, syncthreads_or };

/// Waits for the other lanes of the warp and returns what each of the 32 has brought.
const std::uint64_t* exchange_in_warp(Meeting meeting, std::uint64_t value);
/// Waits for the other threads of the block; whether any has brought a true.
bool any_in_block(Meeting meeting, bool value);

std::byte* shared_memory();
void run_grid(dim3 grid, dim3 block, std::size_t shared, const std::function<void()>& thread);
/// Does the work when the stream's turn comes.
void enqueue(CUstream_st* stream, std::function<void()> work);

}  // namespace emulator

// ---- what threads do together

inline int emulated_lane() {
  return static_cast<int>(threadIdx.x) % emulator::lanes;
}
inline void __syncthreads() {
  emulator::any_in_block(emulator::Meeting::syncthreads, false);
}
inline int __syncthreads_or(int value) {
  return emulator::any_in_block(emulator::Meeting::syncthreads_or, value != 0) ? 1 : 0;
}
inline void __syncwarp() {
  emulator::exchange_in_warp(emulator::Meeting::syncwarp, 0);
}
inline unsigned __ballot_sync(unsigned, bool value) {
  const std::uint64_t* all = emulator::exchange_in_warp(emulator::Meeting::ballot, value ? 1 : 0);
  unsigned bits = 0;
  for (int i = 0; i < emulator::lanes; ++i) bits |= static_cast<unsigned>(all[i]) << i;
  return bits;
}
inline int __any_sync(unsigned mask, bool value) {
  return __ballot_sync(mask, value) != 0 ? 1 : 0;
}
inline int __all_sync(unsigned mask, bool value) {
  return __ballot_sync(mask, value) == mask ? 1 : 0;
}
inline unsigned __match_any_sync(unsigned, std::int32_t value) {
  const auto own = static_cast<std::uint32_t>(value);
  const std::uint64_t* all = emulator::exchange_in_warp(emulator::Meeting::match, own);
  unsigned bits = 0;
  for (int i = 0; i < emulator::lanes; ++i) bits |= static_cast<unsigned>(all[i] == own) << i;
  return bits;
}
template <typename T>
T emulated_shuffle(T value, int lane) {
  static_assert(sizeof(T) == 4);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint64_t* all = emulator::exchange_in_warp(emulator::Meeting::shuffle, bits);
  bits = static_cast<std::uint32_t>(all[lane]);
  std::memcpy(&value, &bits, sizeof bits);
  return value;
}
template <typename T>
T __shfl_sync(unsigned, T value, int lane) {
  return emulated_shuffle(value, lane);
}
template <typename T>
T __shfl_xor_sync(unsigned, T value, int distance) {
  return emulated_shuffle(value, emulated_lane() ^ distance);
}
template <typename T>
T __shfl_up_sync(unsigned, T value, int distance) {
  return emulated_shuffle(value, emulated_lane() < distance ? emulated_lane() : emulated_lane() - distance);
}
inline std::int32_t __reduce_min_sync(unsigned, std::int32_t value) {
  const std::uint64_t* all = emulator::exchange_in_warp(emulator::Meeting::reduce, static_cast<std::uint32_t>(value));
  for (int i = 0; i < emulator::lanes; ++i) value = std::min(value, static_cast<std::int32_t>(all[i]));
  return value;
}
inline std::int32_t __reduce_max_sync(unsigned, std::int32_t value) {
  const std::uint64_t* all = emulator::exchange_in_warp(emulator::Meeting::reduce, static_cast<std::uint32_t>(value));
  for (int i = 0; i < emulator::lanes; ++i) value = std::max(value, static_cast<std::int32_t>(all[i]));
  return value;
}

// ---- what a thread does alone

template <typename T>
T atomicAdd(T* at, T value) {
  return std::exchange(*at, *at + value);
}
template <typename T>
T atomicMin(T* at, T value) {
  return std::exchange(*at, std::min(*at, value));
}
template <typename T>
T atomicMax(T* at, std::type_identity_t<T> value) {
  return std::exchange(*at, std::max(*at, value));
}
template <typename T>
T atomicOr(T* at, T value) {
  return std::exchange(*at, *at | value);
}
template <typename T>
T __ldcg(const T* at) {
  return *at;
}
inline int __popc(unsigned bits) {
  return std::popcount(bits);
}
inline int __ffs(int bits) {
  return bits == 0 ? 0 : std::countr_zero(static_cast<unsigned>(bits)) + 1;
}
inline int __clz(int bits) {
  return std::countl_zero(static_cast<unsigned>(bits));
}
inline int4 __ldcs(const int4* at) {
  if (reinterpret_cast<std::uintptr_t>(at) % 16 != 0) std::abort();
  return *at;
}
template <typename T>
void __stcs(T* at, T value) {
  if (reinterpret_cast<std::uintptr_t>(at) % sizeof(T) != 0) std::abort();
  *at = value;
}
template <typename T>
void __stcg(T* at, T value) {
  __stcs(at, value);
}
template <typename T>
T min(T a, T b) {
  return std::min(a, b);
}
template <typename T>
T max(T a, T b) {
  return std::max(a, b);
}

// ---- the runtime

using cudaStream_t = CUstream_st*;
using cudaEvent_t = struct CUevent_st*;
inline constexpr unsigned cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDisableTiming = 2;
inline constexpr int CUDART_VERSION = 13000;
enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100
};
enum cudaMemcpyKind { cudaMemcpyDefault = 4 };
enum cudaDeviceAttr { cudaDevAttrMaxSharedMemoryPerBlockOptin = 97 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount;
  std::size_t totalGlobalMem;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
};

/// Keeps an error that is about to be returned, until somebody asks for the last one.
cudaError_t emulated_error(cudaError_t error);
cudaError_t cudaGetLastError();

cudaError_t cudaMalloc(void** data, std::size_t bytes);
cudaError_t cudaFree(void* data);
inline cudaError_t cudaMallocHost(void** data, std::size_t bytes) {
  return cudaMalloc(data, bytes);
}
inline cudaError_t cudaFreeHost(void* data) {
  return cudaFree(data);
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
  emulator::enqueue(stream, [=] {
    if (bytes > 0) std::memcpy(to, from, bytes);
  });
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes, cudaStream_t stream) {
  emulator::enqueue(stream, [=] {
    if (bytes > 0) std::memset(data, value, bytes);
  });
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {"emulator", 9, 0, 1, emulator::device_memory};
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  *value = emulator::shared_memory_of_block;
  return cudaSuccess;
}
inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory" : "not supported by the emulator";
}

/// Dynamic shared memory that a kernel has asked for.
template <typename... Parameters>
std::size_t& emulated_shared_limit(void (*kernel)(Parameters...)) {
  static std::vector<std::pair<void (*)(Parameters...), std::size_t>> limits;
  for (auto& [known, limit] : limits) {
    if (known == kernel) return limit;
  }
  return limits.emplace_back(kernel, emulator::shared_memory_unasked).second;
}
template <typename... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute, int bytes) {
  if (static_cast<std::size_t>(bytes) > emulator::shared_memory_of_block) return emulated_error(cudaErrorInvalidValue);
  emulated_shared_limit(kernel) = static_cast<std::size_t>(bytes);
  return cudaSuccess;
}
template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               const Arguments&... arguments) {
  const bool fits = config->dynamicSmemBytes <= emulated_shared_limit(kernel) && config->blockDim.x <= 1024;
  if (!fits || config->gridDim.x == 0 || config->blockDim.x == 0) return emulated_error(cudaErrorInvalidValue);
  emulator::enqueue(config->stream, [launched = *config, kernel, arguments...] {
    emulator::run_grid(launched.gridDim, launched.blockDim, launched.dynamicSmemBytes, [&] { kernel(arguments...); });
  });
  return cudaSuccess;
}
