#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// A field of a structured array.
struct NpyField {
  std::string name;  ///< empty: only filling
  std::string type;
  std::vector<std::int64_t> shape{};  ///< of an array in every element
};

/// What the header of a .npy file says.
struct NpyHeader {
  std::string type;  ///< as numpy writes it, e.g. "<i8"; of a structured array "[('nodes', '<i4'), …]"
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::vector<NpyField> fields{};  ///< of a structured array, in their order
};

/// The offset of the data or, if the bytes are too few to tell, the number of bytes needed to tell.
/// bytes   the first of the file
/// errors  malformed (not a .npy file, or an absurd header) · unsupported (a version above 3)
[[nodiscard]] Result<std::size_t> npy_header_size(std::string_view bytes);

/// Reads the header: a Python dictionary, also as Python 2 writes it, e.g. {'descr': '<i8', 'fortran_order': False, 'shape': (3, 2), }.
/// bytes   the first of the file, npy_header_size of them
/// errors  malformed · unsupported (structured fields within each other)
[[nodiscard]] Result<NpyHeader> read_npy_header(std::string_view bytes);

/// The error of a file that has no more than these bytes, which are not its whole header.
[[nodiscard]] tl::unexpected<Error> npy_header_ends(std::string_view bytes);

/// The header of a file that is there as a whole.
/// errors  those of npy_header_size, read_npy_header and npy_header_ends
[[nodiscard]] Result<NpyHeader> npy_header_of(std::string_view file);

/// errors  malformed (fewer or more bytes of data than the header says)
[[nodiscard]] Result<void> check_npy_data(std::int64_t expected, std::int64_t found);

/// "an array of shape (3, 2)"
[[nodiscard]] std::string describe_shape(const std::vector<std::int64_t>& shape);

}  // namespace tuplepack::formats
