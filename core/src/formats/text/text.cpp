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

/// The character of a well-formed sequence.
static unsigned decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(sequence[i])); };
  switch (sequence.size()) {
    case 1: return byte(0);
    case 2: return (byte(0) & 0x1fU) << 6U | (byte(1) & 0x3fU);
    case 3: return (byte(0) & 0x0fU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU);
    default: return (byte(0) & 0x07U) << 18U | (byte(1) & 0x3fU) << 12U | (byte(2) & 0x3fU) << 6U | (byte(3) & 0x3fU);
  }
}

/// Whether a character drives a terminal, ends a line or changes the direction of text: C0, DEL, C1, the line
/// separators and Unicode's Bidi_Control.
static bool is_control(unsigned character) {
  const auto between = [&](unsigned first, unsigned last) { return character >= first && character <= last; };
  return character < 0x20U || between(0x7fU, 0x9fU) || character == 0x061cU || between(0x200eU, 0x200fU) ||
         between(0x2028U, 0x202eU) || between(0x2066U, 0x2069U);
}

/// \uNNNN; all control characters lie in the basic plane.
static std::string unicode_escape(unsigned character) {
  std::string text = "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) text += hex_digits[character >> shift & 15U];
  return text;
}

std::string visible(std::string_view text, std::size_t length) {
  std::string shown;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t sequence = std::max<std::size_t>(sequence_length(text.substr(at)), 1);
    if (at + sequence > length) return shown + "…";
    const unsigned character = decoded(text.substr(at, sequence));
    if (sequence > 1) {
      shown += is_control(character) ? unicode_escape(character) : text.substr(at, sequence);
    } else if (character >= 0x80U || is_control(character)) {
      ((shown += "\\x") += hex_digits[character >> 4U]) += hex_digits[character & 15U];
    } else {
      shown += text[at];
    }
    at += sequence;
  }
  return shown;
}

void append_utf8(std::string& bytes, std::uint32_t character) {
  const auto add = [&](unsigned byte) { bytes += static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto follow = [&](unsigned shift) { add(0x80U | (character >> shift & 0x3fU)); };
  if (character < 0x80U) return add(character);
  if (character < 0x800U) {
    add(0xc0U | character >> 6U);
  } else if (character < 0x10000U) {
    add(0xe0U | character >> 12U);
    follow(6);
  } else {
    add(0xf0U | character >> 18U);
    follow(12);
    follow(6);
  }
  follow(0);
}

std::string quote(std::string_view text) {
  return "'" + visible(text, quoted_length) + "'";
}

std::string csv_field(std::string_view text) {
  std::string shown = visible(text);
  if (shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string quoted = "\"";
  for (const char character : shown) quoted.append(character == '"' ? 2 : 1, character);
  return quoted + "\"";
}

/// $'…', as POSIX has it since 2024 and shells had it long before.
static std::string escaped_shell_word(std::string_view text) {
  std::string word = "$'";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == '\'' || character == '\\') {
      (word += '\\') += character;
    } else if (byte < 0x20U || byte >= 0x7fU) {
      word += '\\';
      for (const unsigned shift : {6U, 3U, 0U}) word += static_cast<char>('0' + (byte >> shift & 7U));
    } else {
      word += character;
    }
  }
  return word + "'";
}

std::string shell_word(std::string_view text) {
  static constexpr std::string_view plain = "._-/:,@=+%";
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           plain.find(c) != std::string_view::npos;
  });
  if (is_plain && !text.empty() && text.front() != '=') return std::string(text);  // zsh expands =NAME
  if (visible(text) != text) return escaped_shell_word(text);
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string shell_command(std::span<const std::string> words) {
  std::string command;
  for (const std::string& word : words) command += (command.empty() ? "" : " ") + shell_word(word);
  return command;
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

}  // namespace tuplepack
