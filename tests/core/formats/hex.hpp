#pragma once

#include <string>
#include <string_view>

namespace tuplepack::tests {

/// Bytes written as hexadecimal digits; blanks are ignored.
[[nodiscard]] inline std::string bytes_of_hex(std::string_view text) {
  std::string bytes, digits;
  for (const char c : text) {
    if (c != ' ') digits += c;
    if (digits.size() < 2) continue;
    bytes += static_cast<char>(std::stoi(digits, nullptr, 16));
    digits.clear();
  }
  return bytes;
}

[[nodiscard]] inline std::string hex(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {digits[byte >> 4U], digits[byte & 15U]};
  }
  return text;
}

}  // namespace tuplepack::tests
