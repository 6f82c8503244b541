#include "text.hpp"
#include "tuplepack/formats/column_sizes.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace tuplepack {

static bool ends_in_any_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && equal_in_any_case(text.substr(text.size() - end.size()), end);
}

/// The index that pandas writes: "__index_level_0__".
static bool is_pandas_index(std::string_view name) {
  constexpr std::string_view begin = "__index_level_", end = "__";
  if (name.size() <= begin.size() + end.size() || !ends_in_any_case(name, end)) return false;
  if (!equal_in_any_case(name.substr(0, begin.size()), begin)) return false;
  const std::string_view number = name.substr(begin.size(), name.size() - begin.size() - end.size());
  return number.find_first_not_of("0123456789") == std::string_view::npos;
}

static bool is_identifier(std::string_view name) {
  constexpr std::array<std::string_view, 4> words{"_id", "_idx", "_index", "_label"};
  return equal_in_any_case(name, "timestamp") || is_pandas_index(name) ||
         std::any_of(words.begin(), words.end(), [&](std::string_view word) {
           return ends_in_any_case(name, word) || equal_in_any_case(name, word.substr(1));
         });
}

/// first  its values
static bool is_size(const TableColumn& column, const std::vector<std::int64_t>& first) {
  if (first.empty() || *std::max_element(first.begin(), first.end()) <= 1) return false;
  if (!column.lists) return !is_identifier(column.name);
  return first.size() == 1 || std::adjacent_find(first.begin(), first.end(), std::not_equal_to<>()) != first.end();
}

std::vector<std::size_t> likely_sizes(std::span<const SampledColumn> columns, std::string_view count) {
  std::vector<std::size_t> offered, sizes;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const TableColumn& column = columns[c].column;
    const auto& first = columns[c].first;
    if (equal_in_any_case(column.name, count)) continue;
    if (!first && !column.lists && column.kind == ColumnKind::decimal) continue;  // measurements
    offered.push_back(c);
    // such as the token ids, their mask and their types
    const bool repeated = column.lists && first && first->size() > 1 &&
                          std::any_of(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(c),
                                      [&](const SampledColumn& other) { return other.first == first; });
    if (first && !repeated && is_size(column, *first)) sizes.push_back(c);
  }
  return sizes.empty() ? offered : sizes;
}

}  // namespace tuplepack
