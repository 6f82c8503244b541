#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// Ids of nodes, any bytes, numbered 0, 1, … in the order in which they come.
/// memory  the bytes of the ids, and 8 + 16 to 32 bytes per id
class IdTable {
 public:
  static constexpr std::uint32_t none = 0xffff'ffff;
  static constexpr std::size_t most = none;  ///< ids

  void reserve(std::size_t ids);
  [[nodiscard]] std::size_t size() const { return offsets_.size() - 1; }
  /// assumes  number < size(); valid until the next id is added
  [[nodiscard]] std::string_view operator[](std::size_t number) const {
    return {bytes_.data() + offsets_[number], static_cast<std::size_t>(offsets_[number + 1] - offsets_[number])};
  }

  /// The number of an id, or `none`.
  [[nodiscard]] std::uint32_t find(std::string_view id) const;
  /// The numbers of many ids. The memory that they need is asked for ahead: several times as fast as one by one.
  /// assumes  as many of each
  void find(std::span<const std::string_view> ids, std::span<std::uint32_t> numbers) const;
  /// Adds an id; returns its number, or `none` if it already exists.
  /// assumes  size() < most
  std::uint32_t add(std::string_view id);
  /// The number of an id, which is added unless it is there.
  /// assumes  size() < most
  std::uint32_t find_or_add(std::string_view id) {
    const std::uint32_t added = add(id);
    return added == none ? find(id) : added;
  }

 private:
  struct Slot {
    std::uint32_t number = none;
    std::uint32_t tag = 0;  // upper half of the hash
  };
  std::vector<char> bytes_;
  std::vector<std::uint64_t> offsets_{0};
  std::vector<Slot> slots_;  // a power of two

  [[nodiscard]] std::size_t slot_of(std::string_view id, std::uint64_t hash, std::size_t from) const;
  void grow(std::size_t slots);
};

}  // namespace tuplepack::graph
