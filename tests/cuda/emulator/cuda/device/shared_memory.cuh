#pragma once
// In place of native/cuda/shared_memory.cuh: shared memory is an array of the emulator's.
#include <cuda_runtime.h>

#include <cstddef>

namespace tuplepack::cuda {

inline std::byte* shared_memory() {
  return emulator::shared_memory();
}

}  // namespace tuplepack::cuda
