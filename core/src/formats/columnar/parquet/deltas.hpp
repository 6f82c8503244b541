#pragma once

#include "tuplepack/formats/columnar/column_table.hpp"

namespace tuplepack::formats {

// Parquet's encodings by differences. Each appends `count` values, and is false where the bytes are malformed or have
// fewer.

/// DELTA_BINARY_PACKED. Moves `bytes` behind what it read. Sums wrap around at 64 bits.
[[nodiscard]] bool read_deltas(std::string_view& bytes, std::size_t count, std::vector<std::int64_t>& values);

/// DELTA_LENGTH_BYTE_ARRAY: lengths, then all bytes.
[[nodiscard]] bool read_delta_lengths(std::string_view bytes, std::size_t count, ColumnRows& values);

/// DELTA_BYTE_ARRAY: how much each text shares with the one before it, then the rest as DELTA_LENGTH_BYTE_ARRAY.
[[nodiscard]] bool read_delta_texts(std::string_view bytes, std::size_t count, ColumnRows& values);

}  // namespace tuplepack::formats
