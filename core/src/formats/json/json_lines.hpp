#pragma once

#include "formats/text/line_stream.hpp"
#include "json_rows.hpp"
#include "tuplepack/formats/rows/previewed.hpp"

#include <cstdint>
#include <string_view>

namespace tuplepack::formats {

/// Reads one JSON row per line, in pieces of any size. Because rows leave at once, the first one decides whether there
/// are counts.
class JsonLinesReader {
 public:
  JsonLinesReader(const ReadOptions& options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> flush() { return rows_.flush(); }
  [[nodiscard]] Result<void> finish();

 private:
  JsonRowBlocks rows_;
  LineStream lines_;
  std::int64_t line_ = 0;
  JsonRow row_;

  [[nodiscard]] Result<void> read_lines(std::string_view lines);
  [[nodiscard]] Result<void> read_line(std::string_view line);
};

/// What the first lines show.
/// whole  the last one is complete
void preview_json_lines(std::string_view lines, bool whole, Preview& found);

}  // namespace tuplepack::formats
