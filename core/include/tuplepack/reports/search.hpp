#pragma once

#include "tuplepack/packing/search.hpp"

#include <span>

namespace tuplepack {

/// Of the efficiencies of all components (Krell et al. 2022, Figure 5).
[[nodiscard]] double harmonic_mean(std::span<const double> efficiency);

/// How many limits there are to choose from.
[[nodiscard]] double candidate_count(std::span<const Range> ranges);

}  // namespace tuplepack
