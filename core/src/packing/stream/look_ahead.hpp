#pragma once

#include "levels.hpp"
#include "pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Buffers pieces. When there are too many, it plans packs for all of them, builds the fuller ones and keeps the rest: a
/// third, or half of few packs.
class LookAhead {
 public:
  /// room  of a pack, with a depth
  LookAhead(const Limits& room, std::size_t most, Effort effort = Effort::quick);

  void add(const Piece& piece, PackWriter& out);
  void finish(PackWriter& out);

  [[nodiscard]] std::size_t held() const { return most_ - free_.size(); }

  void save(std::vector<std::int64_t>& numbers) const;
  void restore(SavedNumbers& saved, std::int64_t items);

 private:
  struct Held {
    std::int64_t item;
    std::int64_t begin;
  };
  Limits room_;
  std::size_t k_;
  std::size_t most_;
  Effort effort_;
  Levels levels_;
  LevelQueue queue_;
  std::vector<Held> held_;           // most
  std::vector<std::int64_t> sizes_;  // most × k
  std::vector<std::uint32_t> free_;

  [[nodiscard]] const std::int64_t* sizes_of(std::uint32_t slot) const { return sizes_.data() + slot * k_; }
  void hold(const Piece& piece);
  void take(std::uint32_t slot, PackWriter& out);
  using Packs = std::vector<std::vector<std::uint32_t>>;  // of slots
  [[nodiscard]] std::size_t fewest_packs() const;
  [[nodiscard]] Packs plan() const;
  [[nodiscard]] std::uint32_t level_of_complete(const std::vector<std::uint32_t>& pack, const std::int64_t* left) const;
  [[nodiscard]] std::vector<std::uint32_t> held_by_size() const;
  [[nodiscard]] Packs plan_by_methods(bool is_all) const;
  [[nodiscard]] Packs best_plan(bool is_all) const;
  void build(std::span<const std::vector<std::uint32_t>> packs, PackWriter& out);
};

}  // namespace tuplepack::packing
