#pragma once

#include "columns.hpp"
#include "one_pack.hpp"
#include "packing/stop.hpp"

namespace tuplepack::packing {

/// The linear program over all packs.
struct RelaxationTask {
  const OnePack& pack;
  std::span<const std::int64_t> counts;   ///< bins
  const Columns& initial_columns;         ///< e.g. the packs of a good plan
  std::span<const double> initial_duals;  ///< bins, in packs
  std::int64_t known_bound = 0;           ///< proved already
  std::int64_t cutoff = 0;                ///< stop at a bound of so many packs
  std::int64_t depth = unlimited_depth;   ///< items allowed in a pack, where `pack` leaves that out
};

/// Its solution.
///   bound    ⌈Σ count · price / scale⌉ packs are needed
///   prices   bins, whole; no pack holds more than `scale` of them
///   amounts  parallel to columns: how often to use each. They cover all items unless stopped or cut off; a place for
///            an item may hold one of a dominated bin instead
///   below    bins: see nearest_below()
///   center   bins: the duals of the best bound before rounding, in packs
struct Relaxation {
  std::int64_t bound = 0;
  std::int64_t scale = 1;
  std::vector<std::int64_t> prices;
  Columns columns;
  std::vector<double> amounts;
  std::vector<std::uint32_t> below;
  std::vector<double> center;
};

/// Column generation (Gilmore and Gomory 1961): duals from the restricted master, packs of negative reduced cost from
/// the knapsack, until the bound of Farley 1990, rounded up, meets the objective.
///
/// The first duals are those of the total bound, or the initial ones. Stabilisation keeps duals near the best ones so
/// far and widens its box as they become optimal in it. Where the box has to become wide, dual inequalities replace it:
/// an item costs no more than one whose place it can take (Valério de Carvalho 2005). Every iteration adds up to one
/// column per bin.
[[nodiscard]] Relaxation relax(const RelaxationTask& task, Stop& stop);

}  // namespace tuplepack::packing
