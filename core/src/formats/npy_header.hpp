#pragma once

#include "tuplepack/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// What the header of a .npy file says.
struct NpyHeader {
  std::string type;  ///< as numpy writes it, e.g. "<i8"
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

/// Reads the Python dictionary of the header, e.g. {'descr': '<i8', 'fortran_order': False, 'shape': (3, 2), }.
/// errors  malformed · unsupported (a structured type)
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view text);

}  // namespace tuplepack
