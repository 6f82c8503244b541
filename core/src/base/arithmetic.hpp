#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack {

/// ⌈a / b⌉ for a ≥ 0 and b ≥ 1, without overflow.
[[nodiscard]] inline std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// "12" or "(222, 502)": a size as messages write it.
[[nodiscard]] inline std::string size_text(std::span<const std::int64_t> size) {
  if (size.size() == 1) return std::to_string(size[0]);
  std::string text = "(";
  for (std::size_t c = 0; c < size.size(); ++c) text += (c == 0 ? "" : ", ") + std::to_string(size[c]);
  return text + ")";
}

// More packs or larger limits never give a larger efficiency, rounding included: every step is a monotone function of
// the one before. A bound on the packs is therefore a bound on the efficiency, to the last bit.

/// The share of `packs` packs of size `limit` that is data, of one component.
[[nodiscard]] inline double efficiency(std::int64_t sum, std::int64_t packs, std::int64_t limit) {
  return static_cast<double>(sum) / (static_cast<double>(packs) * static_cast<double>(limit));
}

/// Harmonic mean of the efficiencies of all components (Krell et al. 2022, Figure 5).
[[nodiscard]] inline double harmonic_mean(std::span<const std::int64_t> sums, std::int64_t packs,
                                          std::span<const std::int64_t> limits) {
  double inverse_sum = 0;
  for (std::size_t c = 0; c < limits.size(); ++c) inverse_sum += 1 / efficiency(sums[c], packs, limits[c]);
  return static_cast<double>(limits.size()) / inverse_sum;
}

}  // namespace tuplepack
