#pragma once

#include "tuplepack/base/effort.hpp"

#include <string_view>

namespace tuplepack::packing {

/// The method of methods() that is the portfolio of methods and bounds at this effort.
///   quick  "quick": the fast methods
///   usual  "auto": up to about 0.3 s, and more for many items of three or more components
///   full   "optimal": until the plan is proven optimal, or no method finds a better one
[[nodiscard]] std::string_view portfolio_at(Effort effort);

}  // namespace tuplepack::packing
