#pragma once

#include "tuplepack/formats/columnar/parquet.hpp"

namespace tuplepack::formats {

/// Encodings of values, by their numbers in parquet.thrift.
enum class ParquetEncoding : std::uint8_t {
  plain = 0,
  plain_dictionary = 2,
  rle = 3,
  bit_packed = 4,
  delta_binary_packed = 5,
  delta_length_byte_array = 6,
  delta_byte_array = 7,
  rle_dictionary = 8,
  byte_stream_split = 9,
};

/// Appends the values of a page, none of which is null. Its texts have at most 2^30 bytes.
/// dictionary  what indices refer to; nullptr: none
/// errors      malformed · unsupported (an encoding)
[[nodiscard]] Result<void> decode_values(const ParquetColumn& column, ParquetEncoding encoding, std::string_view bytes,
                                         std::size_t count, const ColumnRows* dictionary, ColumnRows& values);

}  // namespace tuplepack::formats
