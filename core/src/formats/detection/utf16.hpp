#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::formats {

[[nodiscard]] constexpr bool is_text_byte(char c) {
  return static_cast<unsigned char>(c) >= 0x20U || c == '\t' || c == '\n' || c == '\r';
}

/// What to say of text in UTF-16 or UTF-32, as its first bytes show: "text in UTF-16; convert it …". Without a byte order
/// mark, small 16-bit integers look the same, so it names both.
[[nodiscard]] std::optional<std::string> utf16_text(std::string_view first);

}  // namespace tuplepack::formats
