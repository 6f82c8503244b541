#include "tuplepack/formats/sizes/preview.hpp"

#include "base/name_table.hpp"
#include "formats/csv/csv.hpp"
#include "formats/detection/opening.hpp"
#include "formats/json/json_rows.hpp"
#include "formats/rows/pair_order.hpp"
#include "formats/rows/usual_columns.hpp"
#include "formats/text/number.hpp"
#include "npz_reader.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

static constexpr NameTable<RowForm, 7> form_names{{
    {RowForm::fields, "fields"},
    {RowForm::numbers, "numbers"},
    {RowForm::arrays, "arrays"},
    {RowForm::objects, "objects"},
    {RowForm::columns, "columns"},
    {RowForm::lengths, "lengths"},
    {RowForm::plan, "plan"},
}};

std::string_view name(RowForm form) {
  return name_in(form_names, form);
}

static constexpr std::size_t sampled_rows = 20;

/// Gives the columns their roles.
/// first_row  as of usual_roles
static void add_roles(std::span<const FirstCell> first_row, Preview& found) {
  std::vector<std::string> names;
  for (const PreviewColumn& column : found.columns) names.push_back(column.name);
  const bool is_named = std::any_of(names.begin(), names.end(), [](const std::string& name) { return !name.empty(); });
  if (!is_named) names.clear();
  if (!is_named && first_row.size() != found.columns.size()) return;
  const std::vector<ColumnRole> roles = usual_roles(names, {}, first_row);
  for (std::size_t c = 0; c < roles.size(); ++c) {
    found.columns[c].role = roles[c];
    if (roles[c] == ColumnRole::counts && !found.count) found.count = c;
  }
}

/// Cuts off the next line.
static std::string_view next_line(std::string_view& text) {
  const std::size_t newline = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(std::min(newline + 1, text.size()));
  return line;
}

/// The last line of a sample may be cut.
static std::string_view complete_lines(std::string_view text, bool whole) {
  return whole ? text : text.substr(0, text.rfind('\n') + 1);  // npos + 1 is 0
}

namespace {

/// The names of the columns of a table, if it has any, and its first row, if it is known.
struct TableHead {
  std::vector<std::string> names;
  std::vector<FirstCell> first_row;
  bool is_line = false;  // whether the names are the first line, and no comment above it
  char separator = '\0';
};

}  // namespace

/// As the reader takes it; what is wrong in the rows does not matter.
static TableHead head_of(std::string_view text) {
  TableHead head;
  CsvRules rules = size_rules({});
  rules.choose = [&, usual = std::move(rules.choose)](std::span<const std::string> names, std::size_t width,
                                                      std::span<const CsvField> first_row) {
    head = {.names{names.begin(), names.end()}, .first_row{}};
    for (const CsvField& field : first_row) head.first_row.push_back(first_cell_of(field.text));
    return usual(names, width, first_row);
  };
  CsvReader reader(std::move(rules), {.begin = [](const auto&, bool) { return Result<void>(); },
                                      .rows = [](auto, auto) { return Result<void>(); }});
  if (auto read = reader.feed(text); read) read = reader.finish();
  head.is_line = reader.has_header();
  head.separator = reader.separator();
  return head;
}

static void preview_csv(std::string_view text, Preview& found) {
  const TableHead head = head_of(text);
  std::vector<CsvField> fields;
  PairOrder pairs;
  const char separator = head.separator;
  for (std::size_t rows = 0; rows < sampled_rows && !text.empty();) {
    const auto line = table_line(next_line(text), 0, {.width = found.columns.size(), .separator = separator});
    if (!line) return;
    if (line->empty()) continue;
    const bool first = found.columns.empty();
    if (first && named_separator(*line)) continue;
    found.separator = separator == double_colon ? "::" : std::string(1, separator);
    if (const auto open = split_fields(*line, separator, 0, fields); !open || *open) return;
    if (is_empty_row(fields)) continue;
    if (first) {
      found.columns.resize(head.names.empty() ? fields.size() : head.names.size(), {.name = "", .whole = true});
      for (std::size_t c = 0; c < head.names.size(); ++c) found.columns[c].name = head.names[c];
      add_roles(head.first_row, found);
      if (head.is_line) continue;
    }
    ++rows;
    pairs.add(parse_number(fields.front().text).value, parse_number(fields.back().text).value);
    for (std::size_t c = 0; c < found.columns.size(); ++c) {
      found.columns[c].whole &= c < fields.size() && !parse_number(fields[c].text).wrong;
    }
  }
  const bool are_pairs = found.columns.size() == 2 && found.columns[0].whole && found.columns[1].whole &&
                         (head.names.empty() || may_be_counted(found.columns[0].name, found.columns[1].name));
  if (are_pairs && pairs.may_be_histogram()) found.possible_count = 1;
}

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

