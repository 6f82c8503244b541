#pragma once

#include "tuplepack/base/result.hpp"

#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// How long the portfolio of methods and bounds searches. What it does is counted in work, not time, so that every machine
/// finds the same plan.
///   quick  the fast methods
///   usual  up to about 0.3 s
///   full   until the plan is proven optimal, or no method finds a better one
enum class Effort { quick, usual, full };
[[nodiscard]] Result<Effort> effort_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> efforts();  ///< the names of all, in display order

/// The method of methods() that is the portfolio at this effort: "quick", "auto" or "optimal".
[[nodiscard]] std::string_view portfolio_at(Effort effort);

}  // namespace tuplepack::packing
