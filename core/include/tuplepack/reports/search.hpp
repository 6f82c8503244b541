#pragma once

#include "tuplepack/packing/search.hpp"

#include <span>

namespace tuplepack {

/// The harmonic mean of the efficiencies of all components (Krell et al. 2022, Figure 5).
[[nodiscard]] double harmonic_mean(std::span<const double> efficiency);

/// The number of combinations of limits in the ranges. As a double, because the product may be huge.
[[nodiscard]] double candidate_count(std::span<const Range> ranges);

}  // namespace tuplepack
