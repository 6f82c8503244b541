#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/temporal/access.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::formats {

/// The features in a file: row i belongs to node i or event i.
struct FeatureTable {
  std::string type;          ///< numpy's dtype, e.g. "<f4"
  std::int64_t columns = 0;  ///< numbers in a row
  temporal::Rows rows{};     ///< [n, columns], a view of the file's bytes
};

/// Views the rows of a .npy array of n × d or n numbers: bool, integers, or floats of 16, 32 or 64 bits. They are moved
/// as bytes, so any value is allowed, including NaN, in either byte order.
/// bytes   the whole file; it must outlive the result
/// errors  malformed · unsupported (not numeric, another shape, or Fortran order) · empty (no rows, or rows without
///         numbers) · too_large (2^53 bytes or more)
[[nodiscard]] Result<FeatureTable> read_features(std::span<const char> bytes);

}  // namespace tuplepack::formats
