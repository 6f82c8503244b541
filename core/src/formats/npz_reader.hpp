#pragma once

#include "tuplepack/formats/sizes.hpp"

#include <string>
#include <string_view>

namespace tuplepack {

/// Reads the arrays of a .npz archive, which is held whole: the rows of its only array, or of the only one chosen;
/// otherwise arrays of n numbers each, as columns with their names.
class NpzReader {
 public:
  NpzReader(ReadOptions options, RowSink sink);
  [[nodiscard]] Result<void> feed(std::string_view bytes);
  [[nodiscard]] Result<void> finish();

 private:
  ReadOptions options_;
  RowSink sink_;
  std::string archive_;
};

}  // namespace tuplepack
