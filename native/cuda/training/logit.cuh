#pragma once

#include "tuplepack/base/float16.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstring>

namespace tuplepack::cuda {

/// A logit as a float, exact, by the device's conversion instructions; the same as in the core.
__device__ inline float loaded(float logit) {
  return logit;
}
__device__ inline float loaded(BFloat16 logit) {
  return to_float(logit);
}
__device__ inline float loaded(Float16 logit) {
  return __half2float(__ushort_as_half(logit.bits));
}

/// Rounds to nearest, ties to even.
template <typename T>
__device__ inline T stored(float value) {
  if constexpr (std::is_same_v<T, Float16>) {
    return Float16{__half_as_ushort(__float2half_rn(value))};
  } else if constexpr (std::is_same_v<T, BFloat16>) {
    return BFloat16{__bfloat16_as_ushort(__float2bfloat16_rn(value))};
  } else {
    return value;
  }
}

/// 16 bytes of logits.
template <typename T>
struct Chunk {
  static constexpr int width = 16 / sizeof(T);
  float values[width];
};

template <typename T>
__device__ inline Chunk<T> unpacked(const int4& bits) {
  T raw[Chunk<T>::width];
  memcpy(static_cast<void*>(raw), &bits, sizeof bits);
  Chunk<T> chunk;
#pragma unroll
  for (int i = 0; i < Chunk<T>::width; ++i) chunk.values[i] = loaded(raw[i]);
  return chunk;
}

template <typename T>
__device__ inline int4 packed(const Chunk<T>& chunk) {
  T raw[Chunk<T>::width];
#pragma unroll
  for (int i = 0; i < Chunk<T>::width; ++i) raw[i] = stored<T>(chunk.values[i]);
  int4 bits;
  memcpy(&bits, raw, sizeof bits);
  return bits;
}

}  // namespace tuplepack::cuda
