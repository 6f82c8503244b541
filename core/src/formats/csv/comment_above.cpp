#include "comment_above.hpp"

#include "csv_fields.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>

namespace tuplepack::formats {

void CommentAbove::keep(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || (line[begin] != '#' && line[begin] != '%')) return;
  line.remove_prefix(std::min(line.find_first_not_of("#% \t"), line.size()));
  text_ = line.substr(0, line.find_last_not_of('\r') + 1);  // npos + 1 is 0
}

std::vector<std::string> CommentAbove::names(std::size_t width) const {
  std::vector<CsvField> fields;
  if (text_.empty() || width < 2) return {};
  const auto open = split_fields(text_, find_separator(text_), 0, fields);
  const auto is_name = [](const CsvField& field) { return field.text.empty() || looks_like_text(field.text); };
  if (!open || *open || fields.size() != width || !std::all_of(fields.begin(), fields.end(), is_name)) return {};
  std::vector<std::string> names = column_names(fields);
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) != name) return {};
  }
  return names;
}

}  // namespace tuplepack::formats
