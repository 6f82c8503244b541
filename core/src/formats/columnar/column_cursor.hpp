#pragma once

#include "tuplepack/formats/columnar/column_sizes.hpp"

namespace tuplepack::formats {

/// Goes through the rows of a column in a row group or a record batch: values, or lists by their lengths or with their
/// values.
class ColumnCursor {
 public:
  /// file  outlives it
  ColumnCursor(const ColumnFile& file, std::size_t column, std::size_t group, ColumnPart part);

  /// Reads until there are rows, or no more of them.
  /// errors  those of the readers
  [[nodiscard]] Result<void> fill();
  /// Rows that are read and not passed. The list that is last may continue in the next page.
  [[nodiscard]] std::size_t available() const;
  void pass(std::size_t rows);

  /// What is read; the first rows and values of it are passed.
  [[nodiscard]] const ColumnRows& rows() const { return rows_; }
  [[nodiscard]] std::size_t taken() const { return taken_; }
  [[nodiscard]] std::size_t taken_values() const { return lists_ ? taken_values_ : taken_; }

 private:
  bool lists_;
  ColumnPart part_;
  std::variant<ParquetReader, ArrowReader> reader_;
  ColumnRows rows_{};
  std::size_t taken_ = 0, taken_values_ = 0;
  bool ended_ = false;

  void forget();
};

}  // namespace tuplepack::formats
