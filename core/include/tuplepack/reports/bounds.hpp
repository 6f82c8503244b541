#pragma once

#include "tuplepack/packing/bound.hpp"
#include "tuplepack/packing/fitting.hpp"

#include <vector>

namespace tuplepack {

/// Lower bounds on the packs of any plan, and what they mean for its efficiency.
struct Bounds {
  std::vector<LowerBound> all;     ///< of every method and component, in the order of bound_methods()
  std::size_t best = 0;            ///< the index of the largest, the first among equals
  std::vector<double> efficiency;  ///< k: no plan is more efficient

  [[nodiscard]] const LowerBound& largest() const { return all[best]; }
};

/// errors  those of fit
[[nodiscard]] Result<Bounds> bounds_for(const Histogram& histogram, const Limits& limits, const Fitting& fitting = {});

}  // namespace tuplepack
