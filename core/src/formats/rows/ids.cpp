#include "tuplepack/formats/rows/ids.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

bool is_missing_id(std::string_view text) {
  return text.empty() || equal_in_any_case(text, "nan");
}

bool may_be_missing_id(std::string_view text) {
  return text.empty() || stands_for_nothing(text);
}

std::string describe_missing_id(std::string_view what, std::string_view text) {
  return "a " + std::string(what) + " is missing" + (text.empty() ? "" : ": " + quote(text)) +
         "; leave out rows that lack one";
}

bool names_node_ids(std::string_view name) {
  constexpr std::array<std::string_view, 6> usual{"id", "node_id", "nodeid", "nid", "n_id", "node"};
  return std::any_of(usual.begin(), usual.end(), [&](std::string_view one) { return equal_in_any_case(name, one); });
}

Error wrong_row_order(std::string_view column, std::int64_t row, std::string_view id) {
  return {.code = ErrorCode::out_of_order,
          .message = "column " + quote(column) + " has " + quote(id) + " where the features of node " +
                     std::to_string(row) +
                     " are expected; sort the rows by it, so that they are of nodes 0, 1, 2, …, or leave it out"};
}

std::string describe_beyond(const IdLimit& limit, std::int64_t id, std::string_view place) {
  const std::string at = place.empty() ? "" : " at " + std::string(place);
  return limit.what + " " + std::to_string(id) + at + " is not below " + std::to_string(limit.count) + ", " +
         limit.count_of;
}

}  // namespace tuplepack::formats
