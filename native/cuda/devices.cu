#include "devices.hpp"

#include <cuda_runtime.h>

namespace tuplepack::cuda {

static std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Why cudaGetDeviceCount failed. Its own text is misleading where there is no driver at all ("insufficient for the
/// runtime version"), so the driver is asked first.
static std::string reason_for(cudaError_t error) {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver on this machine";
  if (error == cudaErrorNoDevice) return "no CUDA device";
  if (error == cudaErrorInsufficientDriver) {
    return "the NVIDIA driver supports CUDA " + version_text(driver) + ", this program needs " +
           version_text(CUDART_VERSION);
  }
  return cudaGetErrorString(error);
}

Result<std::vector<Device>> devices() {
  int count = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess) {
    return fail(ErrorCode::unsupported, reason_for(error));
  }
  std::vector<Device> found;
  for (int index = 0; index < count; ++index) {
    cudaDeviceProp properties{};
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, index); error != cudaSuccess) {
      return fail(ErrorCode::unsupported, "CUDA device " + std::to_string(index) + ": " + cudaGetErrorString(error));
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
