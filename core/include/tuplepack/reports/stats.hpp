#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <vector>

namespace tuplepack::reports {

/// The distribution of one component.
struct ComponentStats {
  std::vector<std::int64_t> sizes;   ///< the distinct sizes, ascending
  std::vector<std::int64_t> counts;  ///< parallel: the items of each size
  std::int64_t items = 0;
  std::int64_t total = 0;  ///< of all sizes

  [[nodiscard]] std::int64_t smallest() const { return sizes.front(); }
  [[nodiscard]] std::int64_t largest() const { return sizes.back(); }
  [[nodiscard]] double mean() const { return static_cast<double>(total) / static_cast<double>(items); }
  /// The smallest size that at least this share of the items do not exceed.
  [[nodiscard]] std::int64_t quantile(double share) const;
  /// The items of each of at most `most` equally wide intervals of sizes, from the smallest size on.
  [[nodiscard]] std::vector<std::int64_t> intervals(std::size_t most) const;
  /// The share of padding when every item is padded to the largest.
  [[nodiscard]] double padding() const;
};

/// One per component.
/// cost  O(bins · log bins) each
[[nodiscard]] std::vector<ComponentStats> component_stats(const packing::Histogram& histogram);

/// A row for each size, with the number of its items in a last column "count".
/// errors  unsupported (a component has that name)
[[nodiscard]] Result<std::string> histogram_csv(const packing::Histogram& histogram);

}  // namespace tuplepack::reports
