#include "tuplepack/formats/json/json_writer.hpp"

#include <doctest/doctest.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <vector>

namespace tuplepack::tests::json_writer_test {

using namespace formats;

namespace {

template <typename Value>
std::string written(const Value& value) {
  std::string text;
  JsonWriter(text).value(value);
  return text;
}

}  // namespace

TEST_CASE("the writer adds commas and colons where they belong") {
  const std::string line = json_line([](JsonWriter& json) {
    json.field("schema", "tuplepack.example/1");
    json.object("empty", [] {});
    json.object("metrics", [&] {
      json.field("packs", 12);
      json.field("proved", true);
    });
    json.array("none", [] {});
    json.array("cells", [&] {
      json.object([&] { json.field("cost", -3); });
      json.array([&] { json.value(1), json.value(2); });
      json.value("last");
    });
    json.key("end");
    json.value(nullptr);
  });
  CHECK(line == R"({"schema":"tuplepack.example/1","empty":{},"metrics":{"packs":12,"proved":true},"none":[],)"
                R"("cells":[{"cost":-3},[1,2],"last"],"end":null})"
                "\n");
}

TEST_CASE("a new line comes before a key, an element and a closing bracket, after the comma") {
  std::string text;
  JsonWriter json(text);
  json.object([&] {
    json.field("a", 1);
    json.new_line();
    json.array("rows", [&] {
      for (int row = 0; row < 2; ++row) {
        json.new_line();
        json.object([&] { json.field("row", row); });
      }
      json.new_line();
    });
  });
  CHECK(text == "{\"a\":1,\n \"rows\":[\n {\"row\":0},\n {\"row\":1}\n ]}");
}

TEST_CASE("integers, booleans, optionals and ranges") {
  CHECK(written(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(written(std::size_t{7}) == "7");
  CHECK(written(false) == "false");
  CHECK(written(std::optional<int>(3)) == "3");
  CHECK(written(std::optional<std::string>()) == "null");
  CHECK(written(std::vector<std::int64_t>{}) == "[]");
  CHECK(written(std::vector<std::vector<int>>{{1, 2}, {}, {3}}) == "[[1,2],[],[3]]");
  const std::vector<std::string> names = {"nodes", "edges"};
  CHECK(written(std::span(names)) == R"(["nodes","edges"])");
}

TEST_CASE("strings escape what is special in JSON, in a terminal and in a script, and nothing else") {
  CHECK(written("plain, ünïcode 🎒 / '") == "\"plain, ünïcode 🎒 / '\"");
  CHECK(written("a\"b\\c") == R"("a\"b\\c")");
  CHECK(written("\b\f\n\r\t") == R"("\b\f\n\r\t")");
  CHECK(written(std::string_view("\0\x1b]0;\x7f", 6)) == R"("\u0000\u001b]0;\u007f")");
  CHECK(written("\xc2\x80\xc2\x9b\xc2\xa0") == "\"\\u0080\\u009b\xc2\xa0\"");  // C1, and a character behind it
  CHECK(written("\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xae") == R"("\u2028\u2029\u202e")");
  CHECK(written("\xe2\x81\xa6\xd8\x9c\xe2\x80\x8f") == R"("\u2066\u061c\u200f")");
  CHECK(written("a\xff\xc3(") == "\"a\uFFFD\uFFFD(\"");
}

TEST_CASE("doubles have the fewest digits that read back as the same number") {
  CHECK(written(0.0) == "0.0");
  CHECK(written(-0.0) == "-0.0");
  CHECK(written(1.0) == "1.0");
  CHECK(written(-2.5) == "-2.5");
  CHECK(written(0.1) == "0.1");
  CHECK(written(1.0 / 3) == "0.3333333333333333");
  CHECK(written(0.0001) == "0.0001");
  CHECK(written(0.00012) == "0.00012");
  CHECK(written(0.00001) == "1e-05");
  CHECK(written(1.25e-5) == "1.25e-05");
  CHECK(written(123456.789) == "123456.789");
  CHECK(written(1e14) == "100000000000000.0");
  CHECK(written(123456789012345.0) == "123456789012345.0");
  CHECK(written(1e15) == "1e+15");
  CHECK(written(1234567890123456.0) == "1.234567890123456e+15");
  CHECK(written(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(written(2.2250738585072014e-308) == "2.2250738585072014e-308");
  CHECK(written(2.8072779625818925e-95) == "2.8072779625818925e-95");  // the closest of the numbers with 17 digits
  CHECK(written(5e-324) == "5e-324");
  CHECK(written(2.47032822920623e-310) == "2.47032822920623e-310");
  CHECK(written(9007199254740993.0 * 2) == "1.8014398509481984e+16");  // a tie
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "null");
}

/// The digits of a number, without its sign, point, exponent and the zeros around them.
[[maybe_unused]] static std::string significant(std::string_view text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= (digits.empty() ? '1' : '0') && c <= '9') digits += c;
  }
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

TEST_CASE("every double reads back as itself, and has the digits of the standard library") {
  constexpr std::uint64_t seed = 20260;
  MESSAGE("seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20'000; ++round) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const std::string text = written(value);
    CAPTURE(text);
    CHECK(std::strtod(text.c_str(), nullptr) == value);
#ifdef __cpp_lib_to_chars
    std::array<char, 32> shortest;
    const auto* const end =
        std::to_chars(shortest.data(), shortest.data() + shortest.size(), value, std::chars_format::scientific).ptr;
    CHECK(significant(text) == significant({shortest.data(), static_cast<std::size_t>(end - shortest.data())}));
#endif
  }
}

TEST_CASE("six decimals are rounded, and their zeros end") {
  CHECK(written(SixDecimals{0}) == "0.0");
  CHECK(written(SixDecimals{0.95}) == "0.95");
  CHECK(written(SixDecimals{2.0 / 3}) == "0.666667");
  CHECK(written(SixDecimals{8.0000004}) == "8.0");
  CHECK(written(SixDecimals{0.9999996}) == "1.0");
  CHECK(written(SixDecimals{-1}) == "0.0");
  CHECK(written(SixDecimals{std::nan("")}) == "0.0");
  CHECK(written(SixDecimals{1e300}) == "1000000000000.0");
}

}  // namespace tuplepack::tests::json_writer_test
