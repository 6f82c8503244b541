#include "cuda/runtime_error.cuh"

namespace tuplepack::cuda {

static std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string reason_for(cudaError_t error) {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver on this machine";
  if (error == cudaErrorNoDevice) return "no CUDA device";
  if (error == cudaErrorInsufficientDriver) {
    return "the NVIDIA driver supports CUDA " + version_text(driver) + ", this program needs " +
           version_text(CUDART_VERSION);
  }
  return cudaGetErrorString(error);
}

Result<void> checked(cudaError_t error) {
  if (error == cudaSuccess) return {};
  return fail(ErrorCode::unsupported, reason_for(error));
}

}  // namespace tuplepack::cuda
