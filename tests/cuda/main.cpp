// Runs the tests that need a CUDA device. Without one it exits with 77, which CTest reports as skipped, or with 1 where
// TUPLEPACK_REQUIRE_GPU=1. TUPLEPACK_TEST_SEED sets the seed of the random tests (default: 1).
#include "device_arrays.hpp"
#include "tuplepack/cuda/devices.hpp"

#include <doctest/doctest.h>
#include <cstdlib>
#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
  if (const auto found = tuplepack::cuda::devices(); !found) {
    const char* require = std::getenv("TUPLEPACK_REQUIRE_GPU");
    const bool required = require != nullptr && std::string_view(require) == "1";
    std::cout << (required ? "failed" : "skipped") << ": " << found.error().message << "\n";
    return required ? 1 : 77;
  }
  std::cout << "seed " << tuplepack::tests::test_seed() << " (TUPLEPACK_TEST_SEED)\n";
  return doctest::Context(argc, argv).run();
}
