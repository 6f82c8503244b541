#include "csv.hpp"
#include "formats/rows/pair_order.hpp"
#include "formats/rows/previewing.hpp"
#include "formats/text/number.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <string>
#include <utility>

namespace tuplepack::formats {

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

/// text  whose lines end in newlines, and are complete
static void preview_table(std::string_view text, Preview& found) {
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

void preview_csv(std::string_view text, bool whole, Preview& found) {
  LineEnds ends;
  preview_table(complete_lines(ends.as_newlines(text), whole), found);
}

}  // namespace tuplepack::formats
