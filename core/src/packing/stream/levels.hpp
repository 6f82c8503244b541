#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Quantises a size, all components together, to a level 0 … count − 1. Monotone in the size, so room for an item is
/// always of the item's level or above.
class Levels {
 public:
  static constexpr std::uint32_t count = 4096;

  explicit Levels(std::span<const std::int64_t> limits);

  /// assumes  within the limits
  [[nodiscard]] std::uint32_t of(const std::int64_t* sizes) const {
    double sum = 0;
    for (std::size_t c = 0; c < scales_.size(); ++c) sum += static_cast<double>(sizes[c]) * scales_[c];
    const auto level = static_cast<std::uint32_t>(sum);
    return level < count ? level : count - 1;  // if rounded up
  }

 private:
  std::vector<double> scales_;  // k
};

/// A queue ordered by level, oldest first within a level. A two-level bitmap of non-empty levels finds the next one in
/// constant time.
class LevelQueue {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  /// things  numbered 0 … things − 1; initially none is queued
  explicit LevelQueue(std::size_t things);

  void push(std::uint32_t thing, std::uint32_t level);
  void erase(std::uint32_t thing);

  /// The level of a queued thing.
  [[nodiscard]] std::uint32_t level_of(std::uint32_t thing) const { return links_[thing].level; }

  /// The first thing of `level` or above that is accepted, or none.
  template <typename Accepts>
  [[nodiscard]] std::uint32_t at_least(std::uint32_t level, Accepts accepts) const {
    for (std::uint32_t l = level_from(level); l != none; l = l + 1 < Levels::count ? level_from(l + 1) : none) {
      for (std::uint32_t thing = ends_[l].first; thing != none; thing = links_[thing].next) {
        if (accepts(thing)) return thing;
      }
    }
    return none;
  }

  /// The first accepted thing of the highest level up to `level` that has one, or none.
  template <typename Accepts>
  [[nodiscard]] std::uint32_t at_most(std::uint32_t level, Accepts accepts) const {
    for (std::uint32_t l = level_to(level); l != none; l = l > 0 ? level_to(l - 1) : none) {
      for (std::uint32_t thing = ends_[l].first; thing != none; thing = links_[thing].next) {
        if (accepts(thing)) return thing;
      }
    }
    return none;
  }

 private:
  static constexpr std::uint32_t word_bits = 64;
  static_assert(Levels::count == word_bits * word_bits);

  struct Link {
    std::uint32_t before;
    std::uint32_t next;
    std::uint32_t level;
  };
  struct Ends {
    std::uint32_t first;
    std::uint32_t last;
  };
  std::vector<Link> links_;                          // things
  std::vector<Ends> ends_;                           // levels
  std::array<std::uint64_t, word_bits> occupied_{};  // a bit per level
  std::uint64_t words_ = 0;                          // a bit per word of occupied_ that is not 0

  /// The lowest non-empty level from `level` up; the highest from `level` down.
  [[nodiscard]] std::uint32_t level_from(std::uint32_t level) const {
    std::uint32_t word = level / word_bits;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} << level % word_bits);
    if (bits == 0) {
      const std::uint64_t above = word + 1 < word_bits ? words_ & (~std::uint64_t{0} << (word + 1)) : 0;
      if (above == 0) return none;
      word = static_cast<std::uint32_t>(std::countr_zero(above));
      bits = occupied_[word];
    }
    return word * word_bits + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  [[nodiscard]] std::uint32_t level_to(std::uint32_t level) const {
    std::uint32_t word = level / word_bits;
    std::uint64_t bits = occupied_[word] & (~std::uint64_t{0} >> (word_bits - 1 - level % word_bits));
    if (bits == 0) {
      const std::uint64_t below = words_ & ((std::uint64_t{1} << word) - 1);
      if (below == 0) return none;
      word = word_bits - 1 - static_cast<std::uint32_t>(std::countl_zero(below));
      bits = occupied_[word];
    }
    return word * word_bits + word_bits - 1 - static_cast<std::uint32_t>(std::countl_zero(bits));
  }
};

}  // namespace tuplepack::packing
