#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace tuplepack::cuda {

/// The dynamic shared memory of a block, aligned to 16 bytes.
__device__ inline std::byte* shared_memory() {
  extern __shared__ int4 shared_bytes[];
  return reinterpret_cast<std::byte*>(shared_bytes);
}

}  // namespace tuplepack::cuda
