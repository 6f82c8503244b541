// The symbols of this folder for a build without CUDA: each says so.
#include "cuda/devices.hpp"
#include "cuda/memory.hpp"
#include "cuda/stream.hpp"

namespace tuplepack::cuda {

static tl::unexpected<Error> absent() {
  return fail(ErrorCode::unsupported, "built without CUDA");
}

Result<std::vector<Device>> devices() {
  return absent();
}

Result<void> synchronize(Stream /*stream*/) {
  return absent();
}

Result<Memory> Memory::allocate(std::int64_t /*bytes*/, Place /*place*/) {
  return absent();
}
void Memory::release(std::span<std::byte> /*bytes*/, Place /*place*/) {}
Result<void> copy(std::span<const std::byte> /*from*/, std::span<std::byte> /*to*/, Stream /*stream*/) {
  return absent();
}
Result<void> fill_bytes(std::span<std::byte> /*bytes*/, std::uint8_t /*value*/, Stream /*stream*/) {
  return absent();
}

}  // namespace tuplepack::cuda
