#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack {

/// Items of a histogram in random order, as a stream might bring them: each is drawn with equal chance from those that
/// were not drawn yet. The same seed gives the same items on every platform.
/// items   how many, ≥ 0; no more come than there are
/// result  items × k sizes, row-major
/// cost    O(bins + items · log bins)
[[nodiscard]] std::vector<std::int64_t> draw(const Histogram& histogram, std::int64_t items, std::uint64_t seed);

}  // namespace tuplepack
