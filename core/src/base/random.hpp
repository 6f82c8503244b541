#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tuplepack {

/// Random numbers that are the same on every platform: SplitMix64 (Steele, Lea, Flood 2014), integers only.
/// Not cryptographically secure.
class Random {
 public:
  /// The seed is mixed first: SplitMix64 gives correlated streams for related states.
  explicit Random(std::uint64_t seed) : state_(mix(seed + step)) {}

  /// 64 random bits.
  [[nodiscard]] std::uint64_t next() {
    state_ += step;
    return mix(state_);
  }

  /// Exactly uniform on 0 … n − 1 (multiply and reject, Lemire 2019). n ≥ 1
  [[nodiscard]] std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t uneven = (0U - n) % n;
      while (static_cast<std::uint32_t>(product) < uneven) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Shuffles uniformly (Fisher-Yates). At most 2^32 − 1 values.
  template <typename T>
  void shuffle(std::span<T> values) {
    for (std::size_t n = values.size(); n > 1; --n) {
      std::swap(values[n - 1], values[below(static_cast<std::uint32_t>(n))]);
    }
  }

  /// A bijection of 64 bits whose result looks random: also a hash.
  [[nodiscard]] static std::uint64_t mix(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15U;

  std::uint64_t state_;
};

}  // namespace tuplepack
