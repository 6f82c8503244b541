#pragma once

#include "tuplepack/packing/estimate.hpp"

namespace tuplepack {

/// What one would tell a friend who shows these numbers: whether packing is worth it, against what, and what to try
/// next. Reads everything in `estimate` but its advice.
[[nodiscard]] std::vector<std::string> advice_on(const PlanDocument& document, const Estimate& estimate);

}  // namespace tuplepack
