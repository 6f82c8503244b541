#pragma once

#include "columns.hpp"
#include "json_events.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack {

/// One row as it stands in the text: a number, an array of numbers, or an object of numbers. Collects what lies at its
/// first level; anything nested counts as a wrong number.
class JsonRow {
 public:
  enum class Shape { number, array, object };
  struct Cell {
    Number number;
    std::size_t offset;
  };

  Shape shape = Shape::number;
  std::size_t offset = 0;
  std::vector<Cell> cells;
  std::vector<std::string> keys;  // of an object, parallel to cells

  /// The visitor of a row; true of complete() after its last event.
  [[nodiscard]] Result<void> scalar(const JsonScalar& value, std::size_t at);
  [[nodiscard]] Result<void> open(char bracket, std::size_t at);
  [[nodiscard]] Result<void> close();
  [[nodiscard]] Result<void> key(const std::string& name, std::size_t at);
  [[nodiscard]] bool complete() const { return depth_ == 0; }

 private:
  std::size_t depth_ = 0;

  void begin(Shape row_shape, std::size_t at);
};

/// Turns rows into sizes and counts. The first row decides what kind of row there is and which columns it has.
class JsonTable {
 public:
  explicit JsonTable(ReadOptions options);

  /// Reads a row; sizes() and count() are then its values.
  /// errors  malformed (another kind of row than the first, a key twice) · missing_column · extra_column · those of
  ///         choose_columns · those of a number
  [[nodiscard]] Result<void> read(const JsonText& text, const JsonRow& row);

  [[nodiscard]] const std::vector<std::string>& components() const { return columns_.components; }
  /// Whether the rows so far had counts; a row of an object may leave it out.
  [[nodiscard]] bool has_counts() const { return columns_.count.has_value(); }
  [[nodiscard]] const std::vector<std::int64_t>& sizes() const { return sizes_; }
  [[nodiscard]] std::int64_t count() const { return count_; }

 private:
  ReadOptions options_;
  bool begun_ = false;
  JsonRow::Shape shape_ = JsonRow::Shape::number;
  std::vector<std::string> names_;  // of an object's columns
  std::size_t width_ = 0;
  SizeColumns columns_;
  std::vector<const JsonRow::Cell*> cells_;  // by column; null where a key is missing
  std::vector<std::int64_t> sizes_;
  std::int64_t count_ = 1;

  [[nodiscard]] Result<void> learn_columns(const JsonText& text, const JsonRow& row);
  [[nodiscard]] Result<void> match_keys(const JsonText& text, const JsonRow& row);
  [[nodiscard]] std::size_t column_of(const std::string& key, std::size_t likely);
};

}  // namespace tuplepack
