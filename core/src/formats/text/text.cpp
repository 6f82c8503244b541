#include "text.hpp"

#include "base/utf8.hpp"

#include <algorithm>

namespace tuplepack::formats {

static constexpr std::size_t quoted_length = 40;

std::string quote(std::string_view text) {
  return "'" + visible(text, quoted_length) + "'";
}

std::string json_string(std::string_view text) {
  static constexpr std::string_view escaped = "\"\\\b\f\n\r\t";
  static constexpr std::string_view escapes = "\"\\bfnrt";
  std::string literal = "\"";
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (const std::size_t escape = escaped.find(text.front()); escape != std::string_view::npos) {
      (literal += '\\') += escapes[escape];
    } else if (length == 0) {
      literal += "\uFFFD";
    } else if (const unsigned character = decoded(sequence); is_control(character)) {
      literal += unicode_escape(character);
    } else {
      literal += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return literal + '"';
}

bool equal_in_any_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool begins_in_any_case(std::string_view text, std::string_view begin) {
  return equal_in_any_case(text.substr(0, begin.size()), begin);
}

}  // namespace tuplepack::formats
