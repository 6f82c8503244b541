#include "formats/rows/usual_columns.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <algorithm>
#include <functional>

namespace tuplepack {

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
