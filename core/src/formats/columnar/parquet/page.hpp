#pragma once

#include "values.hpp"

#include <optional>

namespace tuplepack::formats {

/// The head of a page, as parquet.thrift has it.
struct PageHeader {
  enum class Kind : std::uint8_t { data = 0, index = 1, dictionary = 2, data_2 = 3 };
  std::int64_t kind = 0;
  std::int64_t packed_size = 0, size = 0;   // of what follows it, and what that unpacks to
  std::optional<std::uint32_t> checksum{};  // the CRC-32 of what follows it, as it is stored
  std::int64_t values = 0;                  // nulls and empty lists included
  std::int64_t encoding = 0;
  std::int64_t repetition_size = 0, definition_size = 0;          // of the levels in bytes: data_2
  std::int64_t repetition_encoding = 3, definition_encoding = 3;  // data
  bool is_packed = true;                                          // the values of data_2
};

/// Cuts the head off the bytes of pages.
/// errors  malformed
[[nodiscard]] Result<PageHeader> cut_page_header(std::string_view& bytes);

}  // namespace tuplepack::formats
