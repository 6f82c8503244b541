#include "csv.hpp"

#include "number.hpp"
#include "text.hpp"

#include <array>
#include <cstring>

namespace tuplepack {

CsvReader::CsvReader(ReadOptions options, RowSink sink) : options_(std::move(options)), blocks_(std::move(sink)) {}

/// The first line names the columns, unless it holds nothing but numbers.
Result<void> CsvReader::learn_columns() {
  const std::vector<std::string> names = column_names(fields_);
  has_header_ = !names.empty();
  const auto columns = choose_columns(names, fields_.size(), options_);
  if (!columns) return fail(columns.error().code, columns.error().message, line_);
  k_ = columns->sizes.size();
  places_.assign(fields_.size(), unused);
  for (std::size_t c = 0; c < k_; ++c) places_[columns->sizes[c]] = static_cast<std::int8_t>(c);
  if (columns->count) places_[*columns->count] = static_cast<std::int8_t>(k_);
  return blocks_.begin(columns->components, columns->count.has_value());
}

Result<void> CsvReader::read_row(std::size_t line_length) {
  if (fields_.size() != places_.size()) return wrong_width(fields_, places_.size(), line_, line_length);
  std::array<std::int64_t, max_components + 1> row{};
  for (std::size_t column = 0; column < places_.size(); ++column) {
    if (places_[column] == unused) continue;
    const Number number = parse_number(fields_[column].text);
    if (number.wrong) {
      return fail(*number.wrong, describe_wrong(*number.wrong, fields_[column].text), line_, fields_[column].column);
    }
    row[static_cast<std::size_t>(places_[column])] = number.value;
  }
  blocks_.add(row.data(), row[k_]);
  return {};
}

/// The careful path: any line, without its newline.
Result<void> CsvReader::read_line(std::string_view line) {
  const auto content = table_line(line, line_);
  if (!content) return tl::unexpected(content.error());
  if (content->empty()) return {};
  line = *content;
  const bool first = places_.empty();
  if (first) separator_ = find_separator(line);
  if (auto ok = split_fields(line, separator_, line_, fields_); !ok) return ok;
  if (first) {
    if (auto ok = learn_columns(); !ok || has_header_) return ok;
  }
  return read_row(line.size());
}

/// The fast path: rows of digits and single separators, until the block is full or a line needs care. Fields that are
/// not used may hold any text without quotes and control characters. The last byte before `end` is a newline, which
/// stops every loop. Fifteen digits are below 2^53, so no number needs a check.
/// result  the first byte that was not used, always the begin of a line
const char* CsvReader::read_plain_rows(const char* at, const char* end) {
  const std::size_t columns = places_.size();
  std::array<std::int64_t, max_components + 1> row{};
  while (at != end && !blocks_.full()) {
    const char* p = at;
    if (static_cast<unsigned char>(*p) <= ' ' || *p == '#') return at;
    for (std::size_t column = 0; column < columns; ++column) {
      const char* const begin = p;
      const std::int8_t place = places_[column];
      if (place == unused) {
        while (static_cast<unsigned char>(*p) >= ' ' && *p != separator_ && *p != '"') ++p;
        if (p == begin && separator_ == ' ') return at;
      } else {
        std::uint64_t value = 0;
        for (unsigned digit = 0; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) <= 9; ++p) {
          value = value * 10 + digit;
        }
        if (p == begin || p - begin > 15) return at;
        row[static_cast<std::size_t>(place)] = static_cast<std::int64_t>(value);
      }
      if (column + 1 < columns) {
        if (*p != separator_) return at;
        ++p;
      }
    }
    if (*p == '\r') ++p;
    if (*p != '\n' || p - at > static_cast<std::ptrdiff_t>(max_line_length)) return at;
    blocks_.add(row.data(), row[k_]);
    at = p + 1;
    ++line_;
  }
  return at;
}

Result<void> CsvReader::read_lines(std::string_view lines) {
  const char* at = lines.data();
  const char* const end = at + lines.size();
  while (at != end) {
    const char* const begin = at;
    if (!places_.empty()) at = read_plain_rows(at, end);
    if (at == begin) {
      const auto* newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      ++line_;
      if (auto ok = read_line(std::string_view(at, static_cast<std::size_t>(newline - at))); !ok) return ok;
      at = newline + 1;
    }
    if (blocks_.full()) {
      if (auto flushed = blocks_.flush(); !flushed) return flushed;
    }
  }
  return {};
}

Result<void> CsvReader::feed(std::string_view bytes) {
  if (auto ok = lines_.feed(bytes, [&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  if (lines_.too_long()) return line_too_long(line_ + 1);
  return {};
}

Result<void> CsvReader::finish() {
  if (auto ok = lines_.finish([&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  return blocks_.finish(has_header_ ? "no items: there is a header and no row" : "no items");
}

}  // namespace tuplepack
