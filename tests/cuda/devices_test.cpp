#include "tuplepack/cuda/devices.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::devices_test {

TEST_CASE("every device has a name, a compute capability and memory") {
  const auto found = cuda::devices();
  REQUIRE(found.has_value());
  REQUIRE_FALSE(found->empty());
  for (const cuda::Device& device : *found) {
    MESSAGE(device.name << ", " << device.compute_major << "." << device.compute_minor << ", " << device.multiprocessors
                        << " multiprocessors, " << device.memory << " bytes");
    CHECK_FALSE(device.name.empty());
    CHECK(device.compute_major >= 1);
    CHECK(device.multiprocessors >= 1);
    CHECK(device.memory > 0);
  }
}

}  // namespace tuplepack::tests::devices_test
