#include "tuplepack/formats/json/json_writer.hpp"

#include "base/decimal_text.hpp"
#include "formats/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tuplepack::formats {

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
  std::array<char, 20> digits;
  out_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void JsonWriter::write(double value) {
  if (!std::isfinite(value)) return write(nullptr);
  separate();
  append_decimal(out_, value);
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

}  // namespace tuplepack::formats
