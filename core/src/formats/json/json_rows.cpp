#include "json_rows.hpp"

#include "tuplepack/base/limits.hpp"

#include <algorithm>

namespace tuplepack::formats {

bool wants_fields(const ReadOptions& options) {
  const auto is_path = [](const std::string& name) { return name.find('.') != std::string::npos; };
  return is_path(options.count_column) || std::any_of(options.columns.begin(), options.columns.end(), is_path) ||
         std::any_of(options.lengths_of.begin(), options.lengths_of.end(), is_path);
}

std::vector<FirstCell> first_cells(const JsonText& text, const JsonRow& row) {
  std::vector<FirstCell> cells;
  for (const JsonRow::Cell& cell : row.cells) {
    cells.push_back(cell.is_list ? FirstCell{.kind = FirstCell::Kind::list}
                                 : first_cell_of_json(text.token(cell.offset)));
  }
  return cells;
}

JsonTable::JsonTable(ReadOptions options) : options_(std::move(options)) {
  if (options_.columns.empty()) options_.columns = options_.lengths_of;
}

bool JsonTable::may_end_in_counts() const {
  return shape_ == JsonRow::Shape::array && columns_.sizes.size() > 1 && leave_columns_open(options_);
}

bool JsonTable::takes_rows_as_lists() const {
  const std::vector<std::string> only{std::string(row_itself)};
  return shape_ == JsonRow::Shape::array && options_.lengths_of == only && options_.columns == only;
}

static constexpr std::string_view list_hint =
    "; if every row is a list, e.g. of tokens, take its length (--lengths-of row)";

static bool has_only_numbers(const std::vector<std::string>& names) {
  return names.size() > 1 && std::all_of(names.begin(), names.end(), looks_like_number);
}

Result<void> JsonTable::learn_columns(const JsonText& text, const JsonRow& row) {
  begun_ = true;
  shape_ = row.shape;
  width_ = row.cells.size();
  if (takes_rows_as_lists()) {
    rows_are_lists_ = true;
    columns_.components = {"length"};
    sizes_.resize(1);
    return {};
  }
  if (shape_ == JsonRow::Shape::object) names_ = row.keys;
  if (width_ == 0) return text.fail_at(row.offset, ErrorCode::missing_column, "the first row is empty");
  if (has_only_numbers(names_)) {
    return text.fail_at(
        row.offset, ErrorCode::unsupported,
        "the keys of the row are numbers; if they are sizes, and their values counts, use --format json");
  }
  auto columns = choose_usual_columns(names_, width_, options_, first_cells(text, row));
  if (!columns) {
    const bool may_be_list = shape_ == JsonRow::Shape::array && width_ > max_components;
    return text.fail_at(row.offset, columns.error().code,
                        columns.error().message + std::string(may_be_list ? list_hint : ""));
  }
  columns_ = std::move(*columns);
  sizes_.resize(columns_.sizes.size());
  for (const std::string& name : options_.lengths_of) {
    const auto column = column_named(name, names_, width_);
    if (!column) return text.fail_at(row.offset, column.error().code, column.error().message);
    list_columns_.push_back(*column);
  }
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
      return text.fail_at(row.cells[i].offset, ErrorCode::malformed, "duplicate key " + quote(row.keys[i]));
    }
    cells_[column] = &row.cells[i];
  }
  for (const std::size_t column : columns_.sizes) {
    if (cells_[column] != nullptr) continue;
    const std::string choose =
        options_.columns.empty() && columns_.sizes.size() > 1 ? std::string(size_columns_hint) : "";
    return text.fail_at(row.offset, ErrorCode::missing_column,
                        "the key " + quote(names_[column]) + " is missing" + choose);
  }
  return {};
}

