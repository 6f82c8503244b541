#pragma once

#include "tuplepack/packing/stream.hpp"

#include <vector>

namespace tuplepack::reports {

/// k: real size / (packs · limit), or 0 if no pack has closed.
[[nodiscard]] std::vector<double> stream_efficiency(const packing::StreamTotals& totals, const packing::Limits& limits);

/// Pieces per pack.
/// assumes  there is a pack
[[nodiscard]] double items_per_pack(const packing::StreamTotals& totals);

}  // namespace tuplepack::reports
