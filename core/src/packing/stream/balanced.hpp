#pragma once

#include "pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack::packing {

/// Buffers pieces and builds packs from all of them at once, equally full in every component: see Balancing.
class BalancedBuffer {
 public:
  /// room  of a pack, with a depth
  BalancedBuffer(const Limits& room, std::size_t most) : room_(room), most_(most), pieces_(room.sizes.size()) {}

  void add(const Piece& piece, PackWriter& out);
  void finish(PackWriter& out);

  [[nodiscard]] std::size_t held() const { return pieces_.count(); }

  void save(std::vector<std::int64_t>& numbers) const;
  void restore(SavedNumbers& saved, std::int64_t items);

 private:
  Limits room_;
  std::size_t most_;
  Pieces pieces_;  // in the order of arrival

  [[nodiscard]] std::int64_t packs_for_all() const;
  [[nodiscard]] std::size_t count_for(std::int64_t packs) const;
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> balance(std::size_t count, std::int64_t packs) const;
  [[nodiscard]] double fullness(const std::vector<std::uint32_t>& pack) const;
  void build(PackWriter& out);
};

}  // namespace tuplepack::packing
