#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/rows/previewed.hpp"

#include <span>

namespace tuplepack::formats {

/// Detects the format and columns of a file from its first rows, for a choice of columns. Errors in the rows are reported by
/// SizesReader.
/// first   the first bytes, 64 KiB or so; all of them for npz
/// whole   whether these are all
/// errors  unsupported (compressed, or text that is not UTF-8)
[[nodiscard]] Result<Preview> preview(std::span<const char> first, bool whole);

}  // namespace tuplepack::formats
