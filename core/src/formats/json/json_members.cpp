#include "json_members.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"

#include <set>

namespace tuplepack::formats {

tl::unexpected<Error> fail_in_member(ErrorCode code, const std::string& path, std::string_view what) {
  return fail(code, visible(path.empty() ? "/" : path, 200) + ": " + std::string(what));
}

/// "'7' is not an object".
static tl::unexpected<Error> wrong_kind(const JsonValue& value, const std::string& path, std::string_view kind) {
  return fail_in_member(ErrorCode::malformed, path, quote(value.token()) + " is not " + std::string(kind));
}

Result<JsonMembers> members_of(const JsonValue& value, const std::string& path) {
  JsonMembers members;
  if (value.is_null()) return members;
  if (!value.is_object()) return wrong_kind(value, path, "an object");
  std::set<std::string_view> seen;
  for (const auto& [name, member] : value.members()) {
    if (!seen.insert(name).second) {
      return fail_in_member(ErrorCode::malformed, path, "duplicate key " + quote(name));
    }
    members.emplace_back(name, member);
  }
  return members;
}

Result<JsonValue> required_member(const JsonValue& object, std::string_view name, const std::string& path) {
  const JsonValue member = object.member(name);
  if (member) return member;
  return fail_in_member(ErrorCode::malformed, path, "the key " + quote(name) + " is missing");
}

Result<std::vector<JsonValue>> elements_of(const JsonValue& value, const std::string& path) {
  if (!value.is_array()) return wrong_kind(value, path, "an array");
  const JsonElements elements = value.elements();
  std::vector<JsonValue> found;
  found.reserve(elements.size());
  for (const JsonValue& element : elements) found.push_back(element);
  return found;
}

Result<std::string> name_at(const JsonValue& value, const std::string& path) {
  if (!value.is_string()) return wrong_kind(value, path, "a string");
  const std::string text(value.string());
  if (text.empty()) return fail_in_member(ErrorCode::malformed, path, "the string is empty");
  if (text.find('\0') == std::string::npos) return text;
  return fail_in_member(ErrorCode::malformed, path, quote(text) + " has a NUL character");
}

Result<std::int64_t> count_in(const JsonValue& value, const std::string& path) {
  if (!value.is_number()) return wrong_kind(value, path, "a number");
  const Number number = parse_number(value.token());
  if (number.wrong) return fail_in_member(*number.wrong, path, describe_wrong(*number.wrong, value.token()));
  return number.value;
}

/// What `read` makes of a member.
template <typename T>
static Result<T> read_member(const JsonValue& object, const std::string& name, const std::string& path,
                             Result<T> (*read)(const JsonValue& value, const std::string& path)) {
  const auto member = required_member(object, name, path);
  if (!member) return tl::unexpected(member.error());
  return read(*member, path + "/" + name);
}

Result<JsonMembers> members_member(const JsonValue& object, const std::string& name, const std::string& path) {
  return read_member<JsonMembers>(object, name, path, members_of);
}

Result<std::vector<JsonValue>> elements_member(const JsonValue& object, const std::string& name,
                                               const std::string& path) {
  return read_member<std::vector<JsonValue>>(object, name, path, elements_of);
}

Result<std::string> name_member(const JsonValue& object, const std::string& name, const std::string& path) {
  return read_member<std::string>(object, name, path, name_at);
}

Result<std::int64_t> count_member(const JsonValue& object, const std::string& name, const std::string& path) {
  return read_member<std::int64_t>(object, name, path, count_in);
}

}  // namespace tuplepack::formats
