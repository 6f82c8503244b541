#include "plan_json_values.hpp"

namespace tuplepack::formats {

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  return visible(text, longest);
}

std::string show(const JsonValue& value) {
  if (value.is_object()) return "an object";
  return value.is_array() ? "an array" : shown(value.token());
}

Result<std::int64_t> integer_in(const JsonValue& value, std::int64_t lowest) {
  if (!value.is_number()) return fail(ErrorCode::malformed, show(value) + " is not a number");
  const Number number = parse_number(value.token());
  if (number.wrong == ErrorCode::too_large) return fail(*number.wrong, show(value) + " is beyond 2^53");
  if (number.wrong == ErrorCode::negative) return fail(*number.wrong, show(value) + " is negative");
  if (number.wrong) return fail(*number.wrong, show(value) + " is not an integer");
  if (number.value < lowest) return fail(ErrorCode::limit_not_positive, show(value) + " is not positive");
  return number.value;
}

bool read_item(const JsonValue& item, std::span<std::int64_t> sizes) {
  if (!item.is_array()) return false;
  std::size_t c = 0;
  for (const JsonValue& element : item.elements()) {
    if (c == sizes.size()) return false;
    const auto size = integer_in(element, 0);
    if (!size) return false;
    sizes[c++] = *size;
  }
  return c == sizes.size();
}

}  // namespace tuplepack::formats
