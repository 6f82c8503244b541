#pragma once

#include "packing/exact/columns/columns.hpp"
#include "packing/exact/columns/one_pack.hpp"

namespace tuplepack::packing {

/// A packing problem under decisions on pairs of bins (Ryan and Foster 1981), which divide its plans into two cases:
///   together   some pack holds an item of both. By symmetry it may be any two items: they are glued to one, the only
///              item of a new bin, which stays apart from what either stays apart from.
///   apart      no pack holds an item of both
/// A bin may form a pair with itself.
class CaseProblem {
 public:
  /// pack     what a pack can hold, including the depth where that binds
  /// counts   its bins
  CaseProblem(const OnePack& pack, std::span<const std::int64_t> counts);

  [[nodiscard]] std::size_t bins() const { return counts_.size(); }
  [[nodiscard]] std::span<const std::int64_t> limits() const { return limits_; }
  [[nodiscard]] std::span<const std::int64_t> size(std::size_t bin) const {
    return std::span(sizes_).subspan(bin * limits_.size(), limits_.size());
  }
  /// bins; 0 where all items are glued
  [[nodiscard]] std::span<const std::int64_t> counts() const { return counts_; }
  /// The bins that a bin stays apart from.
  [[nodiscard]] std::span<const std::uint32_t> apart(std::size_t bin) const { return apart_[bin]; }

  /// Whether a pack may hold an item of both, and so whether a decision on them decides something.
  [[nodiscard]] bool may_share(std::uint32_t a, std::uint32_t b) const;

  /// Decisions, and the way back from the latest.
  /// assumes  may_share(a, b)
  void glue(std::uint32_t a, std::uint32_t b);
  void unglue();
  void separate(std::uint32_t a, std::uint32_t b);
  void unseparate(std::uint32_t a, std::uint32_t b);

  /// The most items of a bin alone in a pack.
  [[nodiscard]] std::int64_t most_alone(std::size_t bin) const;

  /// Packs of a problem before its latest decisions, as far as they are packs of this one: items that are glued now are
  /// put together where a pack has both, and what must stay apart or is too much is left out.
  [[nodiscard]] Columns adapted(const Columns& packs) const;

  /// A pack in the bins of the problem without decisions, ascending.
  [[nodiscard]] std::vector<Run> unglued(std::span<const Run> pack) const;

 private:
  void reduce_sizes();

  struct Pair {
    std::uint32_t a;
    std::uint32_t b;
  };

  std::vector<std::int64_t> limits_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int64_t> counts_;
  std::vector<std::vector<std::uint32_t>> apart_;
  std::size_t first_glued_;
  std::vector<Pair> glued_;  // what the items of bins from first_glued_ on were
};

}  // namespace tuplepack::packing
