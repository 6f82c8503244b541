// Runs the tests that need a CUDA device. Without one it exits 77, which CTest shows as skipped, or 1 where
// TUPLEPACK_REQUIRE_GPU=1 says that a device must be there.
#include "cuda/devices.hpp"

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
  return doctest::Context(argc, argv).run();
}
