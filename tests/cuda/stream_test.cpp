#include "tuplepack/cuda/stream.hpp"

#include "device_arrays.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::stream_test {

TEST_CASE("streams wait for each other's events, and the host for both") {
  const auto first = cuda::OwnStream::create(), second = cuda::OwnStream::create();
  const auto event = cuda::Event::create();
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  REQUIRE(event.has_value());
  require(cuda::synchronize(*event));  // never recorded: nothing to wait for

  constexpr std::int64_t bytes = 1 << 20;
  const DeviceArray<std::byte> device(bytes);
  const auto from = cuda::Array<std::byte>::allocate(bytes, cuda::Place::pinned);
  const auto to = cuda::Array<std::byte>::allocate(bytes, cuda::Place::pinned);
  REQUIRE(from.has_value());
  REQUIRE(to.has_value());
  require(cuda::synchronize(nullptr));  // the array is poisoned
  for (int round = 1; round < 20; ++round) {
    std::fill(from->values().begin(), from->values().end(), std::byte(round));
    require(cuda::copy(from->values(), device.values(), first->get()));
    require(cuda::record(*event, first->get()));
    require(cuda::wait(second->get(), *event));
    require(cuda::copy(device.values(), to->values(), second->get()));
    require(cuda::record(*event, second->get()));
    require(cuda::synchronize(*event));
    CHECK(to->values().front() == std::byte(round));
    CHECK(to->values().back() == std::byte(round));
  }
}

}  // namespace tuplepack::tests::stream_test
