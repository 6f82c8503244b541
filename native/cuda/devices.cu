#include "tuplepack/cuda/devices.hpp"

#include "cuda/device/runtime.cuh"

namespace tuplepack::cuda {

Result<std::vector<Device>> devices() {
  int count = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
    return failure(error);
  }
  std::vector<Device> found;
  for (int index = 0; index < count; ++index) {
    cudaDeviceProp properties{};
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, index); error != cudaSuccess) {
      static_cast<void>(cudaGetLastError());
      return fail(ErrorCode::device, "CUDA device " + std::to_string(index) + ": " + cudaGetErrorString(error));
    }
    found.push_back({.name = properties.name,
                     .compute_major = properties.major,
                     .compute_minor = properties.minor,
                     .multiprocessors = properties.multiProcessorCount,
                     .memory = static_cast<std::int64_t>(properties.totalGlobalMem)});
  }
  if (found.empty()) return fail(ErrorCode::unsupported, "no CUDA device");
  return found;
}

}  // namespace tuplepack::cuda
