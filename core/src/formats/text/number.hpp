#pragma once

#include "tuplepack/base/limits.hpp"
#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tuplepack::formats {

/// A size or a count as it was read: a value from 0 to max_exact, or what is wrong with it.
struct Number {
  std::int64_t value = 0;
  std::optional<ErrorCode> wrong{};  ///< not_an_integer · negative · too_large
};

/// Reads a whole number in decimal digits, also in the forms of a float: 5.0 and 5e3, but not 5.5. Exact, however many
/// digits there are.
[[nodiscard]] Number parse_number(std::string_view text);

/// "is negative", "is not an integer", …
[[nodiscard]] std::string_view predicate(ErrorCode wrong);

/// What a message says about a text that parse_number found wrong.
[[nodiscard]] std::string describe_wrong(ErrorCode wrong, std::string_view text);

/// Whether a person would call it a number, an integer or not: such a field is not a column name.
[[nodiscard]] bool looks_like_number(std::string_view text);

/// Whether a cell has a word for a value that is missing: NA, NaN, null, …
[[nodiscard]] bool stands_for_nothing(std::string_view text);

/// Whether a cell holds words: not a number that is mistyped or has a unit, and not a word for a missing one.
[[nodiscard]] bool looks_like_text(std::string_view text);

}  // namespace tuplepack::formats
