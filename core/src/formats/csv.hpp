#pragma once

#include "columns.hpp"
#include "csv_fields.hpp"
#include "line_stream.hpp"
#include "row_blocks.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack {

/// Reads tables of numbers in text, in pieces of any size. Lines of nothing but digits and separators take a fast path;
/// every other line, and every error, the careful one.
class CsvReader {
 public:
  CsvReader(ReadOptions options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> flush() { return blocks_.flush(); }
  [[nodiscard]] Result<void> finish();

 private:
  static constexpr std::int8_t unused = -1;

  ReadOptions options_;
  RowBlocks blocks_;
  LineStream lines_;
  std::int64_t line_ = 0;  // number of the last line read
  bool has_header_ = false;
  char separator_ = '\0';            // ' ' stands for runs of blanks
  std::vector<std::int8_t> places_;  // per column: 0 … k−1 a size, k the count, or unused; empty before the first line
  std::size_t k_ = 0;
  std::vector<CsvField> fields_;  // of the line at hand

  [[nodiscard]] Result<void> read_lines(std::string_view lines);
  [[nodiscard]] const char* read_plain_rows(const char* at, const char* end);
  [[nodiscard]] Result<void> read_line(std::string_view line);
  [[nodiscard]] Result<void> learn_columns();
  [[nodiscard]] Result<void> read_row(std::size_t line_length);
};

}  // namespace tuplepack
