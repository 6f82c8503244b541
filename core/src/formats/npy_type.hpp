#pragma once

#include "tuplepack/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack {

/// An integer type of numpy and how its elements are read.
struct NpyType {
  std::size_t width = 0;  ///< bytes per element
  bool is_signed = false;
  /// Decodes n elements. Those of 2^63 and more come out negative.
  void (*decode)(const char* bytes, std::size_t n, std::int64_t* out) = nullptr;
};

/// name  e.g. "<i8"
/// errors  unsupported (not an integer type; says which and what to do about it)
[[nodiscard]] Result<NpyType> npy_type(std::string_view name);

/// How many bytes a number has that is moved as it is: an integer, a bool, or a float of 2, 4 or 8 bytes.
/// name  as for npy_type; in either order of bytes
/// errors  unsupported (another type; says which)
[[nodiscard]] Result<std::int64_t> npy_number_width(std::string_view name);

}  // namespace tuplepack
