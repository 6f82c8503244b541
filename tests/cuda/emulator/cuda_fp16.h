#pragma once
#include "tuplepack/base/float16.hpp"

struct __half {
  std::uint16_t bits;
};
inline __half __ushort_as_half(std::uint16_t bits) {
  return {bits};
}
inline std::uint16_t __half_as_ushort(__half value) {
  return value.bits;
}
inline float __half2float(__half value) {
  return tuplepack::to_float(tuplepack::Float16{value.bits});
}
inline __half __float2half_rn(float value) {
  return {tuplepack::to_float16(value).bits};
}
