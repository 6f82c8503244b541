#pragma once

#include "tuplepack/base/visible.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// The offending text of a message, short and in quotes.
[[nodiscard]] std::string quote(std::string_view text);

/// A string literal of JSON, safe to print to a terminal and to embed in a script: control characters, line
/// separators and bidirectional formatting are escaped. A byte that is not UTF-8 becomes U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);

/// Ignores the case of ASCII letters.
[[nodiscard]] bool equal_in_any_case(std::string_view a, std::string_view b);

/// Whether a text is one of these words, in any case.
template <std::size_t N>
[[nodiscard]] bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return equal_in_any_case(text, word); });
}
[[nodiscard]] bool begins_in_any_case(std::string_view text, std::string_view begin);

[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace tuplepack::formats
