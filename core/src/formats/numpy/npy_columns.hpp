#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tuplepack::formats {

/// A column of an array that is in memory: a field, a column of n × k, or an array of one dimension.
struct NpyColumn {
  std::string name;  ///< of a field, else empty
  std::string what;  ///< "field 'src'"; empty: one column of an array like all others
  std::string type;  ///< numpy's; empty: elements are arrays
  const char* first = nullptr;
  std::size_t stride = 0, width = 0;  ///< bytes from one element to the next, and of an element
  std::size_t rows = 0;
  std::string index_end = "]";  ///< of numpy's own way to name an element: "[17]", "[17, 1]" or "[17]['nodes']"

  [[nodiscard]] const char* at(std::size_t row) const { return first + row * stride; }
};

inline constexpr std::int64_t max_npy_columns = std::int64_t{1} << 16;

/// The columns of an array, whose bytes must outlive them.
/// errors  those of npy_header_of, npy_field_places and check_npy_data · unsupported (another shape, or Python objects) ·
///         empty (no rows, or no columns) · too_large
[[nodiscard]] Result<std::vector<NpyColumn>> npy_columns(std::string_view file);

/// Whole numbers from 0 to 2^53 − 1.
/// errors  those of npy_type, with the column · not_an_integer · negative · too_large (with the element)
[[nodiscard]] Result<std::vector<std::int64_t>> npy_whole_numbers(const NpyColumn& column);

/// Integers of any sign within ±most, floats, which are integers if all of them are, or times, in their own unit.
/// errors  unsupported (another type) · too_large · malformed (NaT)
[[nodiscard]] Result<std::variant<std::vector<std::int64_t>, std::vector<double>>> npy_times(const NpyColumn& column,
                                                                                             std::int64_t most);

/// An error of an element, with the array of an archive that it is in; a field is in the element's index.
[[nodiscard]] tl::unexpected<Error> at_element(const NpyColumn& column, const Error& error);

/// The error of an element that is not a whole number from 0 to 2^53 − 1.
/// index  as numpy writes it
[[nodiscard]] Error wrong_npy_number(const NpyType& type, const char* element, std::string_view index);

}  // namespace tuplepack::formats
