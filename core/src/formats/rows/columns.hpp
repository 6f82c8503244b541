#pragma once

#include "tuplepack/formats/rows/read_options.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// Which columns of a table are used, and for what.
struct SizeColumns {
  std::vector<std::size_t> sizes;       ///< k: the columns of the components, in their order
  std::optional<std::size_t> count;     ///< the column of the counts
  std::vector<std::string> components;  ///< k names
  std::string note{};                   ///< what was taken for granted; empty: nothing
  bool may_be_histogram = false;        ///< whether the second of two sizes may be the counts of the first
  std::optional<std::size_t> index{};  ///< a column left out as an index, beside one of sizes: it may be the sizes, and
                                       ///< that one their counts

  /// All columns that are read: of the sizes, then of the counts.
  [[nodiscard]] std::vector<std::size_t> used() const {
    std::vector<std::size_t> columns = sizes;
    if (count) columns.push_back(*count);
    return columns;
  }
};

/// The column of this very name, else the one of a 1-based number.
/// names   of all columns; empty when the table has no header
/// width   how many columns there are
/// errors  missing_column · malformed (two have the name)
[[nodiscard]] Result<std::size_t> column_named(const std::string& wanted, std::span<const std::string> names,
                                               std::size_t width);

/// For messages: "columns: a, b, c".
[[nodiscard]] std::string known_columns(std::span<const std::string> names, std::size_t width);

/// names   of all columns; empty when the table has no header, and the components are then named size or size_1, …
/// width   how many columns there are
/// errors  missing_column (a name or number that is not there, or nothing but a count) · malformed (a name that is
///         missing, ambiguous or not UTF-8) · unsupported (a column asked for twice) · component_mismatch
[[nodiscard]] Result<SizeColumns> choose_columns(std::span<const std::string> names, std::size_t width,
                                                 const ReadOptions& options);

}  // namespace tuplepack::formats
