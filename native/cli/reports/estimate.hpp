#pragma once

#include "batching.hpp"
#include "cli/output/text.hpp"
#include "tuplepack/packing/estimate.hpp"

#include <string>

namespace tuplepack::cli {

[[nodiscard]] std::string estimate_text(const packing::Estimate& estimate, const Terminal& terminal);
[[nodiscard]] std::string estimate_json(const packing::PlanDocument& document, const packing::Estimate& estimate,
                                        const BatchingReport& batching);

/// A plan as JSON with the estimate as one more key.
[[nodiscard]] std::string with_estimate(std::string plan_json, const packing::PlanDocument& document,
                                        const packing::Estimate& estimate);

}  // namespace tuplepack::cli
