#include "text_proto_cursor.hpp"

#include "base/utf8.hpp"
#include "formats/text/text.hpp"

#include <algorithm>

namespace tuplepack::formats {

static bool is_digit_below(char c, int base) {
  if (base == 16) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  return c >= '0' && c < '0' + base;
}

static bool is_word_byte(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit_below(c, 10);
}

void TextProtoCursor::advance(std::size_t bytes) {
  for (const std::size_t end = at_ + bytes; at_ < end; ++at_) {
    if (text_[at_] != '\n') continue;
    ++line_;
    line_begin_ = at_ + 1;
  }
}

void TextProtoCursor::skip_blanks() {
  static constexpr std::string_view blanks = " \t\r\n\v\f";
  while (!at_end()) {
    if (peek() == '#') {
      advance(std::min(text_.find('\n', at_), text_.size()) - at_);
    } else if (blanks.find(peek()) != std::string_view::npos) {
      advance(1);
    } else {
      return;
    }
  }
}

TextPlace TextProtoCursor::place() const {
  return {.line = line_, .column = static_cast<std::int64_t>(at_ - line_begin_) + 1};
}

bool TextProtoCursor::at_word() const {
  return is_word_byte(peek()) && !is_digit_below(peek(), 10);
}

bool TextProtoCursor::take(char c) {
  if (at_end() || peek() != c) return false;
  advance(1);
  skip_blanks();
  return true;
}

tl::unexpected<Error> TextProtoCursor::fail_here(std::string message) const {
  return fail(ErrorCode::malformed, std::move(message), line_, place().column);
}

tl::unexpected<Error> TextProtoCursor::unexpected(const std::string& expected) const {
  if (at_end()) return fail_here("expected " + expected + ", but the text ends");
  std::size_t length = 1;
  while (is_word_byte(peek()) && at_ + length < text_.size() && is_word_byte(text_[at_ + length])) ++length;
  return fail_here("expected " + expected + ", but found " + quote(text_.substr(at_, length)));
}

std::string TextProtoCursor::word() {
  std::size_t end = at_;
  while (end < text_.size() && is_word_byte(text_[end])) ++end;
  std::string found(text_.substr(at_, end - at_));
  advance(end - at_);
  skip_blanks();
  return found;
}

// ---- numbers ----

static std::size_t digits_from(std::string_view text, std::size_t at, int base) {
  std::size_t end = at;
  while (end < text.size() && is_digit_below(text[end], base)) ++end;
  return end - at;
}

/// How many bytes of a text are a number; 0: none. An 'f' may end a decimal one.
static std::size_t number_length(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) {
    const std::size_t digits = digits_from(text, 2, 16);
    return digits == 0 ? 0 : 2 + digits;
  }
  const std::size_t whole = digits_from(text, 0, 10);
  std::size_t at = whole, fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = digits_from(text, at + 1, 10);
    at += 1 + fraction;
  }
  if (whole + fraction == 0) return 0;
  const bool is_decimal = at > whole;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const bool is_signed = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
    const std::size_t digits = digits_from(text, at + 1 + (is_signed ? 1 : 0), 10);
    if (digits == 0) return 0;
    at += 1 + (is_signed ? 1 : 0) + digits;
    return at + (at < text.size() && (text[at] == 'f' || text[at] == 'F') ? 1 : 0);
  }
  const bool has_suffix = at < text.size() && (text[at] == 'f' || text[at] == 'F');
  const bool is_octal = !is_decimal && !has_suffix && whole > 1 && text[0] == '0';
  if (is_octal && digits_from(text, 0, 8) != whole) return 0;
  return at + (has_suffix ? 1 : 0);
}

Result<std::string> TextProtoCursor::number() {
  const std::string_view rest = text_.substr(at_);
  const std::size_t length = number_length(rest);
  std::size_t end = length;
  while (end < rest.size() && (is_word_byte(rest[end]) || rest[end] == '.')) ++end;
  if (length == 0 || end > length) {
    if (end == 0) return unexpected("a value");
    return fail_here(quote(rest.substr(0, end)) + " is not a number");
  }
  std::string found(rest.substr(0, length));
  advance(length);
  skip_blanks();
  return found;
}

