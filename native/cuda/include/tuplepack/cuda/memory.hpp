#pragma once

#include "tuplepack/cuda/stream.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace tuplepack::cuda {

/// Where memory is allocated.
enum class Place : std::uint8_t {
  device,
  pinned,  ///< page-locked host memory, which the device copies from and to directly
};

/// Owned, uninitialised memory, aligned to 256 bytes.
class Memory {
 public:
  Memory() = default;
  /// errors  unsupported (no device) · device (out of memory: names the bytes asked for)
  [[nodiscard]] static Result<Memory> allocate(std::int64_t bytes, Place place);

  Memory(Memory&& other) noexcept : bytes_(std::exchange(other.bytes_, std::span<std::byte>{})), place_(other.place_) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(place_, other.place_);
    return *this;
  }
  ~Memory() { release(bytes_, place_); }

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

 private:
  static void release(std::span<std::byte> bytes, Place place);

  std::span<std::byte> bytes_;
  Place place_ = Place::device;
};

/// An array of n trivially copyable values in device or pinned memory.
template <typename T>
class Array {
 public:
  static_assert(std::is_trivially_copyable_v<T>);
  Array() = default;
  [[nodiscard]] static Result<Array> allocate(std::int64_t n, Place place = Place::device) {
    auto memory = Memory::allocate(n * static_cast<std::int64_t>(sizeof(T)), place);
    if (!memory) return tl::unexpected(memory.error());
    Array array;
    array.memory_ = std::move(*memory);
    return array;
  }
  [[nodiscard]] std::span<T> values() const {
    const std::span<std::byte> bytes = memory_.bytes();
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  Memory memory_;
};

/// Queues a copy between host and device memory, in any direction. Copies from or to pageable host memory are
/// synchronous.
[[nodiscard]] Result<void> copy(std::span<const std::byte> from, std::span<std::byte> to, Stream stream);

/// Queues a memset.
[[nodiscard]] Result<void> fill_bytes(std::span<std::byte> bytes, std::uint8_t value, Stream stream);

}  // namespace tuplepack::cuda
