#include "tuplepack/formats/rows/row_ids.hpp"

#include "column_names.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

template <std::size_t N>
static bool is_named(std::string_view name, const std::array<std::string_view, N>& usual) {
  return std::any_of(usual.begin(), usual.end(), [&](std::string_view one) { return equal_in_any_case(name, one); });
}

bool names_node_ids(std::string_view name) {
  return is_named<6>(name, {"id", "node_id", "nodeid", "nid", "n_id", "node"});
}

bool names_edge_ids(std::string_view name) {
  return is_named<6>(name, {"id", "eid", "e_id", "edge_id", "edgeid", "edge_idx"});
}

bool names_row_index(std::string_view name) {
  const bool is_other = equal_in_any_case(name, "index") ||
                        (name.starts_with("Unnamed: ") && !name.starts_with("Unnamed: 0"));  // a column in the middle
  return is_index(name) && !is_other;
}

Result<void> RowOrder::add(std::optional<std::int64_t> number, std::string_view text) {
  const std::int64_t row = row_++;
  if (kind_ == Kind::ids) {
    if (number && (*number == row || *number == row - first_row_)) return {};
    return fail(ErrorCode::out_of_order,
                "column " + quote(column_) + " has " + quote(text) + " where the features of node " +
                    std::to_string(row) +
                    " are expected; sort the rows by it, so that they are of nodes 0, 1, 2, …, or leave it out");
  }
  if (!number) return {};
  if (!first_) first_ = number;
  const auto before = std::exchange(last_, number);
  if (!before || *number >= *before || *number == *first_) return {};
  return fail(ErrorCode::out_of_order,
              "the index " + (column_.empty() ? std::string("without a name") : quote(column_)) + " has " +
                  quote(text) + " after " + std::to_string(*before) +
                  ", so the rows are not in the order of nodes 0, 1, 2, …; sort them by it, or leave it out");
}

std::optional<std::pair<std::size_t, RowOrder::Kind>> find_row_ids(std::span<const std::string> names,
                                                                   std::span<const std::size_t> features,
                                                                   const std::function<bool(std::size_t)>& may_be) {
  const auto is_free = [&](std::size_t column) {
    return std::find(features.begin(), features.end(), column) == features.end() && may_be(column);
  };
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (names_node_ids(names[column]) && is_free(column)) return std::pair(column, RowOrder::Kind::ids);
  }
  for (std::size_t column = 0; column < names.size(); ++column) {
    const bool is_index = names_row_index(names[column]) && (column == 0 || !names[column].empty());
    if (is_index && is_free(column)) return std::pair(column, RowOrder::Kind::index);
  }
  return std::nullopt;
}

}  // namespace tuplepack::formats
