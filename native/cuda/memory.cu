#include "tuplepack/cuda/memory.hpp"

#include "cuda/device/runtime.cuh"

namespace tuplepack::cuda {

static std::string bytes_text(std::int64_t bytes, Place place) {
  return std::to_string(bytes) + (place == Place::pinned ? " bytes of pinned memory" : " bytes of device memory");
}

Result<Memory> Memory::allocate(std::int64_t bytes, Place place) {
  if (bytes == 0) return Memory();  // not all calls of the runtime take it
  void* data = nullptr;
  const auto size = static_cast<std::size_t>(bytes);
  const cudaError_t error = place == Place::pinned ? cudaMallocHost(&data, size) : cudaMalloc(&data, size);
  if (error != cudaSuccess) {
    tl::unexpected<Error> failed = failure(error);
    if (failed.value().code == ErrorCode::device) failed.value().message += ", allocating " + bytes_text(bytes, place);
    return failed;
  }
  Memory memory;
  memory.bytes_ = {static_cast<std::byte*>(data), size};
  memory.place_ = place;
  return memory;
}

void Memory::release(std::span<std::byte> bytes, Place place) {
  if (place == Place::pinned) {
    static_cast<void>(cudaFreeHost(bytes.data()));
  } else {
    static_cast<void>(cudaFree(bytes.data()));
  }
}

Result<void> copy(std::span<const std::byte> from, std::span<std::byte> to, Stream stream) {
  return checked(cudaMemcpyAsync(to.data(), from.data(), from.size(), cudaMemcpyDefault, stream));
}

Result<void> fill_bytes(std::span<std::byte> bytes, std::uint8_t value, Stream stream) {
  return checked(cudaMemsetAsync(bytes.data(), value, bytes.size(), stream));
}

}  // namespace tuplepack::cuda
