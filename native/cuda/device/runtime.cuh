#pragma once

#include "launch_shape.hpp"
#include "tuplepack/cuda/stream.hpp"

#include <cuda_runtime.h>

#include <span>

namespace tuplepack::cuda {

/// Why a call to the runtime failed. Without a driver the runtime's own text is misleading ("insufficient for the
/// runtime version"), so it is replaced.
/// The runtime also keeps the error for whoever asks for its last one, such as PyTorch after its own next launch; since
/// the caller learns of it here, it is cleared there.
/// errors  unsupported (no driver, a driver too old, no device) · device (everything else: what the runtime says)
[[nodiscard]] tl::unexpected<Error> failure(cudaError_t error);

/// Nothing for cudaSuccess, otherwise its failure.
[[nodiscard]] Result<void> checked(cudaError_t error);

/// The dynamic shared memory available to a block of the current device, in bytes.
[[nodiscard]] Result<std::int64_t> largest_shared_memory();

/// An optional array as a kernel argument: null if it is empty, wherever it begins.
template <typename T>
[[nodiscard]] T* pointer_if_given(std::span<T> array) {
  return array.empty() ? nullptr : array.data();
}

[[nodiscard]] tl::unexpected<Error> too_many_blocks(std::int64_t blocks);

/// Queues a kernel; does nothing for a grid of 0 blocks. `shared` is its dynamic shared memory in bytes.
/// errors  too_large (more blocks than a grid can have) · device
template <typename... Parameters, typename... Arguments>
[[nodiscard]] Result<void> launch(void (*kernel)(Parameters...), std::int64_t blocks, int threads, std::int64_t shared,
                                  Stream stream, const Arguments&... arguments) {
  if (blocks == 0) return {};
  if (blocks > max_blocks) return too_many_blocks(blocks);
  if (shared > usual_shared_memory) {
    // Always the most there is, so that threads that launch the kernel with different sizes do not race.
    const auto most = largest_shared_memory();
    if (!most) return tl::unexpected(most.error());
    const auto allowed =
        checked(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(*most)));
    if (!allowed) return allowed;
  }
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = static_cast<std::size_t>(shared);
  config.stream = stream;
  return checked(cudaLaunchKernelEx(&config, kernel, arguments...));
}

}  // namespace tuplepack::cuda