// ---- strings ----

static unsigned digit_value(char c) {
  if (c <= '9') return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>((c | 0x20) - 'a') + 10U;
}

Result<unsigned> TextProtoCursor::hex_digits(std::size_t least, std::size_t most) {
  const std::size_t digits = std::min(digits_from(text_, at_, 16), most);
  if (digits < least) return fail_here("an escape needs " + std::to_string(least) + " hexadecimal digits");
  unsigned number = 0;
  for (std::size_t i = 0; i < digits; ++i) number = number << 4U | digit_value(text_[at_ + i]);
  advance(digits);
  return number;
}

/// A character of \u or \U; two halves of a surrogate pair are one.
Result<unsigned> TextProtoCursor::unicode(std::size_t digits) {
  auto first = hex_digits(digits, digits);
  if (!first || *first < 0xd800U || (*first > 0xdfffU && *first <= 0x10ffffU)) return first;
  if (*first < 0xdc00U && text_.substr(at_).starts_with("\\u")) {
    advance(2);
    auto second = hex_digits(4, 4);
    if (!second) return second;
    if (*second >= 0xdc00U && *second <= 0xdfffU) return 0x10000U + ((*first - 0xd800U) << 10U) + (*second - 0xdc00U);
  }
  return fail_here("an escape that is not a Unicode character");
}

Result<void> TextProtoCursor::escape(std::string& bytes) {
  static constexpr std::string_view letters = "abfnrtv?\\'\"", meanings = "\a\b\f\n\r\t\v?\\'\"";
  const char c = peek();
  if (is_digit_below(c, 8)) {
    const std::size_t digits = std::min<std::size_t>(digits_from(text_, at_, 8), 3);
    unsigned number = 0;
    for (std::size_t i = 0; i < digits; ++i) number = number << 3U | digit_value(text_[at_ + i]);
    if (number > 255) return fail_here("an octal escape is over \\377");
    bytes += static_cast<char>(static_cast<unsigned char>(number));
    advance(digits);
    return {};
  }
  const std::size_t letter = at_end() ? std::string_view::npos : letters.find(c);
  if (letter == std::string_view::npos && (at_end() || std::string_view("xXuU").find(c) == std::string_view::npos)) {
    return fail_here("the escape " + quote("\\" + std::string(text_.substr(at_, 1))) + " is unknown");
  }
  advance(1);
  if (letter != std::string_view::npos) {
    bytes += meanings[letter];
    return {};
  }
  const bool is_byte = c == 'x' || c == 'X';
  const auto number = is_byte ? hex_digits(1, 2) : unicode(c == 'u' ? 4 : 8);
  if (!number) return tl::unexpected(number.error());
  if (is_byte) {
    bytes += static_cast<char>(static_cast<unsigned char>(*number));
  } else {
    append_utf8(bytes, *number);
  }
  return {};
}

Result<void> TextProtoCursor::string(std::string& bytes) {
  const TextPlace opened = place();
  const char quotes = peek();
  advance(1);
  while (!at_end() && peek() != '\n') {
    const char c = peek();
    if (c == quotes) {
      advance(1);
      return {};
    }
    if (c == '\\') {
      advance(1);
      if (auto ok = escape(bytes); !ok) return ok;
    } else {
      bytes += c;
      advance(1);
    }
  }
  return fail(ErrorCode::malformed, "a string is not closed in its line", opened.line, opened.column);
}

Result<std::string> TextProtoCursor::strings() {
  std::string bytes;
  while (at_string()) {
    if (auto ok = string(bytes); !ok) return tl::unexpected(std::move(ok.error()));
    skip_blanks();
  }
  return bytes;
}

}  // namespace tuplepack::formats
