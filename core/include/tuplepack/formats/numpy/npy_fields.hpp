#pragma once

#include "tuplepack/formats/numpy/npy_header.hpp"

#include <cstdint>
#include <vector>

namespace tuplepack::formats {

/// Where the fields of a structured array begin in a row, and where the last one ends.
/// errors  unsupported (a field whose elements are not in the file, or too large)
[[nodiscard]] Result<std::vector<std::int64_t>> npy_field_places(const NpyHeader& header);

}  // namespace tuplepack::formats
