#pragma once

#include "relaxation.hpp"

namespace tuplepack {

/// A plan from packs used a fractional number of times: whole uses are kept, what is left is packed by fast methods; if
/// that is not enough, the linear program is solved again for what is left, and where nothing is whole, the pack used
/// most is rounded up (diving; Wäscher and Gau 1996, Belov and Scheithauer 2002).
///
/// columns, amounts   of the relaxation, with the bins of the whole problem
/// free               items that take no room and are in no column; the limits allow all items in one pack then
/// best               a plan to improve on; its packs are more than `target`
/// target             stop when a plan has so few packs
/// result             the better of both
[[nodiscard]] Plan round(const Histogram& histogram, const Limits& limits, Columns columns, std::vector<double> amounts,
                         std::span<const Run> free, Plan best, std::int64_t target, Stop& stop);

}  // namespace tuplepack
