#pragma once

#include <cstddef>
#include <cstdint>

namespace tuplepack {

/// The largest total: totals must be exact as doubles, for JavaScript.
inline constexpr std::int64_t max_exact = (std::int64_t{1} << 53) - 1;

/// The largest number of components of an item.
inline constexpr std::size_t max_components = 16;

}  // namespace tuplepack
