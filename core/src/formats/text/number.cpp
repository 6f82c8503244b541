#include "number.hpp"

#include "base/utf8.hpp"
#include "text.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <string>

namespace tuplepack::formats {

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The power of ten that an exponent asks for, "e3" or "E-05"; none when it is not an exponent. Held within a range that
/// no number with fewer than 10^9 digits leaves.
static std::optional<std::int64_t> parse_exponent(std::string_view text) {
  text.remove_prefix(1);
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  std::int64_t exponent = 0;
  for (const char c : text) exponent = std::min<std::int64_t>(exponent * 10 + (c - '0'), 1'000'000'000);
  return minus ? -exponent : exponent;
}

/// 12.0, 5e3 or 1.5E1, without its sign, in decimal digits: a fraction that is not zero makes it wrong, however small.
static Number parse_decimal(std::string_view text) {
  constexpr Number not_an_integer{.value = 0, .wrong = ErrorCode::not_an_integer};
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const auto power = e < text.size() ? parse_exponent(text.substr(e)) : 0;
  const std::size_t point = std::min(text.find('.'), e);
  std::string digits(text.substr(0, point));
  if (point < e) digits += text.substr(point + 1, e - point - 1);
  if (!power || digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return not_an_integer;
  const std::size_t significant = digits.find_last_not_of('0') + 1;  // npos + 1 is 0
  if (significant == 0) return {.value = 0};
  const std::int64_t zeros = *power + static_cast<std::int64_t>(point) - static_cast<std::int64_t>(significant);
  if (zeros < 0) return not_an_integer;
  std::int64_t value = 0;
  for (std::size_t i = 0; i < significant; ++i) value = std::min(value * 10 + (digits[i] - '0'), max_exact + 1);
  for (std::int64_t i = 0; i < zeros && value <= max_exact; ++i) value *= 10;
  return {.value = value};
}

Number parse_number(std::string_view text) {
  const bool minus = !text.empty() && text.front() == '-';
  const std::string_view digits = minus ? text.substr(1) : text;
  Number number{.value = 0, .wrong = digits.empty() ? std::optional(ErrorCode::not_an_integer) : std::nullopt};
  for (const char c : digits) {
    if (!is_digit(c)) {
      number = parse_decimal(digits);
      break;
    }
    number.value = std::min(number.value * 10 + (c - '0'), max_exact + 1);  // stays too large, and cannot overflow
  }
  if (number.wrong) return number;
  if (minus && number.value > 0) return {.value = 0, .wrong = ErrorCode::negative};
  if (number.value > max_exact) return {.value = 0, .wrong = ErrorCode::too_large};
  return number;
}

std::string_view predicate(ErrorCode wrong) {
  if (wrong == ErrorCode::negative) return "is negative";
  return wrong == ErrorCode::too_large ? "is beyond 2^53 - 1" : "is not an integer";
}

/// The ASCII that a character of a number is mistaken for: a digit of another script, a dash, or a blank or nothing, which
/// leave no trace. None of all others.
static std::optional<std::string> mistaken_for(unsigned character) {
  const auto is_from = [&](unsigned first, unsigned last) { return character >= first && character <= last; };
  for (const unsigned zero : {0x660U, 0x6f0U, 0x966U, 0xff10U}) {
    if (is_from(zero, zero + 9)) return std::string(1, static_cast<char>('0' + character - zero));
  }
  if (character == 0x2212 || character == 0xff0d || is_from(0x2010, 0x2015)) return "-";
  const bool is_blank_or_nothing = character == 0xa0 || character == 0x202f || character == 0x205f ||
                                   character == 0x2060 || character == 0x3000 || character == 0xfeff ||
                                   is_from(0x2000, 0x200f);
  return is_blank_or_nothing ? std::optional<std::string>("") : std::nullopt;
}

static bool looks_like_ascii_number(std::string_view text);

/// The first character that is not of ASCII in what a person takes for a number: a minus, as of a word processor, in "−5".
static std::optional<unsigned> disguise_of(std::string_view text) {
  std::optional<unsigned> first;
  std::string plain;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return std::nullopt;
    if (length == 1) {
      plain += text.front();
    } else {
      const unsigned character = decoded(text.substr(0, length));
      const auto ascii = mistaken_for(character);
      if (!ascii) return std::nullopt;
      plain += *ascii;
      if (!first) first = character;
    }
    text.remove_prefix(length);
  }
  return first && looks_like_ascii_number(plain) ? first : std::nullopt;
}

std::string describe_wrong(ErrorCode wrong, std::string_view text) {
  if (text.empty()) return "a number is missing";
  const auto character = wrong == ErrorCode::not_an_integer ? disguise_of(text) : std::nullopt;
  const bool has_commas = text.size() > 1 && text.find(',') != std::string_view::npos &&
                          text.find_first_not_of("0123456789,.+-") == std::string_view::npos;
  return quote(text) + " " + std::string(predicate(wrong)) + (has_commas ? "; write numbers without commas" : "") +
         (character ? ": it has the character " + unicode_escape(*character) : "");
}

bool looks_like_number(std::string_view text) {
  return looks_like_ascii_number(text) || disguise_of(text).has_value();
}

static bool looks_like_ascii_number(std::string_view text) {
  std::size_t at = 0;
  const auto skip = [&](bool (*belongs)(char)) {
    const std::size_t begin = at;
    while (at < text.size() && belongs(text[at])) ++at;
    return at - begin;
  };
  const auto take = [&](std::string_view any_of) {
    const bool there = at < text.size() && any_of.find(text[at]) != std::string_view::npos;
    at += there ? 1 : 0;
    return there;
  };
  take("+-");
  for (const std::string_view special : {"nan", "inf", "infinity"}) {
    if (equal_in_any_case(text.substr(at), special)) return true;
  }
  if (text.size() > at + 2 && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
    at += 2;
    skip([](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
    return at == text.size();
  }
  std::size_t digits = skip(is_digit);
  if (take(".")) digits += skip(is_digit);
  if (digits == 0) return false;
  if (take("eE")) {
    take("+-");
    if (skip(is_digit) == 0) return false;
  }
  return at == text.size();
}

bool stands_for_nothing(std::string_view text) {
  constexpr std::array<std::string_view, 8> words{"na", "<na>", "n/a", "nan", "null", "none", "nil", "missing"};
  return is_one_of(text, words);
}

bool looks_like_text(std::string_view text) {
  if (stands_for_nothing(text)) return false;
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  };
  if (std::none_of(text.begin(), text.end(), is_letter) || looks_like_number(text)) return false;
  const bool begins_as_number =
      is_digit(text.front()) || text.front() == '+' || text.front() == '-' || text.front() == '.';
  return !begins_as_number || text.find(' ') != std::string_view::npos;
}

}  // namespace tuplepack::formats
