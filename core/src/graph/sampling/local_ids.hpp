#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack::graph {

/// Numbers keys 0, 1, … in the order in which they come: a hash table with linear probing. Cleared without touching it:
/// numbers continue in the table, and those below the first one of now are of keys that are gone.
class LocalIds {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  void clear() {
    first_ += size_;
    size_ = 0;
    if (first_ < wrap) return;
    for (Slot& slot : slots_) slot = 0;
    first_ = 1;
  }

  /// Adds n keys, and says the number of each: found(i, key, number). A new one has the number size().
  /// cost  no branch that depends on whether a key is new, which nobody can predict
  template <typename KeyAt, typename Found>
  void add(std::size_t n, const KeyAt& key_at, const Found& found) {
    while (4 * (size_ + n) > 3 * slots_.size()) grow();
    Slot* const slots = slots_.data();
    const std::size_t mask = slots_.size() - 1;
    const unsigned shift = shift_;
    const std::uint32_t first = first_;
    std::uint32_t next = first + size_;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t key = key_at(i);
      std::size_t place = home_of(key, shift);
      while (is_other(slots[place], key, first)) place = (place + 1) & mask;
      const std::uint32_t before = number_of(slots[place]), live = is_live(before, first);
      const std::uint32_t number = next ^ ((next ^ before) & live);
      slots[place] = Slot{number} << 32U | key;
      next += live + 1;
      found(i, key, number - first);
    }
    size_ = next - first;
  }

  /// `none` if it has not come.
  [[nodiscard]] std::uint32_t find(std::uint32_t key) const {
    std::size_t place = home_of(key, shift_);
    while (is_other(slots_[place], key, first_)) place = (place + 1) & (slots_.size() - 1);
    const std::uint32_t number = number_of(slots_[place]);
    return number < first_ ? none : number - first_;
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  using Slot = std::uint64_t;  // the number above the key
  static constexpr unsigned first_bits = 6;
  static constexpr std::uint32_t wrap = 1U << 31U;
  std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << first_bits);
  unsigned shift_ = 32 - first_bits;
  std::uint32_t first_ = 1, size_ = 0;

  static std::size_t home_of(std::uint32_t key, unsigned shift) { return (key * 0x9e3779b1U) >> shift; }
  static std::uint32_t number_of(Slot slot) { return static_cast<std::uint32_t>(slot >> 32U); }
  /// All ones or all zeros.
  static std::uint32_t is_live(std::uint32_t number, std::uint32_t first) { return 0U - (number >= first ? 1U : 0U); }
  /// Whether another key is there.
  static bool is_other(Slot slot, std::uint32_t key, std::uint32_t first) {
    return ((static_cast<std::uint32_t>(slot) ^ key) & is_live(number_of(slot), first)) != 0;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot slot : old) {
      if (number_of(slot) < first_) continue;
      std::size_t place = home_of(static_cast<std::uint32_t>(slot), shift_);
      while (number_of(slots_[place]) >= first_) place = (place + 1) & (slots_.size() - 1);
      slots_[place] = slot;
    }
  }
};

}  // namespace tuplepack::graph
