#include "tuplepack/cuda/memory.hpp"

#include "device_arrays.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::memory_test {

TEST_CASE("values go to the device and back, by way of pinned memory too") {
  const std::vector<std::int32_t> values{1, -2, 3};
  const DeviceArray device(values, 5);
  CHECK(device.read() == values);

  auto pinned = cuda::Array<std::int32_t>::allocate(3, cuda::Place::pinned);
  REQUIRE(pinned.has_value());
  require(cuda::copy(std::as_bytes(device.values()), std::as_writable_bytes(pinned->values()), nullptr));
  require(cuda::synchronize(nullptr));
  const std::span<std::int32_t> found = pinned->values();
  CHECK(std::vector<std::int32_t>(found.begin(), found.end()) == values);
}

TEST_CASE("memory moves to its new owner; none is fine") {
  auto first = cuda::Memory::allocate(100, cuda::Place::device);
  REQUIRE(first.has_value());
  const std::byte* const data = first->bytes().data();
  cuda::Memory second = std::move(*first);
  CHECK(second.bytes().data() == data);
  CHECK(second.bytes().size() == 100);
  second = cuda::Memory();
  CHECK(second.bytes().empty());
  CHECK(cuda::Memory::allocate(0, cuda::Place::device).has_value());
}

TEST_CASE("memory that the device does not have is a fault of the device, and names the bytes") {
  constexpr std::int64_t too_many = std::int64_t{1} << 50;
  for (const auto place : {cuda::Place::device, cuda::Place::pinned}) {
    const auto memory = cuda::Memory::allocate(too_many, place);
    REQUIRE_FALSE(memory.has_value());
    CHECK(memory.error().code == ErrorCode::device);
    CHECK(memory.error().message.starts_with("CUDA: "));
    CHECK(memory.error().message.find("allocating 1125899906842624 bytes of ") != std::string::npos);
  }
  CHECK(cuda::Memory::allocate(100, cuda::Place::device).has_value());  // the next call is none the worse
}

}  // namespace tuplepack::tests::memory_test
