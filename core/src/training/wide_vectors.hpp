#pragma once

#include <cstddef>  // says whether this is glibc

/// A function that is also compiled, with all that it calls, for the vectors of 256 bits that a processor may have:
/// twice as fast where arithmetic and not memory sets the pace. The result is the same, bit for bit. Only where the
/// loader can choose between the two.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define TUPLEPACK_WIDE_VECTORS __attribute__((flatten, target_clones("avx2", "default")))
#else
#define TUPLEPACK_WIDE_VECTORS
#endif
