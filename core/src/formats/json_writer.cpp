#include "tuplepack/formats/json_writer.hpp"

#include "text.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>

namespace tuplepack {

static void append(std::string& out, std::int64_t value) {
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

struct Decimal {
  std::string digits;  // without zeros at the end
  int exponent = 0;    // of ten, of the first digit
};

/// The fewest digits, from 15 on, that read back as the value; of these the closest to it. The standard library of
/// some compilers cannot say, so digits are added until they suffice; what printf puts between them is up to the locale.
static Decimal shortest(double value) {
  std::array<char, 32> buffer;
  for (int digits = 15;; ++digits) {
    const auto length =
        static_cast<std::size_t>(std::snprintf(buffer.data(), buffer.size(), "%.*e", digits - 1, value));
    const std::string_view text(buffer.data(), length);
    const std::size_t e = text.rfind('e');
    Decimal decimal;
    std::copy_if(text.begin(), text.begin() + e, std::back_inserter(decimal.digits),
                 [](char c) { return c >= '0' && c <= '9'; });
    std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), decimal.exponent);
    std::string read = decimal.digits + "e" + std::to_string(decimal.exponent - (digits - 1));
    double back = 0;
    fast_float::from_chars(read.data(), read.data() + read.size(), back);
    if (back != value && digits < 17) continue;
    decimal.digits.erase(std::max<std::size_t>(decimal.digits.find_last_not_of('0') + 1, 1));
    return decimal;
  }
}

/// 12.0, 0.0012 and 1.2e-05: an exponent only where the point would be far from the digits.
static void append_positive(std::string& out, double value) {
  const Decimal decimal = shortest(value);
  const std::string_view digits = decimal.digits;
  const int length = static_cast<int>(digits.size());
  constexpr int smallest = -4;
  constexpr int largest = 15;
  const int point = decimal.exponent + 1;  // digits before the point
  if (point <= smallest || point > largest) {
    out += digits[0];
    if (length > 1) (out += '.') += digits.substr(1);
    out += decimal.exponent < 0 ? "e-" : "e+";
    if (std::abs(decimal.exponent) < 10) out += '0';
    append(out, std::abs(decimal.exponent));
  } else if (point <= 0) {
    out += "0.";
    (out.append(static_cast<std::size_t>(-point), '0')) += digits;
  } else if (point >= length) {
    (out += digits).append(static_cast<std::size_t>(point - length), '0') += ".0";
  } else {
    const auto whole = static_cast<std::size_t>(point);
    ((out += digits.substr(0, whole)) += '.') += digits.substr(whole);
  }
}

void JsonWriter::break_line() {
  if (new_line_) out_ += "\n ";
  new_line_ = false;
}

/// The comma and the new line before a key or an element; a member's value follows its key as it is.
void JsonWriter::separate() {
  if (place_ != Place::after_key) {
    if (place_ == Place::following) out_ += ',';
    break_line();
  }
  place_ = Place::following;
}

void JsonWriter::token(std::string_view text) {
  separate();
  out_ += text;
}

void JsonWriter::write(bool value) {
  token(value ? "true" : "false");
}

void JsonWriter::write(std::int64_t value) {
  separate();
  append(out_, value);
}

void JsonWriter::write(double value) {
  if (!std::isfinite(value)) return write(nullptr);
  token(std::signbit(value) ? "-" : "");
  if (value == 0) {
    out_ += "0.0";
  } else {
    append_positive(out_, std::abs(value));
  }
}

void JsonWriter::write(SixDecimals number) {
  constexpr std::int64_t unit = 1'000'000;
  constexpr double largest = 1e12;
  const double in_range = number.value > 0 ? std::min(number.value, largest) : 0;  // false for NaN as well
  const auto millionths = std::int64_t{std::llround(in_range * static_cast<double>(unit))};
  write(millionths / unit);
  std::string decimals = std::to_string(unit + millionths % unit);
  decimals[0] = '.';
  decimals.erase(std::max<std::size_t>(decimals.find_last_not_of('0') + 1, 2));
  out_ += decimals;
}

void JsonWriter::write(std::string_view text) {
  token(json_string(text));
}

void JsonWriter::write(std::nullptr_t) {
  token("null");
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  place_ = Place::first;
}

void JsonWriter::close(char bracket) {
  break_line();
  out_ += bracket;
  place_ = Place::following;
}

void JsonWriter::key(std::string_view name) {
  token(json_string(name));
  out_ += ':';
  place_ = Place::after_key;
}

}  // namespace tuplepack
