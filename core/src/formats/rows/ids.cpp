#include "tuplepack/formats/rows/ids.hpp"

#include "formats/text/text.hpp"

namespace tuplepack {

bool is_missing_id(std::string_view text) {
  return text.empty() || equal_in_any_case(text, "nan");
}

std::string describe_beyond(const IdLimit& limit, std::int64_t id, std::string_view place) {
  const std::string at = place.empty() ? "" : " at " + std::string(place);
  return limit.what + " " + std::to_string(id) + at + " is not below " + std::to_string(limit.count) + ", " +
         limit.count_of;
}

}  // namespace tuplepack
