#pragma once

#include "relaxation.hpp"

namespace tuplepack {

/// What a relaxation of some bins says, with the numbers they have in the whole problem.
struct Fractional {
  Columns columns;
  std::vector<double> amounts;       ///< parallel to columns
  std::vector<std::uint32_t> below;  ///< bins of the whole
  std::vector<double> prices;        ///< bins of the whole: the center of the relaxation, 0 elsewhere
};

/// original  bins of the relaxation: their numbers in the whole
/// bins      of the whole
[[nodiscard]] Fractional in_whole(Relaxation relaxation, std::span<const std::uint32_t> original, std::size_t bins);

/// A plan from packs used a fractional number of times: whole uses are kept, what is left is packed by fast methods; if
/// that is not enough, the linear program is solved again for what is left, and where nothing is whole, the pack used
/// most is rounded up (diving; Wäscher and Gau 1996, Belov and Scheithauer 2002).
///
/// free    items that take no room and are in no column; the limits allow all items in one pack then
/// best    a plan to improve on; its packs are more than `target`
/// target  stop when a plan has so few packs
/// result  the better of both
[[nodiscard]] Plan round(const Histogram& histogram, const Limits& limits, Fractional root, std::span<const Run> free,
                         Plan best, std::int64_t target, Stop& stop);

}  // namespace tuplepack
