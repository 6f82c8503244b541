#include "formats/text/number.hpp"

#include "tuplepack/packing/histogram.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::number_test {

using namespace formats;

namespace {

void check_value(std::string_view text, std::int64_t value) {
  CAPTURE(text);
  const Number number = parse_number(text);
  CHECK(!number.wrong);
  CHECK(number.value == value);
}

void check_wrong(std::string_view text, ErrorCode wrong) {
  CAPTURE(text);
  CHECK(parse_number(text).wrong == wrong);
}

}  // namespace

TEST_CASE("whole numbers, also as floats are printed") {
  check_value("0", 0);
  check_value("-0", 0);
  check_value("007", 7);
  check_value("5.0", 5);
  check_value("5.", 5);
  check_value("-0.0", 0);
  check_value("5e3", 5000);
  check_value("5E+03", 5000);
  check_value("1.5e1", 15);
  check_value("1200e-2", 12);
  check_value("0e-999999999999", 0);
  check_value("0.000e5", 0);
  check_value("9007199254740991", max_exact);
  check_value("9007199254740991.000", max_exact);
  check_value("9.007199254740991e15", max_exact);
  check_value("1" + std::string(400, '0') + "e-400", 1);
}

TEST_CASE("what is not a whole number, not even nearly") {
  for (const char* text : {"",
                           "-",
                           ".",
                           "e3",
                           "5e",
                           "5e+",
                           "5.5",
                           "5e-1",
                           "0.1",
                           "1.2.3",
                           "1e2e3",
                           "5 ",
                           " 5",
                           "+5",
                           "0x5",
                           "nan",
                           "inf",
                           "5.0a",
                           "--5",
                           "1.0000000000000000000000001",
                           "9007199254740990.5"}) {
    check_wrong(text, ErrorCode::not_an_integer);
  }
  check_wrong("-5.0", ErrorCode::negative);
  check_wrong("-5e3", ErrorCode::negative);
  check_wrong("9007199254740992", ErrorCode::too_large);
  check_wrong("1e16", ErrorCode::too_large);
  check_wrong("1e999999999999", ErrorCode::too_large);
}

}  // namespace tuplepack::tests::number_test
