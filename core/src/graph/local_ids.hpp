#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack {

/// Numbers keys 0, 1, … in the order in which they come: a hash table with linear probing. Cleared without touching it.
class LocalIds {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  void clear() {
    size_ = 0;
    if (++stamp_ != 0) return;
    for (Slot& slot : slots_) slot.stamp = 0;
    stamp_ = 1;
  }

  /// The number of a key; size() before the call if it is new.
  std::uint32_t add(std::uint32_t key) {
    if (2 * (std::size_t{size_} + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(key)];
    if (slot.stamp != stamp_) slot = {.key = key, .id = size_++, .stamp = stamp_};
    return slot.id;
  }

  /// `none` if it has not come.
  [[nodiscard]] std::uint32_t find(std::uint32_t key) const {
    const Slot& slot = slots_[place_of(key)];
    return slot.stamp == stamp_ ? slot.id : none;
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }

 private:
  struct Slot {
    std::uint32_t key = 0, id = 0, stamp = 0;
  };
  static constexpr unsigned first_bits = 6;
  std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << first_bits);
  unsigned shift_ = 32 - first_bits;
  std::uint32_t stamp_ = 1, size_ = 0;

  [[nodiscard]] std::size_t place_of(std::uint32_t key) const {
    std::size_t place = (key * 0x9e3779b1U) >> shift_;
    while (slots_[place].stamp == stamp_ && slots_[place].key != key) place = (place + 1) & (slots_.size() - 1);
    return place;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (slot.stamp == stamp_) slots_[place_of(slot.key)] = slot;
    }
  }
};

}  // namespace tuplepack
