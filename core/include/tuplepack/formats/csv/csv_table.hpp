#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/base/text_place.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Tables of text: CSV with a header (RFC 4180). Fields may be quoted, and hold separators, newlines and doubled quotes
// then. Blanks belong to the fields. Lines end in \n, \r\n or, if the first does, \r; empty ones are skipped, and so
// is a byte order mark.

/// Some rows of a table.
class CsvRows {
 public:
  /// Row after row, as many cells each as the header has names; without their quotes. Valid until the next rows.
  [[nodiscard]] std::span<const std::string_view> cells() const { return cells_; }
  [[nodiscard]] std::size_t size() const { return starts_.size(); }
  /// Location of a cell in the file. Linear in the length of its row.
  [[nodiscard]] TextPlace place(std::size_t row, std::size_t column) const;

 private:
  struct Start {
    const char* begin;
    std::int64_t line;
  };
  std::vector<std::string_view> cells_;
  std::vector<Start> starts_;
  std::vector<std::unique_ptr<const std::string>> unescaped_;  // cells with doubled quotes

  void clear();
  friend class CsvTableReader;
};

struct CsvTableSinks {
  std::function<Result<void>(std::span<const std::string> names)> header;  ///< a column may have no name
  std::function<Result<void>(const CsvRows& rows)> rows;                   ///< 1 … csv_block rows
};

inline constexpr std::size_t csv_block = 1024;
inline constexpr std::size_t max_csv_row = std::size_t{1} << 24;  ///< bytes

/// Reads a table in pieces of any size. Memory: the row that is still open, and csv_block rows of cells.
/// cost  about 1 ns per byte
class CsvTableReader {
 public:
  explicit CsvTableReader(CsvTableSinks sinks) : sinks_(std::move(sinks)) {}

  /// errors  malformed, with line and column (quotes; a NUL byte; two columns of one name; a row longer
  ///         than max_csv_row) · missing_column, extra_column (a row of another width than the header) · what the sinks
  ///         returned. After an error the reader must not be used again.
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  /// errors  also empty (not even a header) · malformed (quotes that are not closed)
  [[nodiscard]] Result<void> finish();

 private:
  CsvTableSinks sinks_;
  LineEnds ends_;
  std::string open_;        // the row that is not complete
  bool in_quotes_ = false;  // whether open_ ends inside quotes
  bool first_ = true;       // no byte was read yet
  std::size_t width_ = 0;   // 0: before the header
  std::int64_t line_ = 1;   // of the next row
  CsvRows rows_;

  enum class Taken { row, blank, incomplete };
  Result<Taken> take_row(const char*& at, const char* end);
  Result<bool> take_quoted(const char*& at, const char* end, std::int64_t& line);
  Result<void> take_rows(std::string_view& text);
  Result<void> complete_row(const CsvRows::Start& start, std::size_t first_cell);
  Result<void> read_header();
  Result<void> flush();
  Result<void> keep_open(std::string_view text);
  Result<void> feed_lines(std::string_view bytes);
};

}  // namespace tuplepack::formats
