#include "runtime.cuh"

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
  static_cast<void>(cudaGetLastError());
  if (error == cudaErrorInsufficientDriver) return fail(ErrorCode::unsupported, driver_problem());
  if (error == cudaErrorNoDevice) return fail(ErrorCode::unsupported, "no CUDA device");
  return fail(ErrorCode::device, std::string("CUDA: ") + cudaGetErrorString(error));
}

Result<void> checked(cudaError_t error) {
  if (error == cudaSuccess) return {};
  return failure(error);
}

Result<std::int64_t> largest_shared_memory() {
  int device = 0;
  int bytes = 0;
  if (const auto found = checked(cudaGetDevice(&device)); !found) return tl::unexpected(found.error());
  const auto asked = checked(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  if (!asked) return tl::unexpected(asked.error());
  constexpr std::int64_t declared_statically = 1024;  // by the kernels that use more than is usual, or less
  return bytes - declared_statically;
}

tl::unexpected<Error> too_many_blocks(std::int64_t blocks) {
  return fail(ErrorCode::too_large, "the arrays need " + std::to_string(blocks) +
                                        " blocks of threads, a launch has at most " + std::to_string(max_blocks) +
                                        "; pass them in parts");
}

}  // namespace tuplepack::cuda
