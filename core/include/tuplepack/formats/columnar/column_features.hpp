#pragma once

#include "column_sizes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Features in tables that are stored column after column: a row per node or edge, of one number, or of a list of numbers
// that is as long as all others.

/// The column that holds a feature: the requested one (name or 1-based number), else the one named like the feature, else
/// the only one.
/// errors  missing_column · malformed (two have the name)
[[nodiscard]] Result<std::size_t> feature_column(const ColumnFile& file, const std::string& wanted,
                                                 const std::string& feature);

/// The columns that are the dimensions of a feature, one each: all columns of the file, named 0, 1, … as DGL's
/// chunk_graph.py writes them, or so after the feature's name: feat_0, feat_1, …
/// result  empty: the file is not of this form
/// errors  unsupported (they are not all numbers of one type)
[[nodiscard]] Result<std::vector<std::size_t>> dimension_columns(const ColumnFile& file, const std::string& feature);

/// Reads the rows of a feature as bytes, in the type that the column says. Those of a page, or of some hundred thousand
/// values of a record batch, are in memory at a time.
class ColumnFeature {
 public:
  /// file    outlives it
  /// errors  unsupported (a column of anything but numbers and lists of them) · those of ColumnFile · malformed (a first
  ///         list that is missing or empty)
  [[nodiscard]] static Result<ColumnFeature> open(const ColumnFile& file, std::size_t column);
  ~ColumnFeature();
  ColumnFeature(ColumnFeature&&) noexcept;
  ColumnFeature& operator=(ColumnFeature&&) noexcept;

  /// numpy's name, e.g. "<f4".
  [[nodiscard]] std::string_view type() const;
  [[nodiscard]] std::int64_t rows() const;
  /// Whether rows are lists.
  [[nodiscard]] bool lists() const;
  /// Numbers per row; 0 if the column holds lists but has no rows.
  [[nodiscard]] std::int64_t width() const;
  /// Bytes of a row.
  [[nodiscard]] std::size_t row_bytes() const;

  /// Reads whole rows that follow each other. Reading on is cheap; a jump reads a row group from its beginning, and a
  /// record batch too.
  /// first   the number of the first one, from 0
  /// assumes rows of the file
  /// errors  those of ColumnFile · malformed, naming column, row group or record batch, and the row of the file from 1: a
  ///         null, a list of another length, a number beyond its type
  [[nodiscard]] Result<void> read(std::int64_t first, std::span<std::byte> rows);

 private:
  struct State;
  explicit ColumnFeature(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::formats
