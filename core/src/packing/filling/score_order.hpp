#pragma once

#include "tuplepack/packing/heuristic.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::packing {

/// The bins from the largest score to the smallest; equal scores by their sizes, largest first. The common order in
/// which the published algorithms place items.
struct ScoredBin {
  std::int64_t score;
  std::uint32_t bin;
};
[[nodiscard]] std::vector<ScoredBin> bins_by_score(const Histogram& histogram, const Score& score);

}  // namespace tuplepack::packing
