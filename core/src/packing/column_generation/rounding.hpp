#pragma once

#include "relaxation.hpp"

namespace tuplepack {

/// A solution of the relaxation of some bins, in the numbering of the whole problem.
struct FractionalSolution {
  Columns columns;
  std::vector<double> amounts;       ///< parallel to columns
  std::vector<std::uint32_t> below;  ///< bins of the whole
  std::vector<double> prices;        ///< bins of the whole: duals, 0 elsewhere
};

/// original  bins of the relaxation: their numbers in the whole
/// bins      of the whole
[[nodiscard]] FractionalSolution in_original(Relaxation relaxation, std::span<const std::uint32_t> original,
                                             std::size_t bins);

/// Rounds a fractional solution by diving (Wäscher and Gau 1996, Belov and Scheithauer 2002): whole amounts are fixed and
/// the rest is packed by best fit; then the residual problem is solved again, and where no amount is whole, the column
/// of the largest is fixed.
///
/// free    items that take no room and are in no column; the depth allows all items in one pack then
/// best    the incumbent; it has more packs than `target`
/// target  stop at so many packs
/// result  the better of both
[[nodiscard]] Plan round(const Histogram& histogram, const Limits& limits, FractionalSolution root,
                         std::span<const Run> free, Plan best, std::int64_t target, Stop& stop);

}  // namespace tuplepack
