#pragma once

#include "tuplepack/packing/sweep.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::packing {

// One cell of a sweep.

/// A cell with the cheapest bound there is: total size over limit, items over depth.
/// sums    of the histogram
/// errors  those of room_in_a_pack, if they do not come from the limits
[[nodiscard]] Result<SweepCell> cheaply_bounded_cell(const Histogram& histogram, const Totals& sums,
                                                     std::vector<std::int64_t> sizes, const SweepOptions& options);

/// Packs by a method, and keeps the plan if it is better than one that the cell has.
/// result  whether it was packed to the end, and not stopped
/// errors  those of pack
[[nodiscard]] Result<bool> pack_cell(SweepCell& cell, const Histogram& histogram, const Totals& sums,
                                     const Limits& limits, const Fitting& fitting, PackOptions how);

/// By harmonic mean; of equal cells the first.
[[nodiscard]] bool is_better(const SweepCell& a, std::size_t a_index, const SweepCell& b, std::size_t b_index);

}  // namespace tuplepack::packing
