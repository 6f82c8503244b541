#pragma once

#include "columns.hpp"
#include "one_pack.hpp"
#include "stop.hpp"

namespace tuplepack {

/// What is asked of the linear program over all packs.
struct RelaxationTask {
  const OnePack& pack;
  std::span<const std::int64_t> counts;  ///< bins
  const Columns& start;                  ///< packs to begin with, e.g. those of a good plan
  std::int64_t known = 0;                ///< a bound that is proved already: no need to prove less
  std::int64_t enough = 0;               ///< a bound of so many packs settles the matter
  std::int64_t depth = unlimited_depth;  ///< items allowed in a pack, where `pack` leaves that out
};

/// What came out.
///   bound    ⌈Σ count · price / scale⌉ packs are needed
///   prices   bins, whole; no pack holds more than `scale` of them
///   amounts  parallel to columns: how often to use each, which together hold all items unless the bound was enough or
///   it
///            was stopped; a column may hold more items of a bin than there are
struct Relaxation {
  std::int64_t bound = 0;
  std::int64_t scale = 1;
  std::vector<std::int64_t> prices;
  Columns columns;
  std::vector<double> amounts;
};

/// Column generation (Gilmore and Gomory 1961): prices from the packs known so far, the best packs for these prices
/// from the knapsack, until the bound of Farley 1990 shows that nothing is left to gain in whole packs.
///
/// The first prices are those of the component whose totals need most packs. Ceilings keep prices near the best ones so
/// far until these are nearly as good as they can be, and rise then. Every round adds a pack for every bin.
[[nodiscard]] Relaxation relax(const RelaxationTask& task, Stop& stop);

}  // namespace tuplepack
