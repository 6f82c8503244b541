#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"

#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Reads formats that have to be there as a whole: archives, Parquet and Arrow.
class WholeReader {
 public:
  /// format  npz, parquet or arrow
  WholeReader(Format format, ReadOptions options, RowSink sink, SizesBackends backends);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();

 private:
  Format format_;
  ReadOptions options_;
  RowSink sink_;
  SizesBackends backends_;
  std::string file_;
};

}  // namespace tuplepack::formats
