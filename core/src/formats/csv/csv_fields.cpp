#include "csv_fields.hpp"

#include "formats/text/line_stream.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>

namespace tuplepack::formats {

/// Where a dict of Python or an object of JSON begins that ends the line, as networkx writes attributes behind an edge; the
/// size of the line where there is none, or nothing before it.
static std::size_t last_braces(std::string_view line) {
  const std::size_t end = line.find_last_not_of(" \t") + 1;  // npos + 1 is 0
  if (!line.substr(0, end).ends_with('}')) return line.size();
  std::size_t begin = 0, depth = 0;
  for (std::size_t at = 0; at < end; ++at) {
    if (line[at] == '{' && depth++ == 0) begin = at;
    if (line[at] == '}' && depth-- == 0) return line.size();
  }
  return depth == 0 && begin > 0 ? begin : line.size();
}

/// Whether "::" separates columns. Alone behind a word it does not: "std::vector" and "fe80::1" are ids.
static bool is_between_colons(std::string_view line) {
  const std::size_t first = line.find("::");
  if (first == std::string_view::npos || line.find_first_of(" \"") != std::string_view::npos) return false;
  return !parse_number(line.substr(0, first)).wrong || line.find("::", first + 2) != std::string_view::npos;
}

char find_separator(std::string_view line) {
  line = line.substr(0, last_braces(line));
  for (const char candidate : {'\t', ',', ';', '|'}) {
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) return candidate;
    }
  }
  return is_between_colons(line) ? double_colon : ' ';
}

/// Where the text of a quoted field ends, or npos. A doubled quote is part of the text.
static std::size_t closing_quote(std::string_view line, std::size_t at) {
  for (; at < line.size(); ++at) {
    if (line[at] != '"') continue;
    if (at + 1 == line.size() || line[at + 1] != '"') return at;
    ++at;
  }
  return std::string_view::npos;
}

static std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<char> named_separator(std::string_view line) {
  constexpr std::string_view begin = "sep=";
  line = line.substr(std::min(line.find_first_not_of(" \""), line.size()));
  if (line.ends_with('"')) line.remove_suffix(1);
  if (line.size() != begin.size() + 1 || !equal_in_any_case(line.substr(0, begin.size()), begin)) return std::nullopt;
  return line.back();
}

Result<std::optional<std::size_t>> split_fields(std::string_view line, char separator, std::int64_t line_number,
                                                std::vector<CsvField>& fields) {
  fields.clear();
  const bool by_blanks = separator == ' ';
  const std::size_t braces = last_braces(line), width = separator == double_colon ? 2 : 1;
  std::size_t at = 0;
  const auto separates = [&] {
    if (separator == double_colon) return line.substr(at).starts_with("::");
    return by_blanks ? is_blank(line[at]) : line[at] == separator;
  };
  const auto skip_blanks = [&] {
    while (at < line.size() && is_blank(line[at]) && (by_blanks || !separates())) ++at;
  };
  while (true) {
    skip_blanks();
    if (by_blanks && at == line.size()) return std::nullopt;
    const std::size_t begin = at;
    const bool quoted = at < line.size() && line[at] == '"';
    std::string_view text;
    if (quoted) {
      const std::size_t end = closing_quote(line, begin + 1);
      if (end == std::string_view::npos) return begin;
      text = line.substr(begin + 1, end - begin - 1);
      at = end + 1;
      if (!by_blanks) skip_blanks();
      if (at < line.size() && !separates()) {
        return fail(ErrorCode::malformed, quote(line.substr(at)) + " follows a closing quote", line_number,
                    static_cast<std::int64_t>(at + 1));
      }
    } else {
      while (at < line.size() && (begin == braces || !separates())) ++at;
      text = line.substr(begin, at - begin);
    }
    fields.push_back({.text = trim(text), .column = static_cast<std::int64_t>(begin + 1), .quoted = quoted});
    if (at == line.size()) return std::nullopt;
    at += width;
  }
}

/// text  that begins with '#' or '%'
static bool is_comment(std::string_view text, RowShape rows) {
  if (rows.width == 0) return true;
  if (text.size() > 1 && !is_blank(text[1])) return false;
  std::vector<CsvField> fields;
  const auto open = split_fields(text, rows.separator, 0, fields);
  return rows.width == 1 || !open || *open || fields.size() != rows.width;
}

Result<std::string_view> table_line(std::string_view line, std::int64_t line_number, RowShape rows) {
  if (line.size() > max_line_length) return line_too_long(line_number);
  if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos) {
    return fail(ErrorCode::malformed, "there is a NUL byte, so this is not a text file", line_number,
                static_cast<std::int64_t>(nul + 1));
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (const std::size_t at = line.find('\r');
      at != std::string_view::npos && line.find('"') == std::string_view::npos) {
    return fail(ErrorCode::malformed,
                "a carriage return is within the line, so lines may end in nothing else; write newlines, as tr "
                "'\\r' '\\n' does",
                line_number, static_cast<std::int64_t>(at + 1));
  }
  if (line_number == 1 && line.starts_with("%%MatrixMarket")) {
    return fail(ErrorCode::unsupported,
                "this is a MatrixMarket file, whose entries `chunk` reads as edges; here, columns are read",
                line_number);
  }
  const std::string_view content = trim(line);
  const bool is_marked = content.starts_with('#') || content.starts_with('%');
  return content.empty() || (is_marked && is_comment(content, rows)) ? std::string_view() : line;
}

