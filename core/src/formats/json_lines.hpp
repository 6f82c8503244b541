#pragma once

#include "json_rows.hpp"
#include "line_stream.hpp"
#include "row_blocks.hpp"

#include <cstdint>
#include <string_view>

namespace tuplepack {

/// Reads one JSON row per line, in pieces of any size. Because rows leave at once, the first one decides whether there
/// are counts.
class JsonLinesReader {
 public:
  JsonLinesReader(const ReadOptions& options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> flush() { return blocks_.flush(); }
  [[nodiscard]] Result<void> finish();

 private:
  JsonTable table_;
  RowBlocks blocks_;
  LineStream lines_;
  std::int64_t line_ = 0;
  bool begun_ = false;
  bool has_counts_ = false;
  JsonRow row_;

  [[nodiscard]] Result<void> read_lines(std::string_view lines);
  [[nodiscard]] Result<void> read_line(std::string_view line);
};

}  // namespace tuplepack
