#pragma once

#include "packing/filling/rest.hpp"
#include "relaxation.hpp"

#include <functional>
#include <optional>

namespace tuplepack::packing {

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

/// Solves the linear program of the items that are left, if it allows so many packs; else none.
///   start   packs of them
using RelaxRest =
    std::function<std::optional<FractionalSolution>(const Rest& rest, const Columns& start, std::int64_t packs)>;

/// Dives, each with other random choices.
///   first   0 rounds by the amounts alone, and up several at once
///   relax   instead of column generation by a table of all rooms
struct Dives {
  std::uint32_t first = 0;
  std::uint32_t count = 24;
  RelaxRest relax{};
};

/// Rounds a fractional solution by diving (Wäscher and Gau 1996, Belov and Scheithauer 2002): whole amounts are fixed and
/// the rest is packed by best fit; then the residual problem is solved again, and where no amount is whole, the column
/// of the largest is fixed.
///
/// free    items that take no room and are in no column; the depth allows all items in one pack then
/// best    the incumbent; it has more packs than `target`
/// target  stop at so many packs
/// result  the better of both
[[nodiscard]] Plan round(const Histogram& histogram, const Limits& limits, FractionalSolution root,
                         std::span<const Run> free, Plan best, std::int64_t target, const Dives& dives, Stop& stop);

}  // namespace tuplepack::packing
