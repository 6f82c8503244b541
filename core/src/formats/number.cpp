#include "number.hpp"

#include "text.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <algorithm>

namespace tuplepack {

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

Number parse_number(std::string_view text) {
  const bool minus = !text.empty() && text.front() == '-';
  const std::string_view digits = minus ? text.substr(1) : text;
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return {.value = 0, .wrong = ErrorCode::not_an_integer};
  }
  std::int64_t value = 0;
  for (const char c : digits) {
    value = std::min(value * 10 + (c - '0'), max_exact + 1);  // stays beyond, and cannot overflow
  }
  if (minus && value > 0) return {.value = 0, .wrong = ErrorCode::negative};
  if (value > max_exact) return {.value = 0, .wrong = ErrorCode::too_large};
  return {.value = value};
}

std::string describe_wrong(ErrorCode wrong, std::string_view text) {
  if (text.empty()) return "a number is missing";
  if (wrong == ErrorCode::negative) return quote(text) + " is negative";
  if (wrong == ErrorCode::too_large) return quote(text) + " is beyond 2^53 - 1";
  return quote(text) + " is not an integer";
}

bool looks_like_number(std::string_view text) {
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

}  // namespace tuplepack
