#pragma once

#include "tuplepack/packing/document.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::packing {

/// What is paid without a plan: the share of padding in what is computed, k each.
struct WithoutPacking {
  std::int64_t batch = 0;      ///< items in a batch
  std::vector<double> limit;   ///< every item padded to the limit
  std::vector<double> random;  ///< batches of items in random order, each padded to its longest: the expectation
  std::vector<double>
      sorted;  ///< batches of items sorted by size, each padded to its longest; the first component first
  std::vector<double> greedy;  ///< a pack takes items in random order until one does not fit (next fit): of a sample
};

/// Items of a batch, unless someone says how many.
inline constexpr std::int64_t usual_batch = 8;
/// Greedy packing is tried on a sample of this size where there are more items.
inline constexpr std::int64_t max_greedy_items = std::int64_t{1} << 17;

/// items    as they take room
/// sizes    k, those that carry data, of all items: the rest is padding
/// limits   of a pack
/// room     in a pack, which no item exceeds
/// batch    ≥ 1; the last one holds what is left
/// cost     O(bins · (log bins + batch) · k), and greedy packing of the sample
[[nodiscard]] WithoutPacking without_packing(const Histogram& items, std::span<const std::int64_t> sizes,
                                             const Limits& limits, const Limits& room, std::int64_t batch);

/// Of the items of a plan, with its limits.
[[nodiscard]] WithoutPacking without_packing(const PlanDocument& plan, std::int64_t batch);

/// The same with the largest sizes as limits.
[[nodiscard]] WithoutPacking without_packing(const Histogram& items, std::int64_t batch);

}  // namespace tuplepack::packing
