#pragma once

#include <cstdint>

namespace tuplepack::packing {

/// A bijection of 0 … size − 1 that a key chooses, computed index by index: a Feistel network over an even number of bits, which
/// is applied again until the result is in range (Black and Rogaway, Ciphers with arbitrary finite domains, CT-RSA
/// 2002). It looks random and hides nothing. The same on every platform.
/// cost  O(1): at most four passes on average
class Permutation {
 public:
  /// size  ≥ 1
  Permutation(std::uint64_t size, std::uint64_t key);

  /// assumes  index < size
  [[nodiscard]] std::uint64_t operator()(std::uint64_t index) const;

 private:
  std::uint64_t size_;
  std::uint64_t key_;
  unsigned half_bits_ = 1;

  [[nodiscard]] std::uint64_t pass(std::uint64_t index) const;
};

/// How a seed permutes the items of a bin, and the packs.
[[nodiscard]] Permutation permuted_items(std::uint64_t seed, std::uint64_t bin, std::int64_t count);
[[nodiscard]] Permutation permuted_packs(std::uint64_t seed, std::int64_t packs);

}  // namespace tuplepack::packing
