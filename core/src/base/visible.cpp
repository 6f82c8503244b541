#include "tuplepack/base/visible.hpp"

#include "utf8.hpp"

#include <algorithm>

namespace tuplepack {

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

}  // namespace tuplepack
