#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// A field of a line of a table.
struct CsvField {
  std::string_view text;  ///< without the blanks and quotes around it
  std::int64_t column;    ///< 1-based, in bytes
  bool quoted;
};

/// The separator of columns between "::", as MovieLens writes them.
inline constexpr char double_colon = '\x1f';

/// The first of tab, comma, semicolon and '|' that a line has outside quotes and before attributes in braces; else
/// double_colon, and ' ' for runs of blanks.
[[nodiscard]] char find_separator(std::string_view line);

/// The separator of a table by its header and its first row, where the header is one word: R names one column, and not that of
/// the rows' names, and "user::item" may be a word. Where blanks separate several names, a comma below is part of a cell.
/// separator  that find_separator() found in the header; none was asked for
[[nodiscard]] char separator_by_row(std::string_view header, std::string_view row, char separator);

/// The separator that a first line "sep=;" names, as Excel writes it.
[[nodiscard]] std::optional<char> named_separator(std::string_view line);

/// The shape of the rows before a line.
struct RowShape {
  std::size_t width = 0;  ///< 0: there are none
  char separator = '\0';
};

/// A line without its end; nothing when it is blank or a comment. Among rows, "#tag" begins a row, and so does "# a,b" in
/// a table of two columns.
/// errors  malformed (too long, a NUL byte, a carriage return within) · unsupported (the first line of another format)
[[nodiscard]] Result<std::string_view> table_line(std::string_view line, std::int64_t line_number, RowShape rows);

/// Replaces `fields` by those of a line. Braces that end it are one field, whatever they hold.
/// result  where quotes open that the line does not close, if there are such
/// errors  malformed (text after quotes)
[[nodiscard]] Result<std::optional<std::size_t>> split_fields(std::string_view line, char separator,
                                                              std::int64_t line_number, std::vector<CsvField>& fields);

/// The text of a field, with single quotes of doubled ones.
[[nodiscard]] std::string text_of(const CsvField& field);

/// Nothing but separators, as spreadsheets write around a table.
[[nodiscard]] bool is_empty_row(std::span<const CsvField> fields);

/// Whether the fields are 0, 1, 2, …: the names that pandas gives to columns without any.
[[nodiscard]] bool counts_from_zero(std::span<const CsvField> fields);

/// Whether they are those names behind an index, which has none: ",0,1".
[[nodiscard]] bool are_numbered_names(std::span<const CsvField> fields);

/// Whether they are 0, 1, 2, … or 1, 2, 3, … behind an index: ",1" is pandas' name of the second column.
[[nodiscard]] bool are_numbers_behind_index(std::span<const CsvField> fields);

/// Whether these numbers are likely names as well as sizes: years of today, or several that count up from 0 or 1.
[[nodiscard]] bool may_be_names(std::span<const CsvField> fields, std::span<const std::size_t> numbers);

/// The names that the first line gives to the columns; none when it holds nothing but numbers, or attributes in braces.
[[nodiscard]] std::vector<std::string> column_names(std::span<const CsvField> fields);

/// Adds an empty name to a header that has one cell fewer than the rows: R leaves out the name of the rows' names, and others
/// a separator at the end.
/// row  the first
void fit_header(std::vector<CsvField>& header, std::span<const CsvField> row, char separator);

/// Quotes that open at a byte of a line, and are never closed.
[[nodiscard]] tl::unexpected<Error> unclosed_quotes(std::string_view line, std::size_t at, std::int64_t line_number);

/// Too few fields, or too many.
[[nodiscard]] tl::unexpected<Error> wrong_width(std::span<const CsvField> fields, std::size_t expected,
                                                std::int64_t line_number, std::size_t line_length);

}  // namespace tuplepack::formats
