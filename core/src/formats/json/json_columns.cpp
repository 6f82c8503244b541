#include "json_columns.hpp"

#include <algorithm>

namespace tuplepack::formats {

static constexpr std::size_t member_depth = 1;
static constexpr std::size_t value_depth = 2;

void JsonColumns::note(std::size_t offset, ErrorCode code) {
  if (!problems_.back()) problems_.back() = Problem{.offset = offset, .code = code};
}

Result<void> JsonColumns::scalar(const JsonScalar& value, std::size_t at) {
  if (depth_ == member_depth) {
    if (!has_arrays_ && !value.number.wrong) columns_.back().values.push_back(value.number.value);
    note(at, ErrorCode::malformed);
    offsets_.back() = at;
  }
  if (depth_ == value_depth + 1) ++columns_.back().values.back();
  if (depth_ != value_depth) return {};
  if (value.number.wrong) note(at, *value.number.wrong);
  if (columns_.back().values.empty()) first_row_.back() = first_cell_of_json(text_.token(at));
  columns_.back().values.push_back(value.number.value);
  add_element(Elements::values);
  return {};
}

void JsonColumns::add_element(Elements kind) {
  Elements& known = elements_.back();
  known = known == Elements::none || known == kind ? kind : Elements::both;
}

Result<void> JsonColumns::open(char bracket, std::size_t at) {
  if (depth_ == 0) begin_ = at;
  if (depth_ == member_depth) {
    has_arrays_ = true;
    offsets_.back() = at;
    if (bracket != '[') add_element(Elements::both);  // not lists
  }
  if (depth_ == value_depth) {
    note(at, ErrorCode::not_an_integer);
    if (columns_.back().values.empty()) first_row_.back() = {.kind = FirstCell::Kind::list};
    columns_.back().values.push_back(0);
    add_element(bracket == '[' ? Elements::lists : Elements::both);
  }
  if (depth_ == value_depth + 1) ++columns_.back().values.back();
  ++depth_;
  return {};
}

Result<void> JsonColumns::close() {
  --depth_;
  return {};
}

/// The column is an object, of rows by their index as pandas writes it, or of anything else.
void JsonColumns::row_key(std::string_view name) {
  const bool is_row = name == std::to_string(columns_.back().values.size());
  has_row_keys_ = has_row_keys_ || is_row;
  if (!is_row) note(offsets_.back(), ErrorCode::malformed);
}

Result<void> JsonColumns::key(std::string_view name, std::size_t) {
  if (depth_ == value_depth && text_.bytes[offsets_.back()] == '{') row_key(name);
  if (depth_ != member_depth) return {};
  columns_.push_back({.name = std::string(name), .values = {}});
  problems_.emplace_back();
  elements_.push_back(Elements::none);
  first_row_.emplace_back();
  offsets_.push_back(0);
  return {};
}

bool JsonColumns::is_counter() const {
  return !has_arrays_ && !columns_.empty() &&
         std::all_of(columns_.begin(), columns_.end(),
                     [](const NamedColumn& column) { return looks_like_number(column.name); });
}

bool JsonColumns::counts_keys() const {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].name != std::to_string(c)) return false;
  }
  return columns_.size() > 2;
}

Result<CountedRows> JsonColumns::counter() && {
  if (counts_keys()) {
    return text_.fail_at(begin_, ErrorCode::unsupported,
                         "the keys are 0, 1, 2, …, so the values may be sizes, as pandas writes a series (write a list "
                         "instead), or counts of these sizes (write {\"lengths\":[…]})");
  }
  CountedRows rows{.components = {"length"}, .sizes = {}, .counts = {}};
  std::vector<std::string_view> keys;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const NamedColumn& column = columns_[c];
    const Number size = parse_number(column.name);
    if (size.wrong)
      return text_.fail_at(offsets_[c], *size.wrong, "the key " + describe_wrong(*size.wrong, column.name));
    if (column.values.empty()) {
      const ErrorCode wrong = parse_number(text_.token(offsets_[c])).wrong.value_or(ErrorCode::not_an_integer);
      return text_.wrong_number(offsets_[c], wrong);
    }
    rows.sizes.push_back(size.value);
    rows.counts.push_back(column.values.front());
    keys.push_back(column.name);
  }
  std::sort(keys.begin(), keys.end());
  if (const auto twice = std::adjacent_find(keys.begin(), keys.end()); twice != keys.end()) {
    return text_.fail_at(begin_, ErrorCode::malformed, "duplicate key " + quote(*twice));
  }
  return rows;
}

