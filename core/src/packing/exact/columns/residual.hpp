#pragma once

#include "packing/filling/rest.hpp"
#include "packing/plan_builder.hpp"

namespace tuplepack::packing {

/// A plan under construction over a histogram: packs chosen so far, and what is left.
class PartialPlan {
 public:
  /// free   items that take no room; they go into the first pack
  PartialPlan(const Histogram& histogram, std::span<const Run> free);

  /// Adds packs of these items, of which enough are left.
  void put(std::span<const Run> pack, std::int64_t times);

  /// What a pack can still hold in each of its places: an item of the bin it is for, or else of the next bin below that
  /// has some left. Empty when nothing is left for it.
  /// below  bins
  [[nodiscard]] std::vector<Run> filled(std::span<const Run> pack, std::span<const std::uint32_t> below) const;

  /// Fills packs in this way, as often as asked or as items last.
  void add(std::span<const Run> pack, std::int64_t times, std::span<const std::uint32_t> below);

  /// Adds the packs of a plan for what is left.
  void add(const Plan& plan, const Rest& rest);

  [[nodiscard]] std::span<const std::int64_t> left() const { return left_; }
  [[nodiscard]] std::int64_t packs() const { return packs_; }
  [[nodiscard]] bool is_complete() const;
  [[nodiscard]] Plan finish() && { return std::move(builder_).finish(); }

 private:
  std::vector<std::int64_t> left_;
  std::int64_t packs_ = 0;
  PlanBuilder builder_;
  std::vector<Run> free_;
};

}  // namespace tuplepack::packing
