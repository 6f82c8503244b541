#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// A type of numpy whose elements may be whole numbers.
struct NpyType {
  std::size_t width = 0;  ///< bytes per element
  /// Decodes n elements. Whatever is not a whole number from 0 to 2^63 − 1 comes out negative.
  void (*decode)(const char* bytes, std::size_t n, std::int64_t* out) = nullptr;
  /// The text of an element that is not a whole number from 0 to 2^53 − 1.
  std::string (*text)(const char* element) = nullptr;
  /// The value of an element; the nearest double where it is not exact.
  double (*number)(const char* element) = nullptr;
};

/// name  e.g. "<i8": integers, and floats of 32 or 64 bits
/// errors  unsupported (another type; says which and what to do about it)
[[nodiscard]] Result<NpyType> npy_type(std::string_view name);

/// That, or a float of 16 bits: good for sizes, but ids beyond 2,048 have been rounded in it.
[[nodiscard]] Result<NpyType> npy_size_type(std::string_view name);

/// How many bytes a number has that is moved as it is: an integer, a bool, or a float of 2, 4 or 8 bytes.
/// name  as for npy_type; in either byte order
/// errors  unsupported (another type; says which)
[[nodiscard]] Result<std::int64_t> npy_number_width(std::string_view name);

/// How many bytes an element of any type has; none where they are not in the file.
[[nodiscard]] std::optional<std::int64_t> npy_element_width(std::string_view name);

/// Whether elements are text: "<U5", "|S3".
[[nodiscard]] bool npy_is_text(std::string_view name);

/// Whether elements are integers, and of those, whether they have no sign.
[[nodiscard]] bool npy_is_integer(std::string_view name);
[[nodiscard]] bool npy_is_unsigned(std::string_view name);

/// Whether elements are datetime64 or timedelta64, or the first of these; their unit, "ns" of "<M8[ns]"; and for a note what
/// they are: "datetime64[ns], and counted in that unit since 1970". Empty for others.
[[nodiscard]] bool npy_is_time(std::string_view name);
[[nodiscard]] bool npy_is_date(std::string_view name);
[[nodiscard]] std::string_view npy_time_unit(std::string_view name);
[[nodiscard]] std::string describe_npy_times(std::string_view name);

/// An element of text, in UTF-8, or for "S" its bytes, without the zeros after it.
/// assumes  npy_is_text(name), and as many bytes as npy_element_width says
/// errors   malformed (not valid Unicode, or a zero within it)
[[nodiscard]] Result<std::string> npy_text(std::string_view name, std::string_view element);

/// "float32" for "<f4"; the type as it is, in quotes, where numpy has no name for it.
[[nodiscard]] std::string npy_type_name(std::string_view type);

}  // namespace tuplepack::formats
