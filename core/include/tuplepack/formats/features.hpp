#pragma once

#include "tuplepack/result.hpp"
#include "tuplepack/temporal/access.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack {

/// Features as they lie in a file: row i is that of node i, or of event i.
struct FeatureTable {
  std::string type;          ///< of a number, as numpy writes it, e.g. "<f4"
  std::int64_t columns = 0;  ///< numbers in a row
  Rows rows{};               ///< [n, columns], a view of the file's bytes
};

/// Finds the rows of a .npy array of n × d numbers, or of n: bool, integers, or floats of 16, 32 or 64 bits. They are
/// moved as bytes, so any value will do, NaN among them, in either order of bytes.
/// bytes   all of the file; they must outlive the result
/// errors  malformed · unsupported (what is no array of numbers, has another shape, or is in Fortran order) · empty (no
///         rows, or rows of no numbers) · too_large (2^53 bytes or more)
[[nodiscard]] Result<FeatureTable> read_features(std::span<const char> bytes);

}  // namespace tuplepack
