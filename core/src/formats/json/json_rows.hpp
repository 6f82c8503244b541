#pragma once

#include "formats/rows/row_blocks.hpp"
#include "formats/rows/usual_columns.hpp"
#include "json_events.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// One row of the text: a number, an array of numbers, or an object of numbers. Collects what lies at its first level, and
/// where fields are wanted also those of objects within it; of lists there only the length, and they count as wrong
/// numbers.
class JsonRow {
 public:
  enum class Shape { number, array, object };
  struct Cell {
    Number number;  // of a list, its length is the value
    std::size_t offset;
    bool is_list = false;
  };

  Shape shape = Shape::number;
  std::size_t offset = 0;
  std::vector<Cell> cells;
  std::vector<std::string> keys;  // of an object, parallel to cells; those of fields as "meta.num_tokens"
  bool has_fields = false;        // whether objects within an object are looked into

  /// The visitor of a row; true of complete() after its last event.
  [[nodiscard]] Result<void> scalar(const JsonScalar& value, std::size_t at) {
    if (depth_ == 0) begin(Shape::number, at);
    if (depth_ <= level_) cells.push_back({.number = value.number, .offset = at});
    if (depth_ == level_ + 1) count_element();
    return {};
  }
  [[nodiscard]] Result<void> open(char bracket, std::size_t at) {
    if (depth_ == 0) begin(bracket == '[' ? Shape::array : Shape::object, at);
    if (depth_ == level_ + 1) count_element();
    if (depth_ == level_ && depth_ > 0) {
      const Number wrong{.value = 0, .wrong = ErrorCode::not_an_integer};
      cells.push_back({.number = wrong, .offset = at, .is_list = bracket == '['});
      if (has_fields && shape == Shape::object && bracket == '{') enter_fields();
    }
    ++depth_;
    return {};
  }
  [[nodiscard]] Result<void> close() {
    --depth_;
    if (depth_ > 0 && depth_ < level_) leave_fields();
    return {};
  }
  [[nodiscard]] Result<void> key(std::string_view name, std::size_t) {
    if (depth_ == level_) keys.push_back(path_ + std::string(name));
    return {};
  }
  [[nodiscard]] bool complete() const { return depth_ == 0; }

 private:
  std::size_t depth_ = 0;
  std::size_t level_ = 1;  // the depth of what is collected
  std::string path_;       // of the object there, with its dot
  std::vector<std::size_t> outer_paths_;

  void enter_fields() {
    outer_paths_.push_back(path_.size());
    path_ = keys.back() + '.';
    ++level_;
  }
  void leave_fields() {
    path_.resize(outer_paths_.back());
    outer_paths_.pop_back();
    --level_;
  }
  void begin(Shape row_shape, std::size_t at) {
    shape = row_shape;
    offset = at;
    cells.clear();
    keys.clear();
  }
  /// Of a list among the cells; an object has no length.
  void count_element() {
    if (cells.back().is_list) ++cells.back().number.value;
  }
};

/// What the cells of a first row show.
[[nodiscard]] std::vector<FirstCell> first_cells(const JsonText& text, const JsonRow& row);

/// Whether a row has to be looked into: a column is named by a path, "meta.num_tokens".
[[nodiscard]] bool wants_fields(const ReadOptions& options);

/// Turns rows into sizes and counts. The first row decides what kind of row there is and which columns it has.
class JsonTable {
 public:
  explicit JsonTable(ReadOptions options);

  /// Reads a row; sizes() and count() are then its values.
  /// errors  malformed (another kind of row than the first, a key twice, no list where its length is asked for) ·
  ///         missing_column · extra_column · those of choose_columns · those of a number
  [[nodiscard]] Result<void> read(const JsonText& text, const JsonRow& row);

  [[nodiscard]] const std::vector<std::string>& components() const { return columns_.components; }
  /// Whether the rows so far had counts; a row of an object may leave it out.
  [[nodiscard]] bool has_counts() const { return columns_.count.has_value(); }
  /// Whether counts may first come in a later row.
  [[nodiscard]] bool may_gain_counts() const {
    return shape_ == JsonRow::Shape::object && !has_counts() && !options_.count_column.empty();
  }
  /// Whether every number of an array is read as a size, which nobody asked for.
  [[nodiscard]] bool may_end_in_counts() const;
  /// What was taken for granted about the columns; empty: nothing.
  [[nodiscard]] const std::string& note() const { return columns_.note; }
  [[nodiscard]] const SizeColumns& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::int64_t>& sizes() const { return sizes_; }
  [[nodiscard]] std::int64_t count() const { return count_; }

 private:
  ReadOptions options_;
  bool begun_ = false;
  JsonRow::Shape shape_ = JsonRow::Shape::number;
  std::vector<std::string> names_;  // of an object's columns
  std::size_t width_ = 0;
  bool rows_are_lists_ = false;
  SizeColumns columns_;
  std::vector<std::size_t> list_columns_;    // those whose size is the length of a list
  std::vector<const JsonRow::Cell*> cells_;  // by column; null where a key is missing
  std::vector<std::int64_t> sizes_;
  std::int64_t count_ = 1;

  [[nodiscard]] bool takes_rows_as_lists() const;
  [[nodiscard]] Result<void> learn_columns(const JsonText& text, const JsonRow& row);
  [[nodiscard]] Result<void> match_cells(const JsonText& text, const JsonRow& row);
  [[nodiscard]] Result<void> match_keys(const JsonText& text, const JsonRow& row);
  [[nodiscard]] std::size_t column_of(const std::string& key, std::size_t likely);
  [[nodiscard]] Result<void> read_cell(const JsonText& text, std::size_t column, std::int64_t& value) const;
  [[nodiscard]] std::string way_out(const JsonText& text, std::size_t column) const;
};

/// Hands rows to a sink in blocks. Rows that are objects may have counts that not all of them state, so the first few
/// rows wait until one of them has a count, or none of `first_rows`.
class JsonRowBlocks {
 public:
  JsonRowBlocks(const ReadOptions& options, RowSink sink, std::size_t first_rows);

  /// errors  those of JsonTable, extra_column (a first count too late), and what the sink returned
  [[nodiscard]] Result<void> add(const JsonText& text, const JsonRow& row);
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> finish();

 private:
  JsonTable table_;
  RowBlocks blocks_;
  std::size_t first_rows_;
  bool begun_ = false;
  bool has_counts_ = false;
  std::vector<std::int64_t> held_sizes_;  // of the first rows
  std::vector<std::int64_t> held_counts_;

  [[nodiscard]] Result<void> begin();
};

}  // namespace tuplepack::formats
