#include "permutation.hpp"

#include "base/random.hpp"

namespace tuplepack::packing {

static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

Permutation::Permutation(std::uint64_t size, std::uint64_t key) : size_(size), key_(Random::mix(key + golden)) {
  while (2 * half_bits_ < 64 && size > std::uint64_t{1} << 2 * half_bits_) ++half_bits_;
}

std::uint64_t Permutation::pass(std::uint64_t index) const {
  constexpr std::uint64_t rounds = 6;
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  std::uint64_t left = index >> half_bits_, right = index & mask;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::uint64_t next = left ^ (Random::mix(key_ + golden * (round + 1) + right) & mask);
    left = right;
    right = next;
  }
  return left << half_bits_ | right;
}

std::uint64_t Permutation::operator()(std::uint64_t index) const {
  do {
    index = pass(index);
  } while (index >= size_);
  return index;
}

static std::uint64_t key_of(std::uint64_t seed, std::uint64_t what) {
  return Random::mix(seed + golden) + golden * what;
}

Permutation permuted_items(std::uint64_t seed, std::uint64_t bin, std::int64_t count) {
  return {static_cast<std::uint64_t>(count), key_of(seed, bin + 1)};
}

Permutation permuted_packs(std::uint64_t seed, std::int64_t packs) {
  return {static_cast<std::uint64_t>(packs), key_of(seed, 0)};
}

}  // namespace tuplepack::packing
