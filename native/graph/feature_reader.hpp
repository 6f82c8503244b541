#pragma once

#include "graph/edge_reader.hpp"
#include "tuplepack/graph/chunks.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace tuplepack {

/// What the headers of the files of a feature say together.
struct FeatureLayout {
  std::string type;  ///< as numpy writes it, e.g. "<f4"; little-endian
  std::int64_t rows = 0;
  std::int64_t columns = 0;  ///< of a 2-D array; −1: 1-D
  std::int64_t row_bytes = 0;
};

/// Reads the headers of all files of a feature.
/// rows    what the schema says; none: any number is fine
/// errors  of the system; FILE: not a .npy array of numbers, truncated, or of more than two dimensions; a type or a
///         width other than that of the first file; another number of rows in all
[[nodiscard]] Result<FeatureLayout> feature_layout(const FeatureChunks& feature, std::optional<std::int64_t> rows,
                                                   const std::string& folder);

/// Reads the rows of a feature in order, in blocks of about a megabyte. Nothing is converted.
/// sink    takes whole rows, and the type-wise id of the first one
[[nodiscard]] Result<void> read_feature(
    const FeatureChunks& feature, const FeatureLayout& layout, const std::string& folder,
    const std::function<Result<void>(std::span<const std::byte> rows, std::int64_t first)>& sink,
    const KeepGoing& keep_going = {});

}  // namespace tuplepack
