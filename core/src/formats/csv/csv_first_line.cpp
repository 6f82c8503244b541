// What the first line of a table is: names of the columns, or a row.
#include "csv.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::formats {

CsvRules size_rules(ReadOptions options) {
  CsvRules rules{.are_sizes = true, .has_sizes = leave_columns_open(options), .choose = {}};
  std::vector<std::string> wanted = options.columns;
  if (options.count_column != ReadOptions{}.count_column) wanted.push_back(options.count_column);
  rules.choose = [options = std::move(options)](std::span<const std::string> names, std::size_t width,
                                                std::span<const CsvField> first_row) {
    std::vector<FirstCell> cells;
    for (const CsvField& field : first_row) cells.push_back(first_cell_of(field.text));
    return choose_usual_columns(names, width, options, cells);
  };
  rules.are_named_by = [wanted = std::move(wanted)](std::span<const std::string> words, bool is_prose) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return (!is_prose && names_sizes(word)) || std::find(wanted.begin(), wanted.end(), word) != wanted.end();
    });
  };
  return rules;
}

/// The first line of ids that are text.
/// names  become those of the columns, if they have any
Result<SizeColumns> CsvReader::choose_columns_of_text(std::vector<std::string>& names) {
  const std::vector<std::string> in_line = column_names(fields_);
  has_header_ = !in_line.empty() && rules_.text_ids->is_header(in_line);
  names = has_header_ ? in_line : names_in_comment();
  if (!names.empty()) return rules_.choose(names, fields_.size(), {});
  auto unnamed = rules_.choose({}, fields_.size(), {});
  if (!unnamed || in_line.empty()) return unnamed;
  return rules_.choose(in_line, fields_.size(), {});  // which refuses to guess among many
}

static bool is_value(std::string_view cell) {
  return !cell.empty() && !looks_like_text(cell);
}

/// The names that the first line has, if it is a header.
std::vector<std::string> CsvReader::names_in_line() const {
  if (!rules_.header) return {};
  std::vector<std::string> names = column_names(fields_);
  if (!names.empty() || !rules_.are_sizes || !are_numbers_behind_index(fields_)) return names;
  for (const CsvField& field : fields_) names.emplace_back(field.text);
  return names;
}

/// The names in a comment above the rows; none where they do not name what is read.
std::vector<std::string> CsvReader::names_in_comment() const {
  if (!rules_.are_named_by) return {};
  std::vector<std::string> names = comment_.names(fields_.size());
  if (names.empty() || !rules_.are_named_by(names, comment_.is_prose())) return {};
  return names;
}

/// Whether the cells of the first line that are left out, if any, are text as those of the row below are; where that is not
/// known, whether the others are numbers.
bool CsvReader::is_like_a_row(const SizeColumns& columns, std::span<const CsvField> first_row) const {
  const std::vector<std::size_t> used = columns.used();
  if (first_row.size() != fields_.size()) {
    return used.size() == fields_.size() || std::all_of(used.begin(), used.end(), [&](std::size_t column) {
             return looks_like_number(fields_[column].text);
           });
  }
  for (std::size_t column = 0; column < fields_.size(); ++column) {
    if (std::find(used.begin(), used.end(), column) != used.end()) continue;
    const FirstCell here = first_cell_of(fields_[column].text), below = first_cell_of(first_row[column].text);
    if (here.kind == FirstCell::Kind::text && below.kind != here.kind && below.kind != FirstCell::Kind::empty) {
      return false;
    }
  }
  return true;
}

static tl::unexpected<Error> refuse_first_line(std::span<const CsvField> fields, const std::vector<std::string>& names,
                                               const SizeColumns& columns) {
  std::string cells, by_name, by_number;
  for (const CsvField& field : fields) cells += (cells.empty() ? "" : ",") + std::string(field.text);
  for (const std::size_t column : columns.sizes) {
    by_name += (by_name.empty() ? "" : ",") + column_reference(names, column);
    by_number += (by_number.empty() ? "" : ",") + std::to_string(column + 1);
  }
  return fail(ErrorCode::unsupported, "the first line, " + quote(cells) + ", may name the columns (--columns " +
                                          by_name + "), or be a row (--columns " + by_number + ")");
}

/// The first line names the columns, unless it has no words where columns are in use: "0 1 {}" is an edge, "12 a.txt" an
/// item, and "NA" or "5k" a size that is refused.
/// names  are those of the columns, if they have any
Result<SizeColumns> CsvReader::choose_columns_by_first_line(std::span<const CsvField> first_row,
                                                            std::vector<std::string>& names) {
  const std::vector<std::string> in_line = names_in_line();
  has_header_ = false;
  const auto own_cells = rules_.are_sizes ? std::span<const CsvField>(fields_) : std::span<const CsvField>{};
  auto unnamed = rules_.choose({}, fields_.size(), own_cells);
  bool is_row = in_line.empty();
  if (unnamed && !is_row && !are_numbers_behind_index(fields_)) {
    const auto used = unnamed->used();
    is_row =
        std::all_of(used.begin(), used.end(), [&](std::size_t column) { return is_value(fields_[column].text); }) &&
        (!rules_.has_sizes || is_like_a_row(*unnamed, first_row));
  }
  if (is_row) {
    names = names_in_comment();
    if (!names.empty()) return rules_.choose(names, fields_.size(), own_cells);
    const bool is_doubtful = unnamed && rules_.has_sizes && !in_line.empty() && may_be_names(fields_, unnamed->sizes);
    return is_doubtful ? refuse_first_line(fields_, in_line, *unnamed) : unnamed;
  }
  has_header_ = true;
  names = in_line;
  return rules_.choose(names, fields_.size(),
                       first_row.size() == names.size() ? first_row : std::span<const CsvField>{});
}

}  // namespace tuplepack::formats
