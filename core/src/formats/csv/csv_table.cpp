#include "tuplepack/formats/csv/csv_table.hpp"

#include "formats/text/text.hpp"
#include "tuplepack/base/byte_order_mark.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

/// What a cell without quotes cannot hold.
static constexpr std::array<bool, 256> make_special_bytes() {
  std::array<bool, 256> special{};
  for (const char c : {',', '\n', '"', '\0'}) special[static_cast<unsigned char>(c)] = true;
  return special;
}
static constexpr std::array<bool, 256> special_bytes = make_special_bytes();

static bool ends_cell(char c) {
  return special_bytes[static_cast<unsigned char>(c)];
}

void CsvRows::clear() {
  cells_.clear();
  starts_.clear();
  unescaped_.clear();
}

TextPlace CsvRows::place(std::size_t row, std::size_t column) const {
  const char* at = starts_[row].begin;
  TextPlace place{.line = starts_[row].line, .column = 1};
  bool quoted = false;
  for (std::size_t cell = 0; cell < column; ++at) {
    quoted ^= *at == '"';
    ++place.column;
    if (*at == ',' && !quoted) ++cell;
    if (*at == '\n') place = {.line = place.line + 1, .column = 1};
  }
  return place;
}

Result<void> CsvTableReader::flush() {
  Result<void> used;
  if (rows_.size() > 0) used = sinks_.rows(rows_);
  rows_.clear();
  return used;
}

/// The current row is the first.
Result<void> CsvTableReader::read_header() {
  std::vector<std::string> names(rows_.cells_.begin(), rows_.cells_.end());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const TextPlace place = rows_.place(0, i);
    if (names[i].empty()) continue;  // an index, or a separator at the end
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      return fail(ErrorCode::malformed, "two columns are named " + quote(names[i]), place.line, place.column);
    }
  }
  width_ = names.size();
  rows_.clear();
  return sinks_.header(names);
}

/// Adds the row whose cells were taken to the block.
Result<void> CsvTableReader::complete_row(const CsvRows::Start& start, std::size_t first_cell) {
  const std::size_t found = rows_.cells_.size() - first_cell;
  rows_.starts_.push_back(start);
  if (width_ == 0) return read_header();
  if (found != width_) {
    const TextPlace place = rows_.place(rows_.size() - 1, std::min(found - 1, width_));
    return fail(found < width_ ? ErrorCode::missing_column : ErrorCode::extra_column,
                "expected " + std::to_string(width_) + (width_ == 1 ? " column" : " columns") + ", found " +
                    std::to_string(found),
                place.line, place.column);
  }
  return rows_.size() == csv_block ? flush() : Result<void>{};
}

/// Moves from an opening quote past the closing one; false: the text ends before.
Result<bool> CsvTableReader::take_quoted(const char*& at, const char* end, std::int64_t& line) {
  const char* const begin = ++at;
  bool doubled = false;
  for (;; ++at) {
    if (at == end) return false;
    if (*at == '\n') ++line;
    if (*at != '"') continue;
    if (at + 1 == end) return false;  // perhaps the first of two
    if (at[1] != '"') break;
    doubled = true;
    ++at;
  }
  std::string_view text(begin, static_cast<std::size_t>(at - begin));
  ++at;
  if (doubled) {
    auto plain = std::make_unique<std::string>();
    for (std::size_t i = 0; i < text.size(); ++i) {
      *plain += text[i];
      if (text[i] == '"') ++i;
    }
    text = *plain;
    rows_.unescaped_.push_back(std::move(plain));
  }
  rows_.cells_.push_back(text);
  return true;
}

