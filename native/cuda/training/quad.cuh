#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

/// A thread reads and writes four values side by side, in one piece where they are aligned.
namespace tuplepack::cuda {

inline constexpr int quad = 4;

/// Whether every quad of an array begins at a multiple of its size. `begin` is the first value's.
template <typename T>
__device__ inline bool has_whole_quads(const T* array, std::int64_t begin, std::int64_t count) {
  return count % quad == 0 && reinterpret_cast<std::uintptr_t>(array + begin) % (quad * sizeof(T)) == 0;
}

/// As loaded and stored in one piece.
template <typename T>
using QuadBits = std::conditional_t<sizeof(T) == 4, int4, std::uint32_t>;

/// The values at `at` … `at` + 3 below `end`; 0 for the others.
/// whole   has_whole_quads, for `at` a multiple of 4 from the beginning
template <typename T, typename Index>
__device__ inline void load_quad(const T* array, Index at, Index end, bool whole, T (&values)[quad]) {
  if (whole) {
    static_assert(sizeof(QuadBits<T>) == sizeof values);
    QuadBits<T> bits{};
    if (at < end) bits = *reinterpret_cast<const QuadBits<T>*>(array + at);
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
    QuadBits<T> bits;
    memcpy(&bits, values, sizeof bits);
    if (at < end) __stcg(reinterpret_cast<QuadBits<T>*>(array + at), bits);  // the compiler would store them one by one
  } else {
#pragma unroll
    for (int i = 0; i < quad; ++i) {
      if (at + i < end) array[at + i] = values[i];
    }
  }
}

}  // namespace tuplepack::cuda
