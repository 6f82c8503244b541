#include "json_array.hpp"

#include "json_limits.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

static constexpr std::size_t piece_size = std::size_t{1} << 16;
static constexpr std::size_t rows_before_counts = 4096;

JsonArrayReader::JsonArrayReader(const ReadOptions& options, RowSink sink)
    : rows_(options, std::move(sink), rows_before_counts) {
  row_.has_fields = wants_fields(options);
}

using ByteSet = std::array<bool, 256>;

static constexpr ByteSet set_of(std::string_view bytes) {
  ByteSet set{};
  for (const char c : bytes) set[static_cast<unsigned char>(c)] = true;
  return set;
}

// The bytes that scan() stops at between rows and within them; it passes the others in a tight loop.
static constexpr ByteSet row_ends = set_of(" \t\r\n\"[]{},");
static constexpr ByteSet nesting = set_of("\"[]{}");

static const char* skip_to(const ByteSet& set, const char* at, const char* end) {
  while (at != end && !set[static_cast<unsigned char>(*at)]) ++at;
  return at;
}

/// The end of a string, or of what there is.
const char* JsonArrayReader::scan_string(const char* at, const char* end) {
  for (; at != end; ++at) {
    if (escaped_) {
      escaped_ = false;
    } else if (*at == '\\') {
      escaped_ = true;
    } else if (*at == '"') {
      in_string_ = false;
      return at + 1;
    }
  }
  return at;
}

/// Finds the last comma between two rows, and the end of the array. Brackets are only counted: whether they match is
/// for the parser to say.
void JsonArrayReader::scan() {
  const char* const begin = text_.data();
  const char* const end = begin + text_.size();
  const char* at = begin + scanned_;
  std::size_t depth = depth_;
  bool row_begun = row_begun_;
  while (at != end && end_ == 0) {
    if (in_string_) {
      at = scan_string(at, end);
      continue;
    }
    if (depth > 1) at = skip_to(nesting, at, end);
    if (at == end) break;
    const char c = *at++;
    if (!row_ends[static_cast<unsigned char>(c)]) {
      row_begun = true;
      at = skip_to(row_ends, at, end);
    } else if (c == '[' || c == '{') {
      row_begun = depth > 0;
      ++depth;
    } else if (c == ']' || c == '}') {
      if (--depth == 0) end_ = static_cast<std::size_t>(at - begin);
    } else if (c == ',') {
      // After a comma that follows no row the parser finds an error, for which it needs to see both.
      if (depth != 1 || !row_begun) continue;
      cut_ = static_cast<std::size_t>(at - begin) - 1;
      row_begun = false;
    } else if (c == '"') {
      in_string_ = true;
      row_begun = true;
    }
  }
  scanned_ = static_cast<std::size_t>(at - begin);
  depth_ = depth;
  row_begun_ = row_begun;
}

Result<void> JsonArrayReader::parse_rows(std::string_view text) {
  const JsonText run{.bytes = text, .first_line = line_, .first_column = column_};
  struct Visitor {
    JsonArrayReader& reader;
    const JsonText& text;
    bool in_array = false;

    Result<void> add_if_complete() {
      return reader.row_.complete() ? reader.rows_.add(text, reader.row_) : Result<void>();
    }
    Result<void> scalar(const JsonScalar& value, std::size_t at) {
      if (auto ok = reader.row_.scalar(value, at); !ok) return ok;
      return add_if_complete();
    }
    Result<void> open(char bracket, std::size_t at) {
      if (in_array) return reader.row_.open(bracket, at);
      in_array = true;
      return {};
    }
    Result<void> close() {
      if (reader.row_.complete()) return {};  // the array itself
      if (auto ok = reader.row_.close(); !ok) return ok;
      return add_if_complete();
    }
    Result<void> key(std::string_view name, std::size_t at) { return reader.row_.key(name, at); }
  };
  Visitor visitor{.reader = *this, .text = run};
  return visit_json(run, visitor);
}

/// Parses the rows before the last comma; the text then begins with it.
Result<void> JsonArrayReader::parse_run() {
  if (!first_run_) text_[0] = '[';
  text_[cut_] = ']';
  const std::string_view run = std::string_view(text_).substr(0, cut_ + 1);
  if (auto ok = parse_rows(run); !ok) return ok;
  const JsonText rest = JsonText{.bytes = run, .first_line = line_, .first_column = column_}.from(cut_);
  line_ = rest.first_line;
  column_ = rest.first_column;
  text_.erase(0, cut_);
  text_[0] = ',';
  scanned_ -= cut_;
  if (end_ != 0) end_ -= cut_;
  cut_ = 0;
  first_run_ = false;
  return {};
}

Result<void> JsonArrayReader::row_too_long() const {
  const JsonText text{.bytes = text_, .first_line = line_, .first_column = column_};
  return text.fail_at(std::min(text_.find_first_not_of(" \t\r\n", 1), text_.size()), ErrorCode::too_large,
                      beyond_json_limit(max_json_row, "bytes of one row", "write shorter rows"));
}

Result<void> JsonArrayReader::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, piece_size);
    bytes.remove_prefix(piece.size());
    text_ += piece;
    scan();
    if (cut_ != 0 && text_.size() >= piece_size) {
      if (auto ok = parse_run(); !ok) return ok;
    }
    if (depth_ > max_json_depth) return finish();  // with the error of the parser
    if (end_ == 0 && text_.size() > max_json_row) return row_too_long();
    // Anything but blanks behind the end is an error.
    if (end_ != 0 && text_.size() > end_ + piece_size &&
        text_.find_first_not_of(" \t\r\n", end_) != std::string::npos) {
      return finish();
    }
  }
  return {};
}

Result<void> JsonArrayReader::finish() {
  if (cut_ != 0) {
    if (auto ok = parse_run(); !ok) return ok;
  }
  if (!first_run_) {
    text_[0] = '[';
    const JsonText rest{.bytes = text_, .first_line = line_, .first_column = column_};
    const std::size_t next = text_.find_first_not_of(" \t\r\n", 1);
    if (next != std::string::npos && text_[next] == ']') {
      return rest.syntax_error(next, "expected a value");
    }
  }
  if (auto ok = parse_rows(text_); !ok) return ok;
  return rows_.finish();
}

}  // namespace tuplepack::formats