/// Fills cells_ from an array or a number.
Result<void> JsonTable::match_cells(const JsonText& text, const JsonRow& row) {
  if (row.cells.size() != width_) {
    return text.fail_at(row.offset, row.cells.size() < width_ ? ErrorCode::missing_column : ErrorCode::extra_column,
                        "expected " + std::to_string(width_) + " numbers per row, found " +
                            std::to_string(row.cells.size()) + std::string(list_hint));
  }
  cells_.clear();
  for (const JsonRow::Cell& cell : row.cells) cells_.push_back(&cell);
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

/// How to read a cell that is not a number; empty where nobody can tell.
std::string JsonTable::way_out(const JsonText& text, std::size_t column) const {
  const JsonRow::Cell& cell = *cells_[column];
  const std::string name = column < names_.size() ? visible(names_[column], 40) : "";
  const std::string_view token = text.token(cell.offset);
  const bool is_left_open = options_.columns.empty() && width_ > 1 && column != columns_.count;
  const std::string others = is_left_open ? ", --columns chooses other columns" : "";
  if (cell.is_list && shape_ == JsonRow::Shape::object)
    return "; --lengths-of " + name + " takes the length of the list" + others;
  if (token.starts_with('{') && shape_ == JsonRow::Shape::object) {
    return "; --columns " + name + ".FIELD takes a field of the object" + others;
  }
  const bool may_be_unwanted = token.starts_with('"') || token == "null" || !names_sizes(name);
  return is_left_open && may_be_unwanted ? std::string(size_columns_hint) : "";
}

/// A number, or the length of a list.
Result<void> JsonTable::read_cell(const JsonText& text, std::size_t column, std::int64_t& value) const {
  const JsonRow::Cell& cell = *cells_[column];
  value = cell.number.value;
  if (std::find(list_columns_.begin(), list_columns_.end(), column) != list_columns_.end()) {
    if (cell.is_list) return {};
    return text.fail_at(cell.offset, ErrorCode::malformed, quote(text.token(cell.offset)) + " is not a list");
  }
  if (!cell.number.wrong) return {};
  return text.fail_at(cell.offset, *cell.number.wrong,
                      describe_wrong(*cell.number.wrong, text.token(cell.offset)) + way_out(text, column));
}

Result<void> JsonTable::read(const JsonText& text, const JsonRow& row) {
  if (!begun_) {
    if (auto ok = learn_columns(text, row); !ok) return ok;
  }
  if (row.shape != shape_) {
    const bool neither = row.shape == JsonRow::Shape::number && row.cells.front().number.wrong;
    return text.fail_at(row.offset, ErrorCode::malformed,
                        "the first row is " + std::string(describe(shape_)) + ", but this one is " +
                            (neither ? quote(text.token(row.offset)) : std::string(describe(row.shape))));
  }
  if (rows_are_lists_) {
    sizes_.front() = static_cast<std::int64_t>(row.cells.size());
    return {};
  }
  auto matched = shape_ == JsonRow::Shape::object ? match_keys(text, row) : match_cells(text, row);
  if (!matched) return matched;
  for (std::size_t c = 0; c < sizes_.size(); ++c) {
    if (auto ok = read_cell(text, columns_.sizes[c], sizes_[c]); !ok) return ok;
  }
  count_ = 1;
  if (!columns_.count || cells_[*columns_.count] == nullptr) return {};
  return read_cell(text, *columns_.count, count_);
}

JsonRowBlocks::JsonRowBlocks(const ReadOptions& options, RowSink sink, std::size_t first_rows)
    : table_(options), blocks_(std::move(sink)), first_rows_(first_rows) {}

Result<void> JsonRowBlocks::begin() {
  begun_ = true;
  has_counts_ = table_.has_counts();
  blocks_.note(table_.note());
  if (table_.may_end_in_counts() && blocks_.asks_for_counts()) {
    blocks_.note("every number of a row is read as a size; if the last is a count, add --count-column " +
                 std::to_string(table_.columns().sizes.back() + 1));
  }
  if (table_.columns().may_be_histogram) blocks_.leave_open(table_.columns().references);
  if (table_.columns().are_open) blocks_.watch(table_.columns().references);
  if (auto ok = blocks_.begin(table_.components(), has_counts_); !ok) return ok;
  for (std::size_t row = 0; row < held_counts_.size(); ++row) {
    blocks_.add(held_sizes_.data() + row * table_.components().size(), held_counts_[row]);
    if (!blocks_.full()) continue;
    if (auto ok = blocks_.flush(); !ok) return ok;
  }
  held_sizes_ = {};
  held_counts_ = {};
  return {};
}

Result<void> JsonRowBlocks::add(const JsonText& text, const JsonRow& row) {
  if (auto ok = table_.read(text, row); !ok) return ok;
  if (!begun_) {
    held_sizes_.insert(held_sizes_.end(), table_.sizes().begin(), table_.sizes().end());
    held_counts_.push_back(table_.count());
    return table_.may_gain_counts() && held_counts_.size() < first_rows_ ? Result<void>() : begin();
  }
  if (table_.has_counts() != has_counts_) {
    return text.fail_at(row.offset, ErrorCode::extra_column,
                        "this row has a count, but the first " +
                            (first_rows_ == 1 ? "row has" : std::to_string(first_rows_) + " rows have") + " none");
  }
  blocks_.add(table_.sizes().data(), table_.count());
  return blocks_.full() ? blocks_.flush() : Result<void>();
}

Result<void> JsonRowBlocks::flush() {
  if (!begun_ && !held_counts_.empty()) {
    if (auto ok = begin(); !ok) return ok;
  }
  return blocks_.flush();
}

Result<void> JsonRowBlocks::finish() {
  if (auto ok = flush(); !ok) return ok;
  return blocks_.finish("no items");
}

}  // namespace tuplepack::formats
