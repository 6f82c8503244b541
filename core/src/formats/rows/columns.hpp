#pragma once

#include "tuplepack/formats/rows/read_options.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// Which columns of a table are used, and for what.
struct SizeColumns {
  std::vector<std::size_t> sizes;       ///< k: the columns of the components, in their order
  std::optional<std::size_t> count;     ///< the column of the counts
  std::vector<std::string> components;  ///< k names
  std::string note{};                   ///< what was taken for granted; empty: nothing

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

/// Whether a name is that of ids, as of rows or labels: no sizes.
[[nodiscard]] bool is_identifier(std::string_view name);

/// Whether the options say nothing of the columns.
[[nodiscard]] bool leave_columns_open(const ReadOptions& options);

/// The column of counts where nobody named one, and none is called "count": by another usual name. None: there is no such
/// column, or several.
[[nodiscard]] std::optional<std::size_t> usual_count(std::span<const std::string> names, const ReadOptions& options);

/// For a note: "read as a histogram: sizes 'a', counts 'n' (…)".
[[nodiscard]] std::string histogram_note(const std::vector<std::string>& sizes, const std::string& count);

/// Adds "columns 'a', 'b' are ignored, as ids" to a note.
void note_left_out(const std::vector<std::string>& names, const std::string& as, std::string& note);

/// As choose_columns, but without a choice of columns those without a name and those of ids are left out, as long as others
/// are there, as are those that have text; and a column of another usual name has the counts. Its `note` says so.
/// has_text  of each column, whether the first row has text there, which is an error in those that are not named as text
///           is; empty: not known
[[nodiscard]] Result<SizeColumns> choose_usual_columns(std::span<const std::string> names, std::size_t width,
                                                       ReadOptions options, const std::vector<bool>& has_text = {});

/// names   of all columns; empty when the table has no header, and the components are then named size or size_1, …
/// width   how many columns there are
/// errors  missing_column (a name or number that is not there, or nothing but a count) · malformed (a name that is
///         missing, ambiguous or not UTF-8) · unsupported (a column asked for twice) · component_mismatch
[[nodiscard]] Result<SizeColumns> choose_columns(std::span<const std::string> names, std::size_t width,
                                                 const ReadOptions& options);

}  // namespace tuplepack
