#pragma once

#include "json_array.hpp"
#include "tuplepack/formats/rows/previewed.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Reads one JSON value: an array of rows as it comes, an object (columns, lengths or a plan) held whole.
class JsonReader {
 public:
  JsonReader(ReadOptions options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();

 private:
  ReadOptions options_;
  RowSink sink_;
  bool begun_ = false;                   // there was more than blanks
  std::string text_;                     // all of it, unless it is an array
  std::optional<JsonArrayReader> rows_;  // of an array
};

/// What the first rows show. Text that ends within a value, or is wrong, shows what comes before.
void preview_json(std::string_view text, bool whole, Preview& found);

}  // namespace tuplepack::formats
