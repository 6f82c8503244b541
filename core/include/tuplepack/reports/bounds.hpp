#pragma once

#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/fitting.hpp"

#include <vector>

namespace tuplepack::reports {

/// Lower bounds on the packs of any plan, and what they mean for its efficiency.
struct Bounds {
  std::vector<packing::LowerBound> all;  ///< of every method and component, in the order of bound_methods()
  std::size_t best = 0;                  ///< the index of the largest, the first among equals
  std::vector<double> efficiency;        ///< k: no plan is more efficient

  [[nodiscard]] const packing::LowerBound& largest() const { return all[best]; }
};

/// errors  those of fit
[[nodiscard]] Result<Bounds> bounds_for(const packing::Histogram& histogram, const packing::Limits& limits,
                                        const packing::Fitting& fitting = {});

}  // namespace tuplepack::reports
