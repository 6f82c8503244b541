#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/packing/checking_work.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// Items with prices, and the limits of one pack that holds them. A limit on the number of items is one more dimension,
/// in which every item has size 1.
struct Knapsack {
  std::vector<std::int64_t> limits;  ///< dimensions
  std::vector<std::int64_t> sizes;   ///< bins × dimensions, row-major; each within its limit
  std::vector<std::int64_t> counts;  ///< bins
  std::vector<std::int64_t> prices;  ///< bins, each ≥ 1

  [[nodiscard]] std::size_t bins() const { return prices.size(); }
  [[nodiscard]] std::span<const std::int64_t> size(std::size_t bin) const {
    return std::span(sizes).subspan(bin * limits.size(), limits.size());
  }
};

/// The value of the most valuable pack, if it is at most `enough`; else the value of some pack above `enough` (the
/// largest 64-bit integer stands for anything beyond it). Exact integer arithmetic.
/// assumes  prices ≤ enough < 2^53
/// errors   unsupported (too large) · those of `work`
/// cost     a step for each cell of a table, whenever a bin may change it. One dimension: O(bins · different values of a pack); several: O(bins · Π limits), in at most 2^25 cells.
///          Bins worth no more than smaller ones in their place cost nothing where counts do not matter.
[[nodiscard]] Result<std::int64_t> most_valuable_pack(const Knapsack& knapsack, std::int64_t enough,
                                                      CheckingWork& work);

}  // namespace tuplepack::packing