/// Makes lengths of the lists in columns: of each element that is one, or of the column itself, which is then a row.
Result<void> JsonColumns::check_lists(const ReadOptions& options, std::vector<std::size_t> lists) {
  const bool are_columns = std::any_of(lists.begin(), lists.end(), [&](std::size_t column) {
    return elements_[column] == Elements::lists || elements_[column] == Elements::both;
  });
  if (!are_columns && options.columns.size() > lists.size()) {
    return text_.fail_at(begin_, ErrorCode::unsupported,
                         "an object that is one row; give it as JSON Lines (--format json_lines)");
  }
  for (const std::size_t column : lists) {
    const Elements elements = elements_[column];
    const bool is_array = text_.bytes[offsets_[column]] == '[';
    if (!is_array || (are_columns && elements != Elements::lists && elements != Elements::none)) {
      const std::size_t at = is_array && problems_[column] ? problems_[column]->offset : offsets_[column];
      return text_.fail_at(at, ErrorCode::malformed, quote(text_.token(at)) + " is not a list of lists");
    }
    problems_[column].reset();
    auto& values = columns_[column].values;
    if (!are_columns) values = {static_cast<std::int64_t>(values.size())};
  }
  return {};
}

/// How to read an element that is not a number; empty where nobody can tell.
std::string JsonColumns::way_out(const ReadOptions& options, std::size_t column) const {
  const std::string others = options.columns.empty() && columns_.size() > 1 ? std::string(size_columns_hint) : "";
  const std::string name = visible(columns_[column].name, 40);
  if (elements_[column] == Elements::lists) {
    return "; --lengths-of " + name + " takes the lengths of the lists" +
           (others.empty() ? "" : ", or " + others.substr(2));
  }
  return others.empty() || names_sizes(columns_[column].name) ? "" : others;
}

static bool is_split(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names == std::vector<std::string>{"columns", "data", "index"};
}

Result<void> JsonColumns::finish(const ReadOptions& given, RowSink& sink) && {
  ReadOptions options = given;
  if (options.columns.empty()) options.columns = options.lengths_of;
  if (columns_.empty()) return text_.fail_at(begin_, ErrorCode::empty, "no items: the object has no columns");
  std::vector<std::string> names;
  for (const NamedColumn& column : columns_) names.push_back(column.name);
  const auto is_object = [&](std::size_t offset) { return text_.bytes[offset] == '{'; };
  if (counts_keys() && std::all_of(offsets_.begin(), offsets_.end(), is_object)) {
    return text_.fail_at(
        begin_, ErrorCode::unsupported,
        "the keys are 0, 1, 2, …, and their values objects: rows by their index; write them as a list of "
        "objects, which pandas calls orient=\"records\"");
  }
  if (is_split(names)) {
    return text_.fail_at(begin_, ErrorCode::unsupported,
                         "a table as pandas writes it with orient=\"split\"; write it with orient=\"records\"");
  }
  auto chosen = choose_usual_columns(names, names.size(), options, first_row_);
  if (!chosen) return text_.fail_at(begin_, chosen.error().code, chosen.error().message);
  if (has_row_keys_) {
    chosen->note +=
        (chosen->note.empty() ? "" : "; ") + std::string("read as columns with an index, as pandas writes them");
  }
  if (!options.lengths_of.empty()) {
    std::vector<std::size_t> lists;
    for (const std::string& wanted : options.lengths_of) {
      const auto column = column_named(wanted, names, names.size());
      if (!column) return text_.fail_at(begin_, column.error().code, column.error().message);
      lists.push_back(*column);
    }
    if (auto ok = check_lists(options, std::move(lists)); !ok) return ok;
  }
  for (const std::size_t column : chosen->used()) {
    if (!problems_[column]) continue;
    const auto [offset, code] = *problems_[column];
    if (code != ErrorCode::malformed) {
      return text_.fail_at(offset, code, describe_wrong(code, text_.token(offset)) + way_out(options, column));
    }
    return text_.fail_at(offset, code,
                         quote(text_.token(offset)) +
                             " is not a column of numbers; expected an object of equally long " +
                             "columns, {\"lengths\":[…]}, counts by length or a tuplepack plan; to read one row, use "
                             "--format json_lines");
  }
  return hand_over_columns(columns_, *chosen, sink);
}

}  // namespace tuplepack::formats
