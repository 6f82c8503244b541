#pragma once

#include "tuplepack/base/float16.hpp"

#include <cmath>
#include <type_traits>
#include <vector>

// How close values on the device must be to those of the core.
namespace tuplepack::tests {

/// Both are NaN, as they are in a row of −∞: with a vocabulary of one, random rows have that now and then.
[[nodiscard]] inline bool both_nan(float a, float b) {
  return std::isnan(a) && std::isnan(b);
}

template <typename T>
inline constexpr float rounding_of = std::is_same_v<T, float>     ? 0
                                     : std::is_same_v<T, Float16> ? 0x1p-10F
                                                                  : 0x1p-7F;

/// Gradients: the same of the exponentials, then at most a step between neighbours of T. At the label two numbers that
/// are nearly the weight are subtracted, so that their errors are relative to that; weights are 1 here or less.
template <typename T>
[[nodiscard]] bool close_gradients(const std::vector<T>& found, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float a = to_arithmetic(found[i]);
    const float b = to_arithmetic(expected[i]);
    if (both_nan(a, b)) continue;
    if (!(std::abs(a - b) <= (rounding_of<T> + 4e-6F) * std::abs(b) + 0x1p-21F)) return false;
  }
  return true;
}

}  // namespace tuplepack::tests
