#include "tuplepack/formats/rows/ids.hpp"

namespace tuplepack {

std::string describe_beyond(const IdLimit& limit, std::int64_t id, std::string_view place) {
  const std::string at = place.empty() ? "" : " at " + std::string(place);
  return limit.what + " " + std::to_string(id) + at + " is not below " + std::to_string(limit.count) + ", " +
         limit.count_of;
}

}  // namespace tuplepack
