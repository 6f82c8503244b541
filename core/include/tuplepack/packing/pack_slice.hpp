#pragma once

#include "tuplepack/packing/assign_shard.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Packs of an assignment that stand next to each other, in CSR as in Assignment, with 64-bit items.
///   offsets   packs + 1, from 0
///   items     one per piece
///   begins    parallel to items; empty unless items are split
///   sizes     k × pieces; empty unless sizes are kept
struct PackSlice {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int64_t> items{};
  std::vector<std::int64_t> begins{};
  std::vector<std::int64_t> sizes{};

  [[nodiscard]] std::size_t packs() const { return offsets.size() - 1; }
  /// As Assignment::lengths().
  [[nodiscard]] std::span<const std::int64_t> lengths(std::size_t pack, std::size_t component) const {
    const auto begin = static_cast<std::size_t>(offsets[pack]);
    const auto end = static_cast<std::size_t>(offsets[pack + 1]);
    return std::span(sizes).subspan(component * static_cast<std::size_t>(offsets.back()) + begin, end - begin);
  }
};

/// The packs [begin, end) of more.
[[nodiscard]] PackSlice slice_of(const Assignment& whole, std::size_t begin, std::size_t end);
[[nodiscard]] PackSlice slice_of(const PackSlice& whole, std::size_t begin, std::size_t end);

/// The order of packs in which shards are assigned.
/// memory  8 bytes per pack with balance, else O(1)
class PackOrder {
 public:
  /// options  plan or permute; with a balance, at most 2^32 − 1 packs
  PackOrder(const Histogram& histogram, const Plan& plan, const AssignOptions& options);

  /// Where a pack of ShardAssigner goes.
  [[nodiscard]] std::int64_t operator()(std::int64_t pack) const {
    return balanced_.empty() ? pack : balanced_[static_cast<std::size_t>(pack)];
  }
  /// The strategies of the packs [begin, end) in this order.
  /// cost  O(packs) with permute, else O(strategies + packs in the range)
  [[nodiscard]] std::vector<std::uint32_t> strategies(std::int64_t begin, std::int64_t end) const;
  /// The imbalance before and after balancing; none unless balance.
  [[nodiscard]] const std::optional<Assignment::Work>& work() const { return work_; }

 private:
  const Plan* plan_;
  Order order_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> balanced_;    // packs: the position of each
  std::vector<std::uint32_t> strategies_;  // packs: of each position; empty unless balance
  std::optional<Assignment::Work> work_;

  [[nodiscard]] std::vector<std::uint32_t> arranged(std::int64_t begin, std::int64_t end) const;
  void balance(const Histogram& histogram, const Balance& wanted);
};

/// Packs that get their pieces in any order.
class PackSliceBuilder {
 public:
  /// strategies  of the packs
  /// k           sizes of a piece, 0: none are kept
  /// split       whether pieces have a begin
  PackSliceBuilder(const Plan& plan, std::span<const std::uint32_t> strategies, std::size_t k, bool split);

  /// pack   from 0, within the slice
  /// begin  not used unless split
  /// sizes  k
  void put(std::int64_t pack, std::int64_t position, std::int64_t item, std::int64_t begin,
           std::span<const std::int64_t> sizes);
  /// assumes  every place has got its piece
  [[nodiscard]] PackSlice finish() && { return std::move(slice_); }

 private:
  PackSlice slice_;
};

}  // namespace tuplepack::packing
