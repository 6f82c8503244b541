#pragma once

#include "json_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Reads a JSON array of rows in pieces of any size. The text is cut between rows, and every run of complete rows is
/// parsed as an array of its own, so that memory holds a run, not the file.
class JsonArrayReader {
 public:
  JsonArrayReader(const ReadOptions& options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();

 private:
  JsonRowBlocks rows_;
  JsonRow row_;
  std::string text_;       // what is not parsed yet; after the first run it begins with the comma before the next row
  std::int64_t line_ = 1;  // where text_ begins
  std::int64_t column_ = 1;
  bool first_run_ = true;
  std::size_t scanned_ = 0;  // bytes of text_ that scan() has seen
  std::size_t cut_ = 0;      // the last comma between rows, or 0
  std::size_t end_ = 0;      // behind the bracket that closes the array, or 0
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;    // the next byte of a string
  bool row_begun_ = false;  // since the last comma between rows

  void scan();
  [[nodiscard]] const char* scan_string(const char* at, const char* end);
  [[nodiscard]] Result<void> parse_rows(std::string_view text);
  [[nodiscard]] Result<void> parse_run();
  [[nodiscard]] Result<void> row_too_long() const;
};

}  // namespace tuplepack::formats
