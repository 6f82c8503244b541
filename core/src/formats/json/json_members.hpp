#pragma once

#include "json_tree.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::formats {

// Members of objects in files of metadata, with errors that say where: "/edges/a:to:b/data: …".

/// An object's member, which must be there.
/// path    of the object
[[nodiscard]] Result<JsonValue> required_member(const JsonValue& object, std::string_view name,
                                                const std::string& path);

using JsonMembers = std::vector<std::pair<std::string, JsonValue>>;

/// The members of an object, in the order of the text. Null has none.
/// errors  malformed (not an object; two members of one name)
[[nodiscard]] Result<JsonMembers> members_of(const JsonValue& value, const std::string& path);

/// errors  malformed (not an array)
[[nodiscard]] Result<std::vector<JsonValue>> elements_of(const JsonValue& value, const std::string& path);

/// errors  malformed (not a string; empty, or with a NUL character)
[[nodiscard]] Result<std::string> name_at(const JsonValue& value, const std::string& path);

/// A number from 0 to 2^53 − 1.
/// errors  not_an_integer · negative · too_large
[[nodiscard]] Result<std::int64_t> count_in(const JsonValue& value, const std::string& path);

/// These of a member that must be there.
/// path  of the object
[[nodiscard]] Result<JsonMembers> members_member(const JsonValue& object, const std::string& name,
                                                 const std::string& path);
[[nodiscard]] Result<std::vector<JsonValue>> elements_member(const JsonValue& object, const std::string& name,
                                                             const std::string& path);
[[nodiscard]] Result<std::string> name_member(const JsonValue& object, const std::string& name,
                                              const std::string& path);
[[nodiscard]] Result<std::int64_t> count_member(const JsonValue& object, const std::string& name,
                                                const std::string& path);

[[nodiscard]] tl::unexpected<Error> fail_in_member(ErrorCode code, const std::string& path, std::string_view what);

}  // namespace tuplepack::formats
