#pragma once

#include "columns.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack {

/// Rows of sizes with their counts.
struct CountedRows {
  std::vector<std::string> components;  // k
  std::vector<std::int64_t> sizes;      // rows × k
  std::vector<std::int64_t> counts;     // rows
};

/// Hands rows to a sink in blocks.
/// errors  empty, and what the sink returned
[[nodiscard]] Result<void> hand_over(const CountedRows& rows, bool has_counts, RowSink& sink);

/// A column as a whole.
struct NamedColumn {
  std::string name;
  std::vector<std::int64_t> values;
};

/// Hands the rows of columns to a sink: those that the options choose.
/// errors  those of choose_columns · component_mismatch (columns of unequal length) · those of hand_over
[[nodiscard]] Result<void> hand_over_columns(const std::vector<NamedColumn>& columns, const ReadOptions& options,
                                             RowSink& sink);

}  // namespace tuplepack