static std::string unescape(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    plain += text[at];
    if (text[at] == '"' && at + 1 < text.size() && text[at + 1] == '"') ++at;
  }
  return plain;
}

std::string text_of(const CsvField& field) {
  return field.quoted ? unescape(field.text) : std::string(field.text);
}

bool is_empty_row(std::span<const CsvField> fields) {
  return fields.size() > 1 && std::all_of(fields.begin(), fields.end(),
                                          [](const CsvField& field) { return field.text.empty() && !field.quoted; });
}

bool counts_from_zero(std::span<const CsvField> fields) {
  for (std::size_t column = 0; column < fields.size(); ++column) {
    if (fields[column].text != std::to_string(column)) return false;
  }
  return true;
}

bool are_numbered_names(std::span<const CsvField> fields) {
  return fields.size() > 1 && fields.front().text.empty() && counts_from_zero(fields.subspan(1));
}

bool are_numbers_behind_index(std::span<const CsvField> fields) {
  if (fields.size() < 2 || !fields.front().text.empty() || fields.front().quoted) return false;
  const std::size_t first = fields[1].text == "1" ? 1 : 0;
  for (std::size_t column = 1; column < fields.size(); ++column) {
    if (fields[column].text != std::to_string(first + column - 1)) return false;
  }
  return true;
}

bool may_be_names(std::span<const CsvField> fields, std::span<const std::size_t> numbers) {
  constexpr std::int64_t first_year = 1950, last_year = 2035;  // 2048 is a size
  bool are_years = true, count_up = numbers.size() > 1;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Number number = parse_number(fields[numbers[i]].text), first = parse_number(fields[numbers[0]].text);
    are_years = are_years && !number.wrong && number.value >= first_year && number.value <= last_year;
    count_up =
        count_up && !number.wrong && first.value <= 1 && number.value == first.value + static_cast<std::int64_t>(i);
  }
  return are_years || count_up;
}

std::vector<std::string> column_names(std::span<const CsvField> fields) {
  const bool named = are_numbered_names(fields) || std::any_of(fields.begin(), fields.end(), [](const CsvField& field) {
                       return !field.text.empty() && !looks_like_number(field.text);
                     });
  const bool has_braces = fields.back().text.starts_with('{') && fields.back().text.ends_with('}');
  std::vector<std::string> names;
  if (!named || has_braces) return names;
  for (const CsvField& field : fields) names.push_back(text_of(field));
  return names;
}

void fit_header(std::vector<CsvField>& header, std::span<const CsvField> row, char separator) {
  const auto is_name = [](const CsvField& field) { return field.quoted || looks_like_text(field.text); };
  if (row.size() != header.size() + 1 || !std::all_of(header.begin(), header.end(), is_name)) return;
  const CsvField unnamed{.text = {}, .column = header.front().column, .quoted = false};
  if (row.back().text.empty()) {
    header.push_back(unnamed);
  } else if (separator == ' ' || row.front().quoted || looks_like_text(row.front().text)) {
    header.insert(header.begin(), unnamed);
  }
}

char separator_by_row(std::string_view header, std::string_view row, char separator) {
  if (separator != ' ') return separator;
  const char by_row = find_separator(row);
  if (by_row == ' ' || by_row == '\t') return separator;  // tabs are blanks, too
  std::vector<CsvField> names, cells;
  const auto splits = [](std::string_view line, char by, std::vector<CsvField>& fields) {
    const auto open = split_fields(line, by, 0, fields);
    return open && !*open;
  };
  if (!splits(header, ' ', names) || names.size() > 1) return separator;
  const bool is_blank_row = splits(row, ' ', cells) && cells.size() > 1 && find_separator(cells.back().text) == ' ';
  if (is_blank_row) return separator;  // "a,b 5": a row's name, and a cell
  if (!splits(header, by_row, names) || !splits(row, by_row, cells)) return separator;
  fit_header(names, cells, by_row);
  return names.size() == cells.size() ? by_row : separator;
}

tl::unexpected<Error> unclosed_quotes(std::string_view line, std::size_t at, std::int64_t line_number) {
  return fail(ErrorCode::malformed, "the quotes of " + quote(line.substr(at, line.find('\n') - at)) + " are not closed",
              line_number, static_cast<std::int64_t>(at + 1));
}

tl::unexpected<Error> wrong_width(std::span<const CsvField> fields, std::size_t expected, std::int64_t line_number,
                                  std::size_t line_length) {
  const bool missing = fields.size() < expected;
  return fail(missing ? ErrorCode::missing_column : ErrorCode::extra_column,
              "expected " + std::to_string(expected) + (expected == 1 ? " column" : " columns") + ", found " +
                  std::to_string(fields.size()),
              line_number, missing ? static_cast<std::int64_t>(line_length + 1) : fields[expected].column);
}

}  // namespace tuplepack::formats
