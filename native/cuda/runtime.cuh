#pragma once

#include "cuda/launch_shape.hpp"
#include "cuda/stream.hpp"

#include <cuda_runtime.h>

namespace tuplepack::cuda {

/// Why a call to the runtime failed. Without a driver the runtime's own text is misleading ("insufficient for the
/// runtime version"), so it is replaced.
/// errors  unsupported (no driver, a driver too old, no device) · device (everything else: what the runtime says)
[[nodiscard]] tl::unexpected<Error> failure(cudaError_t error);

/// Nothing for cudaSuccess, otherwise its failure.
[[nodiscard]] Result<void> checked(cudaError_t error);

/// Queues a kernel; does nothing for a grid of 0 blocks. `shared` is its dynamic shared memory in bytes.
template <typename... Parameters, typename... Arguments>
[[nodiscard]] Result<void> launch(void (*kernel)(Parameters...), std::int64_t blocks, int threads, std::int64_t shared,
                                  Stream stream, const Arguments&... arguments) {
  if (blocks == 0) return {};
  if (shared > usual_shared_memory) {
    const cudaError_t error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared));
    if (error != cudaSuccess) return checked(error);
  }
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(static_cast<unsigned>(threads));
  config.dynamicSmemBytes = static_cast<std::size_t>(shared);
  config.stream = stream;
  return checked(cudaLaunchKernelEx(&config, kernel, arguments...));
}

}  // namespace tuplepack::cuda