/// Takes the row that begins at `at` and moves behind its newline, if that is there.
Result<CsvTableReader::Taken> CsvTableReader::take_row(const char*& at, const char* end) {
  const CsvRows::Start start{.begin = at, .line = line_};
  const std::size_t first_cell = rows_.cells_.size();
  const char* line_begin = at;
  std::int64_t line = line_;
  const auto refuse = [&](const std::string& message, const char* where) {
    return fail(ErrorCode::malformed, message, line, where - line_begin + 1);
  };
  const char* p = at;
  while (true) {
    if (p != end && *p == '"') {
      const std::int64_t line_before = line;
      auto closed = take_quoted(p, end, line);
      if (!closed) return tl::unexpected(std::move(closed.error()));
      if (!*closed) {
        rows_.cells_.resize(first_cell);
        return Taken::incomplete;
      }
      if (line != line_before) {
        line_begin = p;
        while (line_begin[-1] != '\n') --line_begin;
      }
      if (p != end && *p == '\r' && (p + 1 == end || p[1] == '\n')) ++p;
      if (p != end && *p != ',' && *p != '\n') {
        const std::string_view rest(p, std::min<std::size_t>(static_cast<std::size_t>(end - p), 20));
        return refuse(quote(rest.substr(0, rest.find('\n'))) + " follows the closing quote of a cell", p);
      }
    } else {
      const char* const begin = p;
      while (p != end && !ends_cell(*p)) ++p;
      if (p != end && *p == '"') return refuse("a quote within a cell that does not begin with one", p);
      if (p != end && *p == '\0') return refuse("there is a NUL byte, so this is not a text file", p);
      const bool carriage_return = p != end && *p == '\n' && p != begin && p[-1] == '\r';
      rows_.cells_.emplace_back(begin, static_cast<std::size_t>(p - begin) - (carriage_return ? 1 : 0));
    }
    if (p == end) {
      rows_.cells_.resize(first_cell);
      return Taken::incomplete;
    }
    if (*p++ == '\n') break;
  }
  at = p;
  line_ = line + 1;
  if (rows_.cells_.size() == first_cell + 1 && rows_.cells_.back().empty() && *start.begin != '"') {
    rows_.cells_.pop_back();
    return Taken::blank;
  }
  auto completed = complete_row(start, first_cell);
  if (!completed) return tl::unexpected(std::move(completed.error()));
  return Taken::row;
}

/// Takes all complete rows from the front of a text.
Result<void> CsvTableReader::take_rows(std::string_view& text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const auto taken = take_row(at, end);
    if (!taken) return tl::unexpected(taken.error());
    if (*taken == Taken::incomplete) break;
  }
  text.remove_prefix(static_cast<std::size_t>(at - text.data()));
  return flush();
}

Result<void> CsvTableReader::keep_open(std::string_view text) {
  if (open_.size() + text.size() > max_csv_row) {
    return fail(ErrorCode::malformed,
                "the row is longer than " + std::to_string(max_csv_row) + " bytes" +
                    (in_quotes_ ? "; are the quotes of a cell not closed?" : ""),
                line_);
  }
  for (const char c : text) in_quotes_ ^= c == '"';
  open_ += text;
  return {};
}

/// Lines end in newlines.
Result<void> CsvTableReader::feed_lines(std::string_view bytes) {
  if (bytes.empty()) return {};
  if (!open_.empty()) {
    bool quoted = in_quotes_;
    std::size_t n = 0;
    for (; n < bytes.size(); ++n) {
      quoted ^= bytes[n] == '"';
      if (bytes[n] == '\n' && !quoted) break;
    }
    const bool complete = n < bytes.size();
    if (auto kept = keep_open(bytes.substr(0, complete ? n + 1 : n)); !kept || !complete) return kept;
    bytes.remove_prefix(n + 1);
    std::string_view row = open_;
    if (std::exchange(first_, false)) row = without_byte_order_mark(row);
    if (auto taken = take_rows(row); !taken) return taken;
    open_.clear();
    in_quotes_ = false;
  } else if (first_ && bytes.find('\n') != std::string_view::npos) {
    first_ = false;
    bytes = without_byte_order_mark(bytes);
  }
  if (auto taken = take_rows(bytes); !taken) return taken;
  return keep_open(bytes);
}

Result<void> CsvTableReader::feed(std::string_view bytes) {
  return feed_lines(ends_.as_newlines(bytes));
}

Result<void> CsvTableReader::finish() {
  if (auto last = feed_lines(ends_.rest()); !last) return last;
  if (!open_.empty()) {
    if (in_quotes_) {
      return fail(ErrorCode::malformed, "the quotes of a cell of this row are not closed", line_);
    }
    if (auto last = feed_lines("\n"); !last) return last;
  }
  if (width_ == 0) return fail(ErrorCode::empty, "the table is empty: not even a header");
  return {};
}

}  // namespace tuplepack::formats
