#include "cuda/runtime.cuh"

namespace tuplepack::cuda {

static std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

static std::string driver_problem() {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver on this machine";
  return "the NVIDIA driver supports CUDA " + version_text(driver) + ", this program needs " +
         version_text(CUDART_VERSION);
}

tl::unexpected<Error> failure(cudaError_t error) {
  if (error == cudaErrorInsufficientDriver) return fail(ErrorCode::unsupported, driver_problem());
  if (error == cudaErrorNoDevice) return fail(ErrorCode::unsupported, "no CUDA device");
  return fail(ErrorCode::device, std::string("CUDA: ") + cudaGetErrorString(error));
}

Result<void> checked(cudaError_t error) {
  if (error == cudaSuccess) return {};
  return failure(error);
}

}  // namespace tuplepack::cuda
