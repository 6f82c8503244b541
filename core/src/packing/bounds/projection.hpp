#pragma once

#include "tuplepack/packing/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack::packing {

/// One component of a histogram: a bin-packing problem that every plan for all components solves too. Items of size 0
/// are left out, because they take no room.
///
///   sizes      bins, strictly ascending, each between 1 and limit
///   at_least   bins + 1; how many items have size sizes[i] or more; the last is 0
struct Projection {
  std::int64_t limit = 1;
  std::int64_t total = 0;  ///< Σ count · size
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> at_least;

  [[nodiscard]] std::int64_t items() const { return at_least.front(); }
  [[nodiscard]] std::int64_t count(std::size_t bin) const { return at_least[bin] - at_least[bin + 1]; }
};

/// cost  O(bins) while the limit is not much larger than the number of bins, else O(bins · log bins)
[[nodiscard]] Projection project(const Histogram& histogram, const Limits& limits, std::size_t component);

}  // namespace tuplepack::packing
