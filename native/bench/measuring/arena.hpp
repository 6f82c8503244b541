#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::bench {

/// Memory shared by all cases of a run: larger than the caches, and touched before the first measurement.
class Arena {
 public:
  /// bytes   a multiple of 64
  explicit Arena(std::size_t bytes) : lines_(bytes / sizeof(Line)) {}
  [[nodiscard]] std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(lines_)); }

 private:
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> lines_;
};

/// Consecutive arrays of `count` values. A case cycles through them, so that an array is evicted from the caches before
/// it is used again.
template <typename T>
class Slots {
 public:
  Slots(std::span<std::byte> memory, std::size_t count)
      : memory_(memory), count_(count), stride_((count * sizeof(T) + 63) / 64 * 64) {
    assert(size() >= 1);
  }
  [[nodiscard]] std::size_t size() const { return memory_.size() / stride_; }
  [[nodiscard]] std::span<T> operator[](std::size_t index) const {
    return {reinterpret_cast<T*>(memory_.data() + index * stride_), count_};
  }

 private:
  std::span<std::byte> memory_;
  std::size_t count_, stride_;
};

/// 0, 1, … size − 1, 0, 1, …
class Turn {
 public:
  explicit Turn(std::size_t size) : size_(size) {}
  std::size_t next() { return next_ = next_ + 1 == size_ ? 0 : next_ + 1; }

 private:
  std::size_t size_, next_ = 0;
};

}  // namespace tuplepack::bench
