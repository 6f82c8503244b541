#pragma once

#include "host_device.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tuplepack {

/// The 16-bit floating-point formats of training, as bits. For storage only: arithmetic is done in float.
///   Float16   IEEE binary16: 1 sign, 5 exponent, 10 fraction bits; the largest finite value is 65,504
///   BFloat16  the upper half of a float: 1 sign, 8 exponent, 7 fraction bits
/// Layout-compatible with __half, __nv_bfloat16 and the 16-bit types of numpy and the frameworks.
/// The conversions are branch-free, so that loops over them are vectorised.
struct Float16 {
  std::uint16_t bits = 0;
};
struct BFloat16 {
  std::uint16_t bits = 0;
};

[[nodiscard]] TUPLEPACK_HOST_DEVICE inline std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float float_of_bits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Exact.
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float to_float(BFloat16 value) {
  return float_of_bits(std::uint32_t{value.bits} << 16);
}

/// Exact.
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float to_float(Float16 value) {
  const std::uint32_t magnitude = value.bits & 0x7fffU;
  const std::uint32_t normal = (magnitude << 13) + (112U << 23);  // the exponents' biases are 15 and 127
  const std::uint32_t infinite_or_nan = (magnitude << 13) | 0x7f800000U;
  const std::uint32_t subnormal = bits_of(static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24F);
  const std::uint32_t finite = magnitude < 0x400U ? subnormal : normal;
  const std::uint32_t unsigned_bits = magnitude >= 0x7c00U ? infinite_or_nan : finite;
  return float_of_bits(unsigned_bits | (value.bits & 0x8000U) << 16);
}

/// Rounds to nearest, ties to even; overflows to infinity; keeps NaN.
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline BFloat16 to_bfloat16(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t rounded = (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
  const std::uint32_t nan = bits >> 16 | 0x40U;
  return {static_cast<std::uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? nan : rounded)};
}

/// Rounds to nearest, ties to even; overflows to infinity; keeps NaN.
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline Float16 to_float16(float value) {
  const std::uint32_t magnitude = bits_of(value) & 0x7fffffffU;
  // Adding ½ puts the last of binary16's subnormal bits, 2^−24, into the last place of a float, which rounds there.
  const std::uint32_t subnormal = bits_of(float_of_bits(magnitude) + 0.5F) - bits_of(0.5F);
  const std::uint32_t normal = (magnitude + 0xfffU + (magnitude >> 13 & 1U) - (112U << 23)) >> 13;
  const std::uint32_t nan = 0x7e00U | (magnitude >> 13 & 0x3ffU);
  const std::uint32_t finite = magnitude < 0x38800000U ? subnormal : normal;   // 2^−14
  const std::uint32_t in_range = magnitude >= 0x477ff000U ? 0x7c00U : finite;  // 65,520 would round up to 65,536
  const std::uint32_t unsigned_bits = magnitude > 0x7f800000U ? nan : in_range;
  return {static_cast<std::uint16_t>(unsigned_bits | (bits_of(value) >> 16 & 0x8000U))};
}

/// The type for arithmetic on a T: double for double; float for float, Float16 and BFloat16.
template <typename T>
using ArithmeticOf = std::conditional_t<std::is_same_v<T, double>, double, float>;

[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float to_arithmetic(float value) {
  return value;
}
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline double to_arithmetic(double value) {
  return value;
}
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float to_arithmetic(Float16 value) {
  return to_float(value);
}
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float to_arithmetic(BFloat16 value) {
  return to_float(value);
}

/// The nearest T.
template <typename T>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline T rounded_to(ArithmeticOf<T> value) {
  if constexpr (std::is_same_v<T, Float16>) {
    return to_float16(value);
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return to_bfloat16(value);
  } else {
    return value;
  }
}

}  // namespace tuplepack
