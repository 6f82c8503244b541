#pragma once

#include "cuda/stream.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace tuplepack::cuda {

/// Where memory lies.
enum class Place : std::uint8_t {
  device,
  pinned,  ///< in the host's memory, where the device copies from and to without the host's help
};

/// Memory that is given back with its owner; its bytes hold anything. Starts at a multiple of 256 bytes.
class Memory {
 public:
  Memory() = default;
  /// errors  unsupported (no device, or not enough memory: what the runtime says)
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

/// An array of n values of T in device memory (or pinned), for what cudaMemcpy may copy.
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

/// Queues a copy between two places, either of which may be the host or the device. From or to host memory that is not
/// pinned it waits for the copy.
[[nodiscard]] Result<void> copy(std::span<const std::byte> from, std::span<std::byte> to, Stream stream);

/// Queues setting every byte.
[[nodiscard]] Result<void> fill_bytes(std::span<std::byte> bytes, std::uint8_t value, Stream stream);

}  // namespace tuplepack::cuda
