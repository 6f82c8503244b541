#pragma once

#include "tuplepack/formats/sizes.hpp"

#include <string>
#include <string_view>

namespace tuplepack {

/// Reads one JSON value: rows, lengths or a plan. The text is held whole.
class JsonReader {
 public:
  JsonReader(ReadOptions options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();

 private:
  ReadOptions options_;
  RowSink sink_;
  std::string text_;
};

}  // namespace tuplepack
