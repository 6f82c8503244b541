#pragma once

#include "tuplepack/formats/columnar/parquet.hpp"

namespace tuplepack::formats {

/// The levels of a page, as runs.
struct PageLevels {
  std::string_view repetition, definition;
  std::size_t count = 0;  ///< of each
};

/// The bits of a level.
[[nodiscard]] unsigned level_width(unsigned most);

/// Appends the lengths of the lists of a page, from its levels alone. The list that is last may continue in this page.
/// In time that grows with the lists and the runs, not with the elements.
/// assumes  a column of lists
/// returns  false where the levels are malformed or too few
[[nodiscard]] bool append_lengths(const ParquetColumn& column, const PageLevels& levels,
                                  std::vector<std::int64_t>& lengths);

}  // namespace tuplepack::formats
