#include "tuplepack/graph/sampling/id_table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>

namespace tuplepack::graph {

/// A hash of the bytes, eight at a time.
static std::uint64_t hash_of(std::string_view id) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  const auto mixed = [](std::uint64_t bits) {
    bits *= factor;
    return bits ^ (bits >> 32);
  };
  std::uint64_t hash = id.size() * factor;
  const char* at = id.data();
  std::size_t left = id.size();
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    hash = mixed(hash ^ word);
  }
  std::uint64_t word = 0;
  if (left >= 4) {  // two words that overlap
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, at, 4);
    std::memcpy(&last, at + left - 4, 4);
    word = std::uint64_t{last} << 32U | first;
  } else {
    for (std::size_t i = 0; i < left; ++i) word = word << 8U | static_cast<unsigned char>(at[i]);
  }
  return mixed(mixed(hash ^ word));
}

static std::uint32_t tag_of(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash >> 32U);
}

/// The slot that has an id, or the free one where it would be, looking from a slot on.
std::size_t IdTable::slot_of(std::string_view id, std::uint64_t hash, std::size_t from) const {
  for (std::size_t at = from;; ++at) {
    const std::size_t slot = at & (slots_.size() - 1);
    const Slot& there = slots_[slot];
    if (there.number == none || (there.tag == tag_of(hash) && (*this)[there.number] == id)) return slot;
  }
}

void IdTable::grow(std::size_t slots) {
  slots_.assign(slots, Slot{});
  for (std::size_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = hash_of((*this)[number]);
    std::size_t slot = static_cast<std::size_t>(hash) & (slots - 1);
    while (slots_[slot].number != none) slot = (slot + 1) & (slots - 1);
    slots_[slot] = {.number = static_cast<std::uint32_t>(number), .tag = tag_of(hash)};
  }
}

void IdTable::reserve(std::size_t ids) {
  offsets_.reserve(ids + 1);
  const std::size_t slots = std::bit_ceil(ids * 2 + 2);
  if (slots > slots_.size()) grow(slots);
}

std::uint32_t IdTable::find(std::string_view id) const {
  if (slots_.empty()) return none;
  const std::uint64_t hash = hash_of(id);
  return slots_[slot_of(id, hash, static_cast<std::size_t>(hash))].number;
}

/// Three rounds over some ids at a time: their slots, where the bytes of what is there lie, and these bytes.
void IdTable::find(std::span<const std::string_view> ids, std::span<std::uint32_t> numbers) const {
  assert(ids.size() == numbers.size());
  if (slots_.empty()) return std::fill(numbers.begin(), numbers.end(), none);
  constexpr std::size_t at_once = 64;
  std::array<std::uint64_t, at_once> hashes{};
  std::array<std::size_t, at_once> found{};
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t begin = 0; begin < ids.size(); begin += at_once) {
    const std::size_t n = std::min(at_once, ids.size() - begin);
    for (std::size_t i = 0; i < n; ++i) {
      hashes[i] = hash_of(ids[begin + i]);
      __builtin_prefetch(&slots_[static_cast<std::size_t>(hashes[i]) & mask]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t slot = static_cast<std::size_t>(hashes[i]) & mask;
      while (slots_[slot].number != none && slots_[slot].tag != tag_of(hashes[i])) slot = (slot + 1) & mask;
      found[i] = slot;
      if (slots_[slot].number != none) __builtin_prefetch(&offsets_[slots_[slot].number]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t number = slots_[found[i]].number;
      if (number != none) __builtin_prefetch(bytes_.data() + offsets_[number]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      numbers[begin + i] = slots_[slot_of(ids[begin + i], hashes[i], found[i])].number;
    }
  }
}

std::uint32_t IdTable::add(std::string_view id) {
  assert(size() < most);
  if (slots_.size() < (size() + 1) * 2) grow(std::bit_ceil((size() + 1) * 4));
  const std::uint64_t hash = hash_of(id);
  Slot& slot = slots_[slot_of(id, hash, static_cast<std::size_t>(hash))];
  if (slot.number != none) return none;
  slot = {.number = static_cast<std::uint32_t>(size()), .tag = tag_of(hash)};
  bytes_.insert(bytes_.end(), id.begin(), id.end());
  offsets_.push_back(bytes_.size());
  return slot.number;
}

}  // namespace tuplepack::graph
