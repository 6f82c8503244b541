#pragma once

#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/status.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace tuplepack::tests {

inline void require(const Result<void>& result) {
  REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
}

/// The seed of all random tests: 1, or the value of TUPLEPACK_TEST_SEED. main() prints it.
[[nodiscard]] inline std::uint64_t test_seed() {
  const char* given = std::getenv("TUPLEPACK_TEST_SEED");
  return given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
}

/// An array on the device, `offset` values after a 256-byte boundary, with bytes before and behind it that nobody may
/// touch. It holds nonsense at first.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size, std::size_t offset = 0) : size_(size), begin_(offset * sizeof(T)) {
    auto memory =
        cuda::Memory::allocate(static_cast<std::int64_t>(begin_ + size * sizeof(T) + guard), cuda::Place::device);
    REQUIRE_MESSAGE(memory.has_value(), (memory ? "" : memory.error().message));
    memory_ = std::move(*memory);
    require(cuda::fill_bytes(memory_.bytes(), poison, nullptr));
  }
  explicit DeviceArray(const std::vector<T>& values, std::size_t offset = 0) : DeviceArray(values.size(), offset) {
    require(cuda::copy(std::as_bytes(std::span<const T>(values)), own_bytes(), nullptr));
  }

  [[nodiscard]] std::span<T> values() const { return {reinterpret_cast<T*>(own_bytes().data()), size_}; }
  [[nodiscard]] std::span<const T> input() const { return values(); }

  /// What it holds once the device is done.
  [[nodiscard]] std::vector<T> read() const {
    std::vector<std::byte> bytes(memory_.bytes().size());
    require(cuda::copy(memory_.bytes(), bytes, nullptr));
    require(cuda::synchronize(nullptr));
    const auto is_poison = [](std::byte byte) { return byte == std::byte{poison}; };
    CHECK(std::all_of(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(begin_), is_poison));
    CHECK(std::all_of(bytes.end() - static_cast<std::ptrdiff_t>(guard), bytes.end(), is_poison));
    std::vector<T> result(size_);
    if (size_ > 0) std::memcpy(static_cast<void*>(result.data()), bytes.data() + begin_, size_ * sizeof(T));
    return result;
  }

 private:
  static constexpr std::size_t guard = 64;
  static constexpr std::uint8_t poison = 0xa5;

  [[nodiscard]] std::span<std::byte> own_bytes() const { return memory_.bytes().subspan(begin_, size_ * sizeof(T)); }

  std::size_t size_;
  std::size_t begin_;
  cuda::Memory memory_;
};

/// An empty span that begins in the middle of `array`: what is optional and not wanted may be passed like this.
template <typename T>
[[nodiscard]] std::span<T> nothing_within(const DeviceArray<T>& array) {
  return array.values().subspan(array.values().size() / 2, 0);
}

/// Memory for a function's workspace, and not a byte more.
class Workspace {
 public:
  explicit Workspace(std::int64_t bytes) : bytes_(static_cast<std::size_t>(bytes)) {}
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_.values(); }
  /// Checks that nobody has used more.
  void check() const { static_cast<void>(bytes_.read()); }

 private:
  DeviceArray<std::byte> bytes_;
};

/// A status word.
class Status {
 public:
  Status() : word_(std::vector<cuda::StatusWord>{0}) {}
  [[nodiscard]] cuda::StatusWord* word() const { return word_.values().data(); }
  [[nodiscard]] Result<void> check() const { return cuda::check_status(word_.read()[0]); }

 private:
  DeviceArray<cuda::StatusWord> word_;
};

template <typename T>
[[nodiscard]] bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// What lies on the device, once it is done.
template <typename T>
[[nodiscard]] std::vector<T> to_host(std::span<T> device) {
  std::vector<T> values(device.size());
  require(cuda::copy(std::as_bytes(device), std::as_writable_bytes(std::span(values)), nullptr));
  require(cuda::synchronize(nullptr));
  return values;
}

/// How far values are apart, those of the CPU above 1 in relation to them. None is NaN.
[[nodiscard]] inline double distance(const std::vector<float>& cpu, const std::vector<float>& device) {
  REQUIRE(cpu.size() == device.size());
  double largest = 0;
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    const double apart = std::abs(double{cpu[i]} - double{device[i]}) / (1 + std::abs(double{cpu[i]}));
    REQUIRE(apart == apart);
    largest = std::max(largest, apart);
  }
  return largest;
}

inline constexpr std::int64_t awkward_sizes[] = {0, 1, 31, 32, 33, 1023};
inline constexpr std::int64_t large_size = 100003;

}  // namespace tuplepack::tests
