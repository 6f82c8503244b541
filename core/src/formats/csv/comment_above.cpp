#include "comment_above.hpp"

#include "csv_fields.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>

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

/// What edges have besides their ends.
static bool names_attribute(std::string_view word) {
  constexpr std::array<std::string_view, 30> usual{
      "weight",   "weights", "w",    "time",   "times",    "timestamp", "ts",      "t",     "date", "datetime",
      "type",     "label",   "sign", "rel",    "relation", "rating",    "score",   "value", "cost", "distance",
      "capacity", "length",  "size", "amount", "count",    "id",        "edge_id", "eid",   "idx",  "edge_type"};
  return is_one_of(word, usual);
}

bool CommentAbove::is_prose() const {
  constexpr std::array<std::string_view, 6> always{"of", "the", "by", "in", "for", "and"};
  constexpr std::array<std::string_view, 2> ends{"from", "to"};  // of edges, or of a way
  std::vector<CsvField> words;
  if (find_separator(text_) != ' ') return false;
  const auto open = split_fields(text_, ' ', 0, words);
  if (!open || *open) return false;
  const auto count = [&](const auto& is_it) {
    return std::count_if(words.begin(), words.end(), [&](const CsvField& word) { return is_it(word.text); });
  };
  const auto of_ends = count([&](std::string_view word) { return is_one_of(word, ends); });
  const auto attributes = count(names_attribute);
  const auto letters = count([](std::string_view word) { return word.size() == 1; });
  const bool has_article =
      words.size() > 2 && letters == 1 && count([](std::string_view word) { return word == "a" || word == "A"; }) == 1;
  return has_article || count([&](std::string_view word) { return is_one_of(word, always); }) > 0 ||
         (of_ends > 0 && of_ends + attributes < std::ssize(words));
}

}  // namespace tuplepack::formats
