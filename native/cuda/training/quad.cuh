#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

/// A thread reads and writes four values side by side, in one piece where they are aligned.
namespace tuplepack::cuda {

inline constexpr int quad = 4;

/// Whether every quad of an array begins at a multiple of its size. `begin` is the first value's.
template <typename T>
__device__ inline bool has_whole_quads(const T* array, std::int64_t begin, std::int64_t count) {
  return count % quad == 0 && reinterpret_cast<std::uintptr_t>(array + begin) % (quad * sizeof(T)) == 0;
}

template <int bytes>
struct alignas(bytes) QuadBits {
  std::uint32_t words[bytes / 4];
};

/// The values at `at` … `at` + 3 below `end`; 0 for the others.
/// whole   has_whole_quads, for `at` a multiple of 4 from the beginning
template <typename T, typename Index>
__device__ inline void load_quad(const T* array, Index at, Index end, bool whole, T (&values)[quad]) {
  if (whole) {
    QuadBits<quad * sizeof(T)> bits{};
    if (at < end) bits = *reinterpret_cast<const QuadBits<quad * sizeof(T)>*>(array + at);
    memcpy(values, &bits, sizeof bits);
  } else {
#pragma unroll
    for (int i = 0; i < quad; ++i) values[i] = at + i < end ? array[at + i] : T{};
  }
}

/// Writes values to `at` … `at` + 3, but not to `end` and beyond.
template <typename T, typename Index>
__device__ inline void store_quad(T* array, Index at, Index end, bool whole, const T (&values)[quad]) {
  if (whole) {
    QuadBits<quad * sizeof(T)> bits;
    memcpy(&bits, values, sizeof bits);
    if (at < end) *reinterpret_cast<QuadBits<quad * sizeof(T)>*>(array + at) = bits;
  } else {
#pragma unroll
    for (int i = 0; i < quad; ++i) {
      if (at + i < end) array[at + i] = values[i];
    }
  }
}

}  // namespace tuplepack::cuda
