#include "json_lines.hpp"

namespace tuplepack::formats {

JsonLinesReader::JsonLinesReader(const ReadOptions& options, RowSink sink) : rows_(options, std::move(sink), 1) {
  row_.has_fields = wants_fields(options);
}

Result<void> JsonLinesReader::read_line(std::string_view line) {
  if (line.size() > max_line_length) return line_too_long(line_);
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  const JsonText text{.bytes = line, .first_line = line_};
  if (auto ok = visit_json(text, row_); !ok) return ok;
  return rows_.add(text, row_);
}

Result<void> JsonLinesReader::read_lines(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t newline = lines.find('\n');
    ++line_;
    if (auto ok = read_line(lines.substr(0, newline)); !ok) return ok;
    lines.remove_prefix(newline + 1);
  }
  return {};
}

Result<void> JsonLinesReader::feed(std::string_view bytes) {
  if (auto ok = lines_.feed(bytes, [&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  if (lines_.too_long()) return line_too_long(line_ + 1);
  return {};
}

Result<void> JsonLinesReader::finish() {
  if (auto ok = lines_.finish([&](std::string_view lines) { return read_lines(lines); }); !ok) return ok;
  return rows_.finish();
}

}  // namespace tuplepack::formats
