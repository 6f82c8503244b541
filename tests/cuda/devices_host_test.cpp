#include "tuplepack/cuda/devices.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::devices_host_test {

TEST_CASE("there are devices, or one sentence says why there are none") {
  const auto found = cuda::devices();
  if (found) {
    CHECK(TUPLEPACK_HAS_CUDA);
    CHECK_FALSE(found->empty());
    return;
  }
  CHECK(found.error().code == ErrorCode::unsupported);
  CHECK_FALSE(found.error().message.empty());
  CHECK((found.error().message == "built without CUDA") == !TUPLEPACK_HAS_CUDA);
}

TEST_CASE("asking twice gives the same answer") {
  const auto first = cuda::devices();
  const auto second = cuda::devices();
  REQUIRE(first.has_value() == second.has_value());
  if (first) {
    CHECK(first->size() == second->size());
  } else {
    CHECK(first.error().message == second.error().message);
  }
}

}  // namespace tuplepack::tests::devices_host_test
