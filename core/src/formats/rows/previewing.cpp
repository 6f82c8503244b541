#include "previewing.hpp"

#include "base/name_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

void add_roles(std::span<const FirstCell> first_row, Preview& found) {
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

std::string_view next_line(std::string_view& text) {
  const std::size_t newline = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, newline);
  text.remove_prefix(std::min(newline + 1, text.size()));
  return line;
}

std::string_view complete_lines(std::string_view text, bool whole) {
  return whole ? text : text.substr(0, text.rfind('\n') + 1);  // npos + 1 is 0
}

}  // namespace tuplepack::formats
