#pragma once

#include "../stop.hpp"
#include "columns.hpp"
#include "one_pack.hpp"

namespace tuplepack {

/// What is asked of the linear program over all packs.
struct RelaxationTask {
  const OnePack& pack;
  std::span<const std::int64_t> counts;  ///< bins
  const Columns& start;                  ///< packs to begin with, e.g. those of a good plan
  std::span<const double> guess;         ///< bins: prices that may be good, in packs
  std::int64_t known = 0;                ///< a bound that is proved already: no need to prove less
  std::int64_t enough = 0;               ///< a bound of so many packs settles the matter
  std::int64_t depth = unlimited_depth;  ///< items allowed in a pack, where `pack` leaves that out
};

/// What came out.
///   bound    ⌈Σ count · price / scale⌉ packs are needed
///   prices   bins, whole; no pack holds more than `scale` of them
///   amounts  parallel to columns: how often to use each. Together they have places for all items unless the bound was
///            enough or it was stopped: for more items of a bin than there are, or for some that take the place of an
///            item of a bin above theirs
///   below    bins: see nearest_below(); what takes the place of what
///   center   bins: the prices of the best bound before rounding, in packs
struct Relaxation {
  std::int64_t bound = 0;
  std::int64_t scale = 1;
  std::vector<std::int64_t> prices;
  Columns columns;
  std::vector<double> amounts;
  std::vector<std::uint32_t> below;
  std::vector<double> center;
};

/// Column generation (Gilmore and Gomory 1961): prices from the packs known so far, the best packs for these prices
/// from the knapsack, until the bound of Farley 1990 shows that nothing is left to gain in whole packs.
///
/// The first prices are those of the component whose totals need most packs, or the guess. Ceilings keep prices near
/// the best ones so far until these are nearly as good as they can be, and rise then. Once they have to rise much, they
/// are given up: from then on an item may cost no more than one that it can take the place of, which holds for some of
/// the best prices and leaves much less to search (dual inequalities; Valério de Carvalho 2005). Every round adds a
/// pack for every bin.
[[nodiscard]] Relaxation relax(const RelaxationTask& task, Stop& stop);

}  // namespace tuplepack
