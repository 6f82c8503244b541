#include "tuplepack/base/float16.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tuplepack::tests::float16_test {

namespace {

/// A binary format by the number of its fraction bits and the exponent of its smallest normal value.
struct Format {
  int fraction_bits;
  int smallest_exponent;
};
constexpr Format half{10, -14};
constexpr Format brain{7, -126};

/// The value of positive bits, also of what would be the next one after the largest finite value.
double value_of(std::uint32_t bits, Format format) {
  const int exponent = static_cast<int>(bits >> format.fraction_bits);
  const int fraction = static_cast<int>(bits) - (exponent << format.fraction_bits);
  const int leading = exponent == 0 ? 0 : 1 << format.fraction_bits;
  return std::ldexp(leading + fraction, format.smallest_exponent + std::max(exponent, 1) - 1 - format.fraction_bits);
}

/// Bits of infinity: those after the largest finite value.
std::uint32_t infinity_of(Format format) {
  return 0x7fffU >> format.fraction_bits << format.fraction_bits;
}

/// How many of all patterns with a value are read as another one, or not written back as they were.
template <typename T>
int wrong_values(Format format) {
  int wrong = 0;
  for (std::uint32_t bits = 0; bits < infinity_of(format); ++bits) {
    const double value = value_of(bits, format);
    for (const std::uint32_t sign : {0U, 0x8000U}) {
      const float read = to_arithmetic(T{static_cast<std::uint16_t>(bits | sign)});
      if (static_cast<double>(read) != (sign == 0 ? value : -value) || std::signbit(read) != (sign != 0)) ++wrong;
      if (rounded_to<T>(read).bits != (bits | sign)) ++wrong;
    }
  }
  return wrong;
}

/// How many roundings are wrong just below, at and just above the middle of any two neighbours.
template <typename T>
int wrong_roundings(Format format) {
  const float infinity = std::numeric_limits<float>::infinity();
  int wrong = 0;
  for (std::uint32_t below = 0; below < infinity_of(format); ++below) {
    const auto middle = static_cast<float>((value_of(below, format) + value_of(below + 1, format)) / 2);
    const std::uint32_t even = below % 2 == 0 ? below : below + 1;
    for (const float sign : {1.0F, -1.0F}) {
      const std::uint32_t sign_bit = sign < 0 ? 0x8000U : 0U;
      const auto rounds_to = [&](float value, std::uint32_t bits) {
        return rounded_to<T>(sign * value).bits == (bits | sign_bit);
      };
      if (!rounds_to(std::nextafter(middle, 0.0F), below)) ++wrong;
      if (!rounds_to(middle, even)) ++wrong;
      if (!rounds_to(std::nextafter(middle, infinity), below + 1)) ++wrong;
    }
  }
  return wrong;
}

/// How many patterns of NaN do not stay one.
template <typename T>
int lost_nans(Format format) {
  int lost = 0;
  for (std::uint32_t bits = infinity_of(format) + 1; bits <= 0x7fffU; ++bits) {
    for (const std::uint32_t sign : {0U, 0x8000U}) {
      const float read = to_arithmetic(T{static_cast<std::uint16_t>(bits | sign)});
      if (!std::isnan(read) || (rounded_to<T>(read).bits & 0x7fffU) <= infinity_of(format)) ++lost;
    }
  }
  return lost;
}

template <typename T>
std::uint32_t bits_after_rounding(float value) {
  return rounded_to<T>(value).bits;
}

}  // namespace

TEST_CASE("16-bit floats by hand") {
  CHECK(bits_after_rounding<Float16>(1.0F) == 0x3c00);
  CHECK(bits_after_rounding<Float16>(-2.0F) == 0xc000);
  CHECK(bits_after_rounding<Float16>(65504.0F) == 0x7bff);
  CHECK(bits_after_rounding<Float16>(0x1p-24F) == 0x0001);
  CHECK(to_float(Float16{0x3555}) == 0x1.554p-2F);
  CHECK(bits_after_rounding<BFloat16>(1.0F) == 0x3f80);
  CHECK(bits_after_rounding<BFloat16>(-2.0F) == 0xc000);
  CHECK(to_float(BFloat16{0x4049}) == 3.140625F);
}

TEST_CASE("every finite 16-bit pattern has its value and comes back") {
  CHECK(wrong_values<Float16>(half) == 0);
  CHECK(wrong_values<BFloat16>(brain) == 0);
}

TEST_CASE("every 16-bit rounding is to the nearest, ties to even, up to infinity") {
  CHECK(wrong_roundings<Float16>(half) == 0);
  CHECK(wrong_roundings<BFloat16>(brain) == 0);
}

TEST_CASE("what is beyond the largest 16-bit float is infinite, and infinity stays") {
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(bits_after_rounding<Float16>(std::numeric_limits<float>::max()) == 0x7c00);
  CHECK(bits_after_rounding<Float16>(-infinity) == 0xfc00);
  CHECK(to_float(Float16{0x7c00}) == infinity);
  CHECK(bits_after_rounding<BFloat16>(-std::numeric_limits<float>::max()) == 0xff80);
  CHECK(bits_after_rounding<BFloat16>(infinity) == 0x7f80);
  CHECK(to_float(BFloat16{0xff80}) == -infinity);
}

TEST_CASE("what is below half of the smallest 16-bit float is 0 with its sign") {
  CHECK(bits_after_rounding<Float16>(0x1p-26F) == 0);
  CHECK(bits_after_rounding<Float16>(-std::numeric_limits<float>::denorm_min()) == 0x8000);
  CHECK(bits_after_rounding<BFloat16>(-std::numeric_limits<float>::denorm_min()) == 0x8000);
}

TEST_CASE("a NaN stays a NaN in 16 bits, whatever its payload") {
  CHECK(lost_nans<Float16>(half) == 0);
  CHECK(lost_nans<BFloat16>(brain) == 0);
  for (const std::uint32_t bits : {0x7f800001U, 0x7fffffffU, 0xff800001U, 0xffffffffU}) {
    CHECK(std::isnan(to_float(to_float16(float_of_bits(bits)))));
    CHECK(std::isnan(to_float(to_bfloat16(float_of_bits(bits)))));
  }
}

}  // namespace tuplepack::tests::float16_test
