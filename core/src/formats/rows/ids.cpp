#include "tuplepack/formats/rows/ids.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

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

std::string describe_beyond(const IdLimit& limit, std::int64_t id, std::string_view place) {
  const std::string at = place.empty() ? "" : " at " + std::string(place);
  return limit.what + " " + std::to_string(id) + at + " is not below " + std::to_string(limit.count) + ", " +
         limit.count_of;
}

}  // namespace tuplepack::formats
