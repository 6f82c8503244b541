// Schubfach (Giulietti 2020): the shortest digits within the interval of numbers that read back as a double, and of
// these the closest to it. printf cannot find them in one step and depends on the locale; std::to_chars is absent from
// libc++ 14.
#include "decimal_text.hpp"

#include <fast_float/fast_float.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tuplepack {

namespace {

/// digits · 10^exponent.
struct Decimal {
  std::uint64_t digits;
  int exponent;
};

/// 10^exponent · 2^s, rounded up to an integer of exactly 128 bits.
struct Power {
  std::uint64_t high;
  std::uint64_t low;
};

}  // namespace

/// 10^309 … 10^324, for subnormal numbers: not in the table of fast_float, since no double is so large.
static constexpr std::array<Power, 16> largest_powers{{
    {0xb201833b35d63f73, 0x2cd2cc6551e513db},
    {0xde81e40a034bcf4f, 0xf8077f7ea65e58d2},
    {0x8b112e86420f6191, 0xfb04afaf27faf783},
    {0xadd57a27d29339f6, 0x79c5db9af1f9b564},
    {0xd94ad8b1c7380874, 0x18375281ae7822bd},
    {0x87cec76f1c830548, 0x8f2293910d0b15b6},
    {0xa9c2794ae3a3c69a, 0xb2eb3875504ddb23},
    {0xd433179d9c8cb841, 0x5fa60692a46151ec},
    {0x849feec281d7f328, 0xdbc7c41ba6bcd334},
    {0xa5c7ea73224deff3, 0x12b9b522906c0801},
    {0xcf39e50feae16bef, 0xd768226b34870a01},
    {0x81842f29f2cce375, 0xe6a1158300d46641},
    {0xa1e53af46f801c53, 0x60495ae3c1097fd1},
    {0xca5e89b18b602368, 0x385bb19cb14bdfc5},
    {0xfcf62c1dee382c42, 0x46729e03dd9ed7b6},
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d2},
}};

static Power power_of_ten(int exponent) {
  using Table = fast_float::powers;
  if (exponent > Table::largest_power_of_five) {
    return largest_powers[static_cast<std::size_t>(exponent - Table::largest_power_of_five - 1)];
  }
  const auto* entry = Table::power_of_five_128 + std::ptrdiff_t{2} * (exponent - Table::smallest_power_of_five);
  // The table rounds down, except where it is exact or, from 10^-27 to 10^-1, already rounded up.
  const bool rounded_down = exponent < -27 || exponent > 55;
  return {.high = entry[0], .low = entry[1] + (rounded_down ? 1 : 0)};
}

using Unsigned128 = unsigned __int128;

/// power · factor / 2^128, rounded down; the lowest bit is set if the result is inexact.
static std::uint64_t round_to_odd(const Power& power, std::uint64_t factor) {
  const Unsigned128 product = Unsigned128{power.high} * factor + (Unsigned128{power.low} * factor >> 64);
  return static_cast<std::uint64_t>(product >> 64) | (static_cast<std::uint64_t>(product) > 1 ? 1 : 0);
}

/// assumes  value > 0
static Decimal shortest(double value) {
  constexpr int fraction_bits = 52;
  constexpr int bias = 1075;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
  const int biased = static_cast<int>(bits >> fraction_bits);
  // value = c · 2^q
  const std::uint64_t c = biased == 0 ? fraction : fraction | (std::uint64_t{1} << fraction_bits);
  const int q = (biased == 0 ? 1 : biased) - bias;
  if (q <= 0 && q > -(fraction_bits + 1) && (c & ((std::uint64_t{1} << -q) - 1)) == 0) {
    return {.digits = c >> -q, .exponent = 0};
  }
  // The interval around the value, in quarters of 2^q, then of 10^k; its ends belong to it if c is even.
  const bool is_power_of_two = fraction == 0 && biased > 1;
  const std::uint64_t odd = c % 2;
  const int k = (q * 1262611 - (is_power_of_two ? 524031 : 0)) >> 22;  // ⌊log10(2^q or ¾ · 2^q)⌋
  const int h = q + ((-k * 1741647) >> 19) + 1;                        // q + ⌊log2(10^-k)⌋ + 1
  const Power power = power_of_ten(-k);
  const std::uint64_t lower = round_to_odd(power, (4 * c - 2 + (is_power_of_two ? 1 : 0)) << h) + odd;
  const std::uint64_t upper = round_to_odd(power, (4 * c + 2) << h) - odd;
  const std::uint64_t scaled = round_to_odd(power, (4 * c) << h);
  const std::uint64_t digits = scaled / 4;
  if (digits >= 10) {
    const std::uint64_t shorter = digits / 10;
    const bool down_fits = lower <= 40 * shorter;
    const bool up_fits = 40 * shorter + 40 <= upper;
    if (down_fits != up_fits) return {.digits = shorter + (up_fits ? 1 : 0), .exponent = k + 1};
  }
  const bool down_fits = lower <= 4 * digits;
  const bool up_fits = 4 * digits + 4 <= upper;
  const std::uint64_t middle = 4 * digits + 2;
  const bool closer_up = scaled > middle || (scaled == middle && digits % 2 == 1);
  const bool up = down_fits == up_fits ? closer_up : up_fits;
  return {.digits = digits + (up ? 1 : 0), .exponent = k};
}

static void append(std::string& out, int value) {
  std::array<char, 12> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void append_decimal(std::string& out, double value) {
  if (std::signbit(value)) out += '-';
  if (value == 0) {
    out += "0.0";
    return;
  }
  const Decimal decimal = shortest(std::abs(value));
  std::array<char, 20> buffer;
  const auto* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), decimal.digits).ptr;
  std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const int point = decimal.exponent + static_cast<int>(digits.size());  // digits before the point
  digits = digits.substr(0, digits.find_last_not_of('0') + 1);
  const int length = static_cast<int>(digits.size());
  constexpr int smallest = -4;
  constexpr int largest = 15;
  if (point <= smallest || point > largest) {
    const int exponent = point - 1;
    out += digits[0];
    if (length > 1) (out += '.') += digits.substr(1);
    out += exponent < 0 ? "e-" : "e+";
    if (std::abs(exponent) < 10) out += '0';
    append(out, std::abs(exponent));
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

std::string number_text(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  std::string text;
  append_decimal(text, value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string counted(std::size_t count, std::string_view one) {
  std::string text = std::to_string(count) + " ";
  text += one;
  return count == 1 ? text : text + "s";
}

}  // namespace tuplepack
