#pragma once

#include <cstdint>

namespace tuplepack {

/// The largest total: totals must be exact as doubles, for JavaScript.
inline constexpr std::int64_t max_exact = (std::int64_t{1} << 53) - 1;

}  // namespace tuplepack
