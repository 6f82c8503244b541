#include "csv.hpp"

#include "number.hpp"
#include "text.hpp"

#include <algorithm>
#include <cstring>

namespace tuplepack {

CsvReader::CsvReader(CsvRules rules, RowSink sink) : rules_(std::move(rules)), blocks_(std::move(sink)) {
  ends_.fill(static_cast<std::uint64_t>(max_exact) + 1);
  for (std::size_t place = 0; place < rules_.limits.size(); ++place) {
    ends_[place] = static_cast<std::uint64_t>(rules_.limits[place].count);
  }
}

CsvReader::CsvReader(ReadOptions options, RowSink sink)
    : CsvReader(CsvRules{.choose = [options = std::move(options)](
                                       std::span<const std::string> names,
                                       std::size_t width) { return choose_usual_columns(names, width, options); }},
                std::move(sink)) {}

/// The first line names the columns, unless it holds nothing but numbers where columns are in use: "0 1 {}" is an edge.
Result<SizeColumns> CsvReader::choose_columns_by_first_line() {
  const std::vector<std::string> names = rules_.header ? column_names(fields_) : std::vector<std::string>{};
  has_header_ = false;
  auto unnamed = rules_.choose({}, fields_.size());
  if (names.empty()) return unnamed;
  if (unnamed) {
    const auto used = unnamed->used();
    if (std::all_of(used.begin(), used.end(),
                    [&](std::size_t column) { return looks_like_number(fields_[column].text); })) {
      return unnamed;
    }
  }
  has_header_ = true;
  return rules_.choose(names, fields_.size());
}

Result<void> CsvReader::learn_columns() {
  const auto columns = choose_columns_by_first_line();
  if (!columns) return fail(columns.error().code, columns.error().message, line_);
  k_ = columns->sizes.size();
  places_.assign(fields_.size(), unused);
  for (std::size_t c = 0; c < k_; ++c) places_[columns->sizes[c]] = static_cast<std::int8_t>(c);
  if (columns->count) places_[*columns->count] = static_cast<std::int8_t>(k_);
  if (rules_.chosen) {
    rules_.chosen(has_header_ ? column_names(fields_) : std::vector<std::string>{}, fields_.size(), *columns);
  }
  blocks_.note(columns->note);
  return blocks_.begin(columns->components, columns->count.has_value());
}

Result<std::int64_t> CsvReader::read_value(const CsvField& field, std::size_t place) const {
  const Number number = parse_number(field.text);
  if (number.wrong) return fail(*number.wrong, describe_wrong(*number.wrong, field.text), line_, field.column);
  if (static_cast<std::uint64_t>(number.value) < ends_[place]) return number.value;
  return fail(ErrorCode::out_of_range, describe_beyond(rules_.limits[place], number.value), line_, field.column);
}

Result<void> CsvReader::read_row(std::size_t line_length) {
  if (fields_.size() != places_.size()) return wrong_width(fields_, places_.size(), line_, line_length);
  std::array<std::int64_t, max_components + 1> row{};
  for (std::size_t column = 0; column < places_.size(); ++column) {
    if (places_[column] == unused) continue;
    const auto place = static_cast<std::size_t>(places_[column]);
    const auto value = read_value(fields_[column], place);
    if (!value) return tl::unexpected(value.error());
    row[place] = *value;
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
  if (const auto named = named_separator(line); first && named && rules_.separator == '\0') {
    rules_.separator = *named;
    return {};
  }
  if (first) separator_ = rules_.separator != '\0' ? rules_.separator : find_separator(line);
  if (auto ok = split_fields(line, separator_, line_, fields_); !ok) return ok;
  if (first) {
    if (auto ok = learn_columns(); !ok || has_header_) return ok;
  }
  return read_row(line.size());
}

/// The fast path: rows of digits and single separators, until the block is full or a line needs care. Fields that are
/// not used may hold any text without quotes and control characters. The last byte before `end` is a newline, which
/// stops every loop. Fifteen digits cannot overflow, and are below 2^53.
/// result  the first byte that was not used, always the begin of a line
const char* CsvReader::read_plain_rows(const char* at, const char* end) {
  const std::size_t columns = places_.size();
  std::array<std::int64_t, max_components + 1> row{};
  while (at != end && !blocks_.full()) {
    const char* p = at;
    if (static_cast<unsigned char>(*p) <= ' ' || *p == '#' || *p == '%') return at;
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
        if (p == begin || p - begin > 15 || value >= ends_[static_cast<std::size_t>(place)]) return at;
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
  if (rules_.may_be_empty) return blocks_.flush();
  return blocks_.finish(has_header_ ? "no items: there is a header and no row" : "no items");
}

}  // namespace tuplepack
