#include "json_rows.hpp"

#include <algorithm>

namespace tuplepack {

void JsonRow::begin(Shape row_shape, std::size_t at) {
  shape = row_shape;
  offset = at;
  cells.clear();
  keys.clear();
}

Result<void> JsonRow::scalar(const JsonScalar& value, std::size_t at) {
  if (depth_ == 0) begin(Shape::number, at);
  if (depth_ <= 1) cells.push_back({.number = value.number, .offset = at});
  return {};
}

Result<void> JsonRow::open(char bracket, std::size_t at) {
  if (depth_ == 0) begin(bracket == '[' ? Shape::array : Shape::object, at);
  if (depth_ == 1) cells.push_back({.number = {.value = 0, .wrong = ErrorCode::not_an_integer}, .offset = at});
  ++depth_;
  return {};
}

Result<void> JsonRow::close() {
  --depth_;
  return {};
}

Result<void> JsonRow::key(const std::string& name, std::size_t) {
  if (depth_ == 1) keys.push_back(name);
  return {};
}

JsonTable::JsonTable(ReadOptions options) : options_(std::move(options)) {}

/// An array has no names: its last element is the count, unless another column is asked for.
Result<void> JsonTable::learn_columns(const JsonText& text, const JsonRow& row) {
  begun_ = true;
  shape_ = row.shape;
  width_ = row.cells.size();
  ReadOptions options = options_;
  if (shape_ == JsonRow::Shape::object) names_ = row.keys;
  if (shape_ == JsonRow::Shape::array && equal_in_any_case(options.count_column, ReadOptions{}.count_column)) {
    options.count_column = std::to_string(width_);
  }
  if (width_ == 0) return text.fail_at(row.offset, ErrorCode::missing_column, "the first row is empty");
  auto columns = choose_columns(names_, width_, options);
  if (!columns) return text.fail_at(row.offset, columns.error().code, columns.error().message);
  columns_ = std::move(*columns);
  sizes_.resize(columns_.sizes.size());
  return {};
}

/// The column of a key; `likely` is where the first row had it. A count may be left out of the first row and come
/// later. The number of columns when there is none.
std::size_t JsonTable::column_of(const std::string& key, std::size_t likely) {
  if (likely < names_.size() && names_[likely] == key) return likely;
  const auto found = std::find(names_.begin(), names_.end(), key);
  const bool is_count = !options_.count_column.empty() && equal_in_any_case(key, options_.count_column);
  if (found == names_.end() && !columns_.count && is_count) {
    columns_.count = names_.size();
    names_.push_back(key);
    cells_.push_back(nullptr);
    return *columns_.count;
  }
  return static_cast<std::size_t>(found - names_.begin());
}

/// Fills cells_ from an object. With a choice of columns, other keys are nobody's concern.
Result<void> JsonTable::match_keys(const JsonText& text, const JsonRow& row) {
  cells_.assign(names_.size(), nullptr);
  for (std::size_t i = 0; i < row.keys.size(); ++i) {
    const std::size_t column = column_of(row.keys[i], i);
    if (column == names_.size()) {
      if (!options_.columns.empty()) continue;
      return text.fail_at(row.cells[i].offset, ErrorCode::extra_column,
                          "the key " + quote(row.keys[i]) + " is not in the first row");
    }
    if (cells_[column] != nullptr) {
      return text.fail_at(row.cells[i].offset, ErrorCode::malformed, "the key " + quote(row.keys[i]) + " comes twice");
    }
    cells_[column] = &row.cells[i];
  }
  for (const std::size_t column : columns_.sizes) {
    if (cells_[column] != nullptr) continue;
    return text.fail_at(row.offset, ErrorCode::missing_column, "the key " + quote(names_[column]) + " is missing");
  }
  return {};
}

static std::string_view describe(JsonRow::Shape shape) {
  switch (shape) {
    case JsonRow::Shape::number: return "a number";
    case JsonRow::Shape::array: return "an array";
    case JsonRow::Shape::object: return "an object";
  }
  return "";
}

Result<void> JsonTable::read(const JsonText& text, const JsonRow& row) {
  if (!begun_) {
    if (auto ok = learn_columns(text, row); !ok) return ok;
  }
  if (row.shape != shape_) {
    const bool neither = row.shape == JsonRow::Shape::number && row.cells.front().number.wrong;
    return text.fail_at(row.offset, ErrorCode::malformed,
                        (neither ? quote(text.token(row.offset)) : std::string(describe(row.shape))) +
                            " stands where the first row has " + std::string(describe(shape_)));
  }
  if (shape_ == JsonRow::Shape::object) {
    if (auto ok = match_keys(text, row); !ok) return ok;
  } else {
    if (row.cells.size() != width_) {
      return text.fail_at(row.offset, row.cells.size() < width_ ? ErrorCode::missing_column : ErrorCode::extra_column,
                          std::to_string(width_) + " numbers are expected in a row, and " +
                              std::to_string(row.cells.size()) + " found");
    }
    cells_.clear();
    for (const JsonRow::Cell& cell : row.cells) cells_.push_back(&cell);
  }
  const auto number = [&](std::size_t column, std::int64_t& value) -> Result<void> {
    const JsonRow::Cell& cell = *cells_[column];
    if (cell.number.wrong) return text.wrong_number(cell.offset, *cell.number.wrong);
    value = cell.number.value;
    return {};
  };
  for (std::size_t c = 0; c < sizes_.size(); ++c) {
    if (auto ok = number(columns_.sizes[c], sizes_[c]); !ok) return ok;
  }
  count_ = 1;
  if (columns_.count && cells_[*columns_.count] != nullptr) return number(*columns_.count, count_);
  return {};
}

}  // namespace tuplepack
