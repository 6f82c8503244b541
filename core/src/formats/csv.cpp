#include "csv.hpp"

#include "number.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace tuplepack {

CsvReader::CsvReader(ReadOptions options, RowSink sink) : options_(std::move(options)), blocks_(std::move(sink)) {}

/// Tab, comma or semicolon, whichever of them a line has outside quotes, in this order; else blanks.
static char find_separator(std::string_view line) {
  for (const char candidate : {'\t', ',', ';'}) {
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) return candidate;
    }
  }
  return ' ';
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

/// Fills fields_.
Result<void> CsvReader::split(std::string_view line) {
  fields_.clear();
  const bool by_blanks = separator_ == ' ';
  const auto separates = [&](char c) { return by_blanks ? is_blank(c) : c == separator_; };
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < line.size() && is_blank(line[at]) && (by_blanks || !separates(line[at]))) ++at;
  };
  while (true) {
    skip_blanks();
    if (by_blanks && at == line.size()) return {};
    const std::size_t begin = at;
    const bool quoted = at < line.size() && line[at] == '"';
    std::string_view text;
    if (quoted) {
      const std::size_t end = closing_quote(line, begin + 1);
      if (end == std::string_view::npos) {
        return fail(ErrorCode::malformed, "the quotes of " + quote(line.substr(begin)) + " are not closed", line_,
                    static_cast<std::int64_t>(begin + 1));
      }
      text = line.substr(begin + 1, end - begin - 1);
      at = end + 1;
      if (!by_blanks) skip_blanks();
      if (at < line.size() && !separates(line[at])) {
        return fail(ErrorCode::malformed, quote(line.substr(at)) + " follows a closing quote", line_,
                    static_cast<std::int64_t>(at + 1));
      }
    } else {
      while (at < line.size() && !separates(line[at])) ++at;
      text = line.substr(begin, at - begin);
    }
    fields_.push_back({.text = trim(text), .column = static_cast<std::int64_t>(begin + 1), .quoted = quoted});
    if (at == line.size()) return {};
    ++at;
  }
}

static std::string unescape(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    plain += text[at];
    if (text[at] == '"' && at + 1 < text.size() && text[at + 1] == '"') ++at;
  }
  return plain;
}

/// The first line names the columns, unless it holds nothing but numbers.
Result<void> CsvReader::learn_columns() {
  has_header_ = std::any_of(fields_.begin(), fields_.end(),
                            [](const Field& field) { return !field.text.empty() && !looks_like_number(field.text); });
  std::vector<std::string> names;
  if (has_header_) {
    for (const Field& field : fields_) names.push_back(field.quoted ? unescape(field.text) : std::string(field.text));
  }
  const auto columns = choose_columns(names, fields_.size(), options_);
  if (!columns) return fail(columns.error().code, columns.error().message, line_);
  k_ = columns->sizes.size();
  places_.assign(fields_.size(), unused);
  for (std::size_t c = 0; c < k_; ++c) places_[columns->sizes[c]] = static_cast<std::int8_t>(c);
  if (columns->count) places_[*columns->count] = static_cast<std::int8_t>(k_);
  return blocks_.begin(columns->components, columns->count.has_value());
}

Result<void> CsvReader::read_row(std::size_t line_length) {
  if (fields_.size() != places_.size()) {
    const bool missing = fields_.size() < places_.size();
    return fail(missing ? ErrorCode::missing_column : ErrorCode::extra_column,
                std::to_string(places_.size()) + (places_.size() == 1 ? " column is" : " columns are") +
                    " expected, and " + std::to_string(fields_.size()) + " found",
                line_, missing ? static_cast<std::int64_t>(line_length + 1) : fields_[places_.size()].column);
  }
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
  if (line.size() > max_line_length) return line_too_long(line_);
  if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos) {
    return fail(ErrorCode::malformed, "there is a NUL byte, so this is not a text file", line_,
                static_cast<std::int64_t>(nul + 1));
  }
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view content = trim(line);
  if (content.empty() || content.front() == '#') return {};
  const bool first = places_.empty();
  if (first) separator_ = find_separator(line);
  if (auto ok = split(line); !ok) return ok;
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
