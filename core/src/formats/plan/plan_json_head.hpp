#pragma once

#include "tuplepack/formats/plan/plan_json.hpp"

#include <string>

namespace tuplepack::formats {

/// The JSON of a plan without certificate and strategies.
[[nodiscard]] std::string plan_head_json(const packing::PlanDocument& document);

}  // namespace tuplepack::formats
