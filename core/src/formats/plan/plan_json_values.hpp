#pragma once

#include "formats/json/json_tree.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace tuplepack::formats {

/// Text from a file as a message can show it.
[[nodiscard]] std::string shown(std::string_view text);

/// A value as a message can show it.
[[nodiscard]] std::string show(const JsonValue& value);

/// errors  malformed (no number) · not_an_integer · negative · too_large · limit_not_positive (below `lowest`)
[[nodiscard]] Result<std::int64_t> integer_in(const JsonValue& value, std::int64_t lowest);

/// The k sizes of an item, or false. Plans list very many items, so what is wrong with one is not described here.
[[nodiscard]] bool read_item(const JsonValue& item, std::span<std::int64_t> sizes);

/// What stands where numbers are expected, for messages.
struct NotNumbers {
  ErrorCode code = ErrorCode::malformed;
  std::string shown;

  explicit NotNumbers(const JsonValue& value) : shown(show(value)) {
    if (!value.is_array()) return;
    code = ErrorCode::component_mismatch;
    shown = "an array of " + std::to_string(value.elements().size());
  }
  [[nodiscard]] Error instead_of(std::size_t numbers) const {
    return {.code = code,
            .message = shown + " instead of " + std::to_string(numbers) + (numbers == 1 ? " number" : " numbers")};
  }
};

}  // namespace tuplepack::formats
