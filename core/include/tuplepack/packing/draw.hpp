#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::packing {

/// Items of a histogram in random order, as a stream might deliver them: drawn uniformly without replacement. The same
/// seed gives the same items on every platform.
/// items   how many, ≥ 0; at most all of them
/// result  items × k sizes, row-major
/// cost    O(bins + items · log bins)
[[nodiscard]] std::vector<std::int64_t> draw(const Histogram& histogram, std::int64_t items, std::uint64_t seed);

}  // namespace tuplepack::packing
