#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Finds the number of a size: 0, 1, 2, … in the order in which sizes were first inserted.
/// Short lengths of one component are looked up directly, everything else by open addressing.
class BinIndex {
 public:
  static constexpr std::uint32_t none = 0xffffffffU;

  explicit BinIndex(std::size_t component_count);

  /// The number of a size, or none.
  [[nodiscard]] std::uint32_t find(std::span<const std::int64_t> size) const {
    if (k_ == 1 && static_cast<std::uint64_t>(size[0]) < direct_.size())
      return direct_[static_cast<std::size_t>(size[0])];
    return k_ == 1 && static_cast<std::uint64_t>(size[0]) < direct_end ? none : slots_[slot_of(size)];
  }

  /// The number of a size, a new one if it is new.
  std::uint32_t insert(std::span<const std::int64_t> size);

  [[nodiscard]] std::size_t count() const { return sizes_.size() / k_; }
  /// count × k, in the order of the numbers.
  [[nodiscard]] const std::vector<std::int64_t>& sizes() const { return sizes_; }

 private:
  static constexpr std::uint64_t direct_end = std::uint64_t{1} << 20;

  std::size_t k_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::uint32_t> direct_;  // k = 1: by length, grown as needed up to direct_end
  std::vector<std::uint32_t> slots_;   // power of two, at most half full

  [[nodiscard]] std::size_t slot_of(std::span<const std::int64_t> size) const;
  void grow();
};

}  // namespace tuplepack::packing
