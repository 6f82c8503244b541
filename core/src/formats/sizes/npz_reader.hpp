#pragma once

#include "formats/rows/usual_columns.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"
#include "tuplepack/formats/sizes/sizes.hpp"

#include <string_view>

namespace tuplepack::formats {

/// What the type of an array and its first element show; other objects of Python than numbers count as text.
/// file  the array with its header
[[nodiscard]] FirstCell first_cell_of_array(std::string_view file);

/// Reads the sizes in a ZIP archive. Of arrays of NumPy: the rows of the only one, or of the only one chosen; otherwise
/// arrays of n numbers each, as columns with their names. Else of the only file, whatever its format. Only what is read is
/// unpacked.
/// errors  those of list_packed_members, unpack_zip_member and SizesReader · unsupported (files that are not arrays, by what
///         they make the archive, or by their names)
[[nodiscard]] Result<void> read_archive_sizes(std::string_view archive, ReadOptions options, RowSink sink,
                                              const SizesBackends& backends);

}  // namespace tuplepack::formats
