#pragma once

#include "usual_columns.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// Rows of sizes with their counts.
struct CountedRows {
  std::vector<std::string> components;  // k
  std::vector<std::int64_t> sizes;      // rows × k
  std::vector<std::int64_t> counts;     // rows
};

/// Hands rows to a sink in blocks.
/// errors  empty, and what the sink returned
[[nodiscard]] Result<void> hand_over(const CountedRows& rows, RowSink& sink);

/// A column as a whole.
struct NamedColumn {
  std::string name;
  std::vector<std::int64_t> values;
};

/// The columns that the options choose, or the usual ones.
/// first_row  its cells, one for each column; empty: not known
/// errors     those of choose_columns
[[nodiscard]] Result<SizeColumns> choose_usual_columns(const std::vector<NamedColumn>& columns,
                                                       const ReadOptions& options,
                                                       std::span<const FirstCell> first_row);

/// Hands the rows of the chosen columns to a sink.
/// errors  unsupported (the index may be the sizes) · component_mismatch (columns of unequal length) · those of hand_over
[[nodiscard]] Result<void> hand_over_columns(const std::vector<NamedColumn>& columns, const SizeColumns& chosen,
                                             RowSink& sink);

}  // namespace tuplepack::formats
