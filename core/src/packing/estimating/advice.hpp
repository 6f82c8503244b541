#pragma once

#include "tuplepack/packing/estimate.hpp"

namespace tuplepack::packing {

/// Sentences on whether packing is worth it, compared with what, and what to try next. Reads everything in `estimate`
/// but its advice.
[[nodiscard]] std::vector<std::string> advice_on(const PlanDocument& document, const Estimate& estimate);

}  // namespace tuplepack::packing
