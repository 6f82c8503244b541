#pragma once

#include "tuplepack/packing/stream.hpp"

#include <vector>

namespace tuplepack {

/// k: real size / (packs · limit), or 0 if no pack has closed.
[[nodiscard]] std::vector<double> stream_efficiency(const StreamTotals& totals, const Limits& limits);

/// Pieces per pack.
/// assumes  there is a pack
[[nodiscard]] double items_per_pack(const StreamTotals& totals);

}  // namespace tuplepack
