#include "tuplepack/reports/bounds.hpp"

#include "base/arithmetic.hpp"

#include <algorithm>

namespace tuplepack::reports {

Result<Bounds> bounds_for(const packing::Histogram& histogram, const packing::Limits& limits,
                          const packing::Fitting& fitting) {
  const auto fitted = fit(histogram, limits, fitting);
  if (!fitted) return tl::unexpected(fitted.error());
  Bounds bounds{.all = lower_bounds(fitted->histogram, fitted->limits), .efficiency = {}};
  const auto fewer = [](const packing::LowerBound& a, const packing::LowerBound& b) { return a.packs < b.packs; };
  bounds.best =
      static_cast<std::size_t>(std::max_element(bounds.all.begin(), bounds.all.end(), fewer) - bounds.all.begin());
  for (std::size_t c = 0; c < limits.sizes.size(); ++c) {
    bounds.efficiency.push_back(efficiency(fitted->real.sums[c], bounds.largest().packs, limits.sizes[c]));
  }
  return bounds;
}

}  // namespace tuplepack::reports
