#pragma once
#include "tuplepack/base/float16.hpp"

struct __nv_bfloat16 {
  std::uint16_t bits;
};
inline std::uint16_t __bfloat16_as_ushort(__nv_bfloat16 value) {
  return value.bits;
}
inline __nv_bfloat16 __float2bfloat16_rn(float value) {
  return {tuplepack::to_bfloat16(value).bits};
}
