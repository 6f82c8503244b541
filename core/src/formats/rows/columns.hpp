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
  std::vector<std::size_t> sizes;         ///< k: the columns of the components, in their order
  std::optional<std::size_t> count;       ///< the column of the counts
  std::vector<std::string> components;    ///< k names
  std::vector<std::string> references{};  ///< k: what options call the columns of the sizes
  std::string note{};                     ///< what was taken for granted; empty: nothing
  bool are_open = false;                  ///< nobody chose them
  bool may_be_histogram = false;          ///< whether the second of two sizes may be the counts of the first
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

/// What options call a column: its name, or its number, from 1, where its name cannot be in a list.
[[nodiscard]] std::string column_reference(std::span<const std::string> names, std::size_t column);

/// The error of a name that is not UTF-8, with the way out.
[[nodiscard]] tl::unexpected<Error> refuse_name(const std::string& name, std::size_t column);

/// The column of counts: the one of this name, in any case, or of this number; none when it is not there and nobody asked for
/// it.
/// errors  those of column_named
[[nodiscard]] Result<std::optional<std::size_t>> find_count(std::span<const std::string> names, std::size_t width,
                                                            const std::string& wanted);

/// For messages: "columns: a, b, c".
[[nodiscard]] std::string known_columns(std::span<const std::string> names, std::size_t width);

/// names   of all columns; empty when the table has no header, and the components are then named size or size_1, …
/// width   how many columns there are
/// The only column asked for is one of sizes even if it is called "count".
/// errors  missing_column (a name or number that is not there, or nothing but a count) · malformed (a name that is
///         missing or ambiguous; one that is not UTF-8, of a column that nobody chose) · unsupported (a column asked for
///         twice) · component_mismatch
[[nodiscard]] Result<SizeColumns> choose_columns(std::span<const std::string> names, std::size_t width,
                                                 const ReadOptions& options);

}  // namespace tuplepack::formats
