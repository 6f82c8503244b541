#pragma once

#include <cstdint>
#include <span>

namespace tuplepack {

// More packs or larger limits never give a larger value, rounding included: every step is a monotone function of the
// one before. So what a bound says of efficiency holds to the last bit.

/// The share of so many packs that is not padding, of one component.
[[nodiscard]] inline double efficiency(std::int64_t sum, std::int64_t packs, std::int64_t limit) {
  return static_cast<double>(sum) / (static_cast<double>(packs) * static_cast<double>(limit));
}

/// Of the efficiencies of all components: the measure of Krell et al. 2022, Figure 5.
[[nodiscard]] inline double harmonic_mean(std::span<const std::int64_t> sums, std::int64_t packs,
                                          std::span<const std::int64_t> limits) {
  double inverse_sum = 0;
  for (std::size_t c = 0; c < limits.size(); ++c) inverse_sum += 1 / efficiency(sums[c], packs, limits[c]);
  return static_cast<double>(limits.size()) / inverse_sum;
}

}  // namespace tuplepack
