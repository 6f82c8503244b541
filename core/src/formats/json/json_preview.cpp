#include "formats/rows/previewing.hpp"
#include "json.hpp"
#include "json_lines.hpp"
#include "json_rows.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

/// Rows that are lists of different lengths.
static bool is_of_lists(const Preview& found) {
  return found.form == RowForm::arrays && found.columns.size() == 1 && found.columns.front().name == row_itself;
}

/// Takes the columns of the first row, and what the others have in them.
static void add_row(const JsonText& text, const JsonRow& row, bool first, Preview& found) {
  if (first) {
    found.form = row.shape == JsonRow::Shape::object  ? RowForm::objects
                 : row.shape == JsonRow::Shape::array ? RowForm::arrays
                                                      : RowForm::numbers;
    found.columns.resize(row.cells.size(), {.name = "", .whole = true, .lists = true});
    for (std::size_t c = 0; c < row.keys.size(); ++c) found.columns[c].name = row.keys[c];
    add_roles(first_cells(text, row), found);
    if (row.shape == JsonRow::Shape::array && row.cells.size() > 1) found.possible_count = row.cells.size() - 1;
  }
  if (row.shape == JsonRow::Shape::array && row.cells.size() != found.columns.size()) {
    found.columns = {{.name = std::string(row_itself), .lists = true}};
    found.possible_count.reset();
  }
  if (is_of_lists(found)) return;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const auto column = row.shape != JsonRow::Shape::object
                            ? found.columns.begin() + static_cast<std::ptrdiff_t>(std::min(i, found.columns.size()))
                            : std::find_if(found.columns.begin(), found.columns.end(),
                                           [&](const PreviewColumn& known) { return known.name == row.keys[i]; });
    if (column == found.columns.end()) continue;
    column->whole &= !row.cells[i].number.wrong.has_value();
    column->lists &= row.cells[i].is_list;
  }
}

namespace {

/// The visitor of the beginning of JSON text: rows of an array, or the members of an object, which make a row of lists.
class Beginning {
 public:
  Beginning(const JsonText& text, Preview& found) : text_(text), found_(found) {}

  [[nodiscard]] const std::vector<FirstCell>& first_row() const { return first_row_; }

  Result<void> scalar(const JsonScalar& value, std::size_t at) {
    if (is_object_ && depth_ == 2 && !found_.columns.empty()) {
      if (value.number.wrong) found_.columns.back().whole = false;
      take_first(first_cell_of_json(text_.token(at)));
    }
    if (!is_object_ && depth_ > 0) {
      if (auto ok = row_.scalar(value, at); !ok) return ok;
      return take_row();
    }
    return {};
  }
  Result<void> open(char bracket, std::size_t at) {
    if (depth_++ == 0) {
      is_object_ = bracket == '{';
      if (is_object_) found_.form = RowForm::columns;
      return {};
    }
    if (!is_object_) return row_.open(bracket, at);
    if (depth_ == 2 && !found_.columns.empty()) found_.columns.back().whole = bracket == '[';
    if (depth_ == 3 && !found_.columns.empty()) {
      found_.columns.back().whole = false;
      take_first({.kind = FirstCell::Kind::list});
    }
    return {};
  }
  Result<void> close() {
    if (--depth_ == 0 || is_object_) return {};
    if (auto ok = row_.close(); !ok) return ok;
    return take_row();
  }
  Result<void> key(std::string_view name, std::size_t at) {
    if (!is_object_) return row_.key(name, at);
    if (depth_ > 1) return {};
    if (name == "lengths") return end_as(RowForm::lengths);
    if (name == "schema" || name == "strategies" || name == "histogram") return end_as(RowForm::plan);
    found_.columns.push_back({.name = std::string(name)});
    first_row_.emplace_back();
    is_first_ = true;
    return {};
  }

 private:
  const JsonText& text_;
  Preview& found_;
  std::vector<FirstCell> first_row_;  // of columns
  bool is_first_ = false;             // whether the next value is in it
  bool is_object_ = false;
  std::size_t depth_ = 0;
  std::size_t rows_ = 0;
  JsonRow row_;

  static tl::unexpected<Error> enough() { return fail(ErrorCode::unsupported, "enough is known"); }
  Result<void> end_as(RowForm form) {
    found_.form = form;
    found_.columns.clear();
    return enough();
  }
  void take_first(FirstCell cell) {
    if (std::exchange(is_first_, false)) first_row_.back() = cell;
  }
  Result<void> take_row() {
    if (!row_.complete()) return {};
    add_row(text_, row_, rows_ == 0, found_);
    return ++rows_ == sampled_rows ? enough() : Result<void>();
  }
};

}  // namespace

void preview_json(std::string_view text, bool /*whole*/, Preview& found) {
  found.form = RowForm::arrays;
  const JsonText json{.bytes = text};
  Beginning beginning(json, found);
  if (auto read = visit_json(json, beginning); !read && found.form == RowForm::plan) return;
  if (found.form == RowForm::columns) add_roles(beginning.first_row(), found);
}

void preview_json_lines(std::string_view lines, bool whole, Preview& found) {
  std::string_view text = complete_lines(lines, whole);
  for (std::size_t rows = 0; rows < sampled_rows && !text.empty();) {
    const std::string_view line = next_line(text);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const JsonText json{.bytes = line};
    JsonRow row;
    if (!visit_json(json, row)) return;
    add_row(json, row, rows++ == 0, found);
  }
}

}  // namespace tuplepack::formats
