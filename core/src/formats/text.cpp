#include "text.hpp"

#include <algorithm>

namespace tuplepack {

static constexpr std::size_t quoted_length = 40;

/// Bytes of the well-formed UTF-8 sequence that the text begins with, or 0. Overlong forms and surrogates are not
/// well-formed.
static std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (text.empty()) return 0;
  if (lead < 0x80U) return 1;
  if (lead >= 0xc2U && lead <= 0xdfU) return follows(1) ? 2 : 0;
  if (lead >= 0xe0U && lead <= 0xefU) {
    const bool overlong = lead == 0xe0U && byte(1) < 0xa0U;
    const bool surrogate = lead == 0xedU && byte(1) >= 0xa0U;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xf0U && lead <= 0xf4U) {
    const bool overlong = lead == 0xf0U && byte(1) < 0x90U;
    const bool beyond = lead == 0xf4U && byte(1) >= 0x90U;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

static constexpr std::string_view hex_digits = "0123456789abcdef";

std::string visible(std::string_view text, std::size_t length) {
  std::string shown;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t sequence = std::max<std::size_t>(sequence_length(text.substr(at)), 1);
    if (at + sequence > length) return shown + "…";
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20U || byte == 0x7fU || (sequence == 1 && byte >= 0x80U)) {
      shown += "\\x";
      shown += hex_digits[byte >> 4U];
      shown += hex_digits[byte & 15U];
    } else {
      shown += text.substr(at, sequence);
    }
    at += sequence;
  }
  return shown;
}

std::string quote(std::string_view text) {
  return "'" + visible(text, quoted_length) + "'";
}

std::string json_string(std::string_view text) {
  static constexpr std::string_view escaped = "\"\\\b\f\n\r\t";
  static constexpr std::string_view escapes = "\"\\bfnrt";
  std::string literal = "\"";
  while (!text.empty()) {
    const std::size_t sequence = sequence_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (const std::size_t escape = escaped.find(text.front()); escape != std::string_view::npos) {
      (literal += '\\') += escapes[escape];
    } else if (byte < 0x20U) {
      ((literal += "\\u00") += hex_digits[byte >> 4U]) += hex_digits[byte & 15U];
    } else {
      literal += sequence == 0 ? "\uFFFD" : text.substr(0, sequence);
    }
    text.remove_prefix(std::max<std::size_t>(sequence, 1));
  }
  return literal + '"';
}

bool equal_in_any_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace tuplepack
