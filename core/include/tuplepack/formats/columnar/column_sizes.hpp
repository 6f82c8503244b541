#pragma once

#include "arrow.hpp"
#include "parquet.hpp"
#include "tuplepack/formats/rows/read_options.hpp"

#include <variant>

namespace tuplepack::formats {

// Sizes in tables that are stored column after column.

enum class ColumnFormat : std::uint8_t { parquet, arrow };

/// Detects the format from the first bytes of a file, 8 or more; none: neither.
[[nodiscard]] std::optional<ColumnFormat> column_format(std::string_view first);

/// The format of a file for which `asked` was asked: that of its first bytes if they tell, else the one asked for. None:
/// another was asked for, or the bytes are of another.
[[nodiscard]] std::optional<ColumnFormat> column_format(Format asked, std::string_view first);

/// Whether sizes can be read from a column.
[[nodiscard]] bool holds_sizes(const TableColumn& column);

/// A column, with its first values or lengths; none if one of those is not a size, or it holds no sizes.
struct SampledColumn {
  TableColumn column;
  std::optional<std::vector<std::int64_t>> first;
};

/// The default size columns: integers, whole floats and lists, unless their names or values
/// are those of identifiers or labels (at most 1), or their lists have all the same length or the lengths of those in a
/// column before. If none is left: all that can be read.
/// count   the column of counts, which is none of them; in any case
/// returns indices, in order
[[nodiscard]] std::vector<std::size_t> likely_sizes(std::span<const SampledColumn> columns, std::string_view count);

/// The columns that are read where nobody chose.
struct LikelyColumns {
  std::vector<std::string> sizes;    ///< names
  std::optional<std::string> count;  ///< the name of the counts, where it is another than ReadOptions::count_column
  std::string note;                  ///< what was taken for granted; empty: nothing
  bool may_be_histogram = false;     ///< whether two columns may be sizes and their counts, by their names
                                     ///< and the order of their first values
};

/// The column of counts that is not called so: one of whole numbers, by its name.
[[nodiscard]] std::optional<std::string> usual_count_column(std::span<const SampledColumn> columns,
                                                            std::span<const std::string> names,
                                                            const ReadOptions& options);

/// Chooses them after likely_sizes() and their names.
/// columns  all of the file
/// errors   missing_column (none holds sizes) · unsupported (an index, or ids, that may have the sizes)
[[nodiscard]] Result<LikelyColumns> likely_columns(std::span<const SampledColumn> columns, const ReadOptions& options);

/// A Parquet or Arrow file in memory, most of which is never touched.
class ColumnFile {
 public:
  /// bytes   outlive the file
  /// errors  those of read_parquet and read_arrow
  [[nodiscard]] static Result<ColumnFile> open(std::string_view bytes, ColumnFormat format, Decompress decompress);

  [[nodiscard]] const std::vector<TableColumn>& columns() const;
  [[nodiscard]] std::int64_t rows() const;
  /// Of each row group or record batch.
  [[nodiscard]] std::vector<std::int64_t> group_rows() const;
  /// "row group 1" or "record batch 1", for messages.
  [[nodiscard]] std::string group_name(std::size_t group) const;

  /// All values of a column that holds no lists.
  /// errors  those of the columns
  [[nodiscard]] Result<ColumnRows> read_column(std::size_t column) const;

  /// Hands the chosen columns to a sink: integers as they are, lists by their lengths. Without a choice, those that
  /// likely_columns() takes after the first 1000 rows. ReadOptions::lengths_of insists on lists.
  /// errors  those of the columns · missing_column · unsupported (a column of another type) · malformed (columns of
  ///         unequal length) · negative, not_an_integer, too_large (a value, with its row from 1) · empty · what the
  ///         sink returned
  [[nodiscard]] Result<void> read_sizes(const ReadOptions& options, RowSink sink) const;

 private:
  std::variant<ParquetFile, ArrowFile> file_;
  std::string_view bytes_;
  Decompress decompress_;

  friend class ColumnCursor;
};

}  // namespace tuplepack::formats
