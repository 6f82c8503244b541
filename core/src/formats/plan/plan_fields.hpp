#pragma once

#include "plan_json_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::formats {

/// Reads the fields of a plan file. Only the first error is kept; everything read after it is a harmless default, so that
/// no field needs a check of its own.
/// path  where a value is in the file: "/histogram/bins"
class PlanFields {
 public:
  std::optional<Error> error;

  void stop(const std::string& path, Error wrong) {
    if (error) return;
    wrong.message = path + ": " + wrong.message;
    error = std::move(wrong);
  }
  void stop(const std::string& path, ErrorCode code, std::string message) {
    stop(path, Error{.code = code, .message = std::move(message)});
  }

  [[nodiscard]] JsonValue required(const JsonValue& object, const std::string& path, const std::string& key) {
    const JsonValue member = object.member(key);
    if (!member) stop(path + "/" + key, ErrorCode::malformed, "is missing");
    return member;
  }
  [[nodiscard]] std::int64_t number(const JsonValue& value, const std::string& path, std::int64_t lowest) {
    const auto read = integer_in(value, lowest);
    if (!read) stop(path, read.error());
    return read.value_or(lowest);
  }
  [[nodiscard]] std::string text(const JsonValue& value, const std::string& path) {
    if (value.is_string()) return std::string(value.string());
    stop(path, ErrorCode::malformed, show(value) + " is not a string");
    return {};
  }
  [[nodiscard]] bool flag(const JsonValue& value, const std::string& path) {
    if (value.is_boolean()) return value.token() == "true";
    stop(path, ErrorCode::malformed, show(value) + " is not true or false");
    return false;
  }
  /// The number of the component of a name.
  [[nodiscard]] std::size_t component(const std::vector<std::string>& components, const std::string& name,
                                      const std::string& path) {
    const auto found = std::find(components.begin(), components.end(), name);
    if (found == components.end()) stop(path, ErrorCode::unknown_name, "no component " + json_string(shown(name)));
    return static_cast<std::size_t>(found - components.begin());
  }
  /// As many numbers as there are components.
  [[nodiscard]] std::vector<std::int64_t> numbers(const JsonValue& value, const std::string& path, std::size_t count,
                                                  std::int64_t lowest) {
    std::vector<std::int64_t> read(count, lowest);
    if (!value.is_array() || value.elements().size() != count) {
      stop(path, NotNumbers(value).instead_of(count));
      return read;
    }
    std::size_t c = 0;
    for (const JsonValue& element : value.elements()) {
      read[c] = number(element, path + "/" + std::to_string(c), lowest);
      ++c;
    }
    return read;
  }

  /// Readers of JSON differ in which of two members of one name they take.
  void refuse_duplicates(const JsonValue& object, const std::string& path) {
    auto names = object.names();
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) stop(path + "/" + shown(*twice), ErrorCode::malformed, "duplicate key");
  }
};

}  // namespace tuplepack::formats
