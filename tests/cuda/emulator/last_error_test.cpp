#include <cuda_runtime.h>

#include "cuda/device/runtime.cuh"
#include "tuplepack/cuda/memory.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::last_error_test {

TEST_CASE("an error that was returned is not the runtime's last one, which others would take for theirs") {
  REQUIRE_FALSE(cuda::Memory::allocate(std::int64_t{1} << 50, cuda::Place::device).has_value());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK_FALSE(cuda::launch(
                  +[] {}, 1, 2048, 0, nullptr)
                  .has_value());  // more threads than a block has
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("more blocks than a grid has are refused, and none are nothing to do") {
  const auto refused = cuda::launch(
      +[] {}, cuda::max_blocks + 1, 32, 0, nullptr);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK(cuda::launch(
            +[] {}, 0, 32, 0, nullptr)
            .has_value());
}

}  // namespace tuplepack::tests::last_error_test