/// Text that ends within a value, or is wrong, shows what comes before.
static void preview_json(std::string_view text, Preview& found) {
  found.form = RowForm::arrays;
  const JsonText json{.bytes = text};
  Beginning beginning(json, found);
  if (auto read = visit_json(json, beginning); !read && found.form == RowForm::plan) return;
  if (found.form == RowForm::columns) add_roles(beginning.first_row(), found);
}

static void preview_json_lines(std::string_view text, Preview& found) {
  for (std::size_t rows = 0; rows < sampled_rows && !text.empty();) {
    const std::string_view line = next_line(text);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const JsonText json{.bytes = line};
    JsonRow row;
    if (!visit_json(json, row)) return;
    add_row(json, row, rows++ == 0, found);
  }
}

/// Columns of an array, or its fields; none when its header is wrong or cut.
static std::vector<PreviewColumn> previewed_columns(std::string_view bytes) {
  const auto header = npy_header_of(bytes);
  if (!header || header->shape.empty() || header->shape.size() > 2) return {};
  if (!header->fields.empty()) {
    std::vector<PreviewColumn> fields;
    for (const NpyField& field : header->fields) {
      const bool is_number = field.shape.empty() && npy_size_type(field.type).has_value();
      if (!field.name.empty()) fields.push_back({.name = field.name, .whole = is_number});
    }
    return fields;
  }
  const std::int64_t width = header->shape.size() == 1 ? 1 : std::min<std::int64_t>(header->shape[1], 1 << 16);
  return {static_cast<std::size_t>(width), {.name = "", .whole = npy_size_type(header->type).has_value()}};
}

static void preview_npz(std::string_view archive, Preview& found) {
  const auto arrays = zip_members(archive);
  if (!arrays) return;
  if (arrays->size() == 1) {
    if (std::vector<PreviewColumn> columns = previewed_columns(arrays->front().bytes); columns.size() > 1) {
      found.form = RowForm::arrays;
      found.columns = std::move(columns);
      add_roles({}, found);
      return;
    }
  }
  std::vector<FirstCell> cells;
  for (const ZipMember& array : *arrays) {
    const std::vector<PreviewColumn> columns = previewed_columns(array.bytes);
    const std::string_view name = array.name;
    const bool whole = columns.size() == 1 && columns[0].whole;
    found.columns.push_back(
        {.name = std::string(name.substr(0, name.size() - (name.ends_with(".npy") ? 4 : 0))), .whole = whole});
    cells.push_back(first_cell_of_array(array.bytes));
  }
  found.form = RowForm::columns;
  add_roles(cells, found);
}

Result<Preview> preview(std::span<const char> first, bool whole) {
  Opening opening(Format::detect);
  const auto format = opening.add({first.data(), first.size()}, true);
  if (!format) return tl::unexpected(format.error());
  Preview found;
  found.format = format->value_or(Format::csv);
  const std::string_view text = opening.text();
  switch (found.format) {
    case Format::csv:
    case Format::detect: {
      LineEnds ends;
      preview_csv(complete_lines(ends.as_newlines(text), whole), found);
      break;
    }
    case Format::json: preview_json(text, found); break;
    case Format::json_lines: preview_json_lines(complete_lines(text, whole), found); break;
    case Format::npy:
      found.form = RowForm::arrays;
      found.columns = previewed_columns(text);
      add_roles({}, found);
      break;
    case Format::npz: preview_npz(text, found); break;
    case Format::parquet:
    case Format::arrow: break;  // see likely_columns()
  }
  return found;
}

}  // namespace tuplepack::formats
