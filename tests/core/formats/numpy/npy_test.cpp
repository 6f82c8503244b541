#include "formats/reading.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tuplepack::tests::npy_test {

using namespace formats;

using Names = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

namespace {

/// Elements of a type such as "<i2".
std::string elements(const std::string& type, const Numbers& values) {
  const auto width = static_cast<std::size_t>(type[2] - '0');
  std::string data;
  for (const std::int64_t value : values) {
    const std::string element = little_endian(static_cast<std::uint64_t>(value), width);
    data += type[0] == '>' ? std::string(element.rbegin(), element.rend()) : element;
  }
  return data;
}

std::string of(const std::string& type, const std::string& shape, const Numbers& values) {
  return npy(type, shape, elements(type, values));
}

}  // namespace

TEST_CASE("every integer type") {
  for (const char* type :
       {"|i1", "|u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8"}) {
    CAPTURE(type);
    const Reading reading = read(of(type, "(3,)", {5, 127, 0}));
    CHECK(!reading.error);
    CHECK(reading.components == Names{"size"});
    CHECK(!reading.has_counts);
    CHECK(reading.sizes == Numbers{5, 127, 0});
    CHECK(read(of(type, "(2, 2)", {5, 127, 0, 1})).sizes == Numbers{5, 127, 0, 1});
  }
  CHECK(read(of("|u1", "(1,)", {255})).sizes == Numbers{255});
  CHECK(read(of("<u2", "(1,)", {65535})).sizes == Numbers{65535});
  CHECK(read(of(">u4", "(1,)", {4294967295})).sizes == Numbers{4294967295});
  CHECK(read(of("<i8", "(1,)", {max_exact})).sizes == Numbers{max_exact});
}

TEST_CASE("shape, order and version") {
  const std::string data = elements("<i4", {1, 2, 3, 4, 5, 6});
  CHECK(read(npy("<i4", "(3, 2)", data)).sizes == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(read(npy("<i4", "(3, 2)", data, true)).sizes == Numbers{1, 4, 2, 5, 3, 6});
  CHECK(read(npy("<i4", "(6,)", data, true)).sizes == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(read(npy("<i4", "(6,)", data, false, 2)).sizes == Numbers{1, 2, 3, 4, 5, 6});
  CHECK(read(npy("<i4", "(2,3)", data, false, 3)).components == Names{"size_1", "size_2", "size_3"});
}

TEST_CASE("columns of an array") {
  const ReadOptions options{.format = {}, .columns = {"2"}, .count_column = "3"};
  for (const bool fortran : {false, true}) {
    const Numbers values = fortran ? Numbers{-1, -4, 2, 5, 3, 6} : Numbers{-1, 2, 3, -4, 5, 6};
    const Reading reading = read(npy("<i8", "(2, 3)", elements("<i8", values), fortran), options);
    CHECK(!reading.error);
    CHECK(reading.components == Names{"size"});
    CHECK(reading.sizes == Numbers{2, 5});
    CHECK(reading.counts == Numbers{3, 6});
  }
  const std::string wide = of("<i2", "(1, 17)", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17});
  CHECK(refusal(wide) == "component_mismatch: too many columns: 17 (at most 16); choose some");
  CHECK(read(wide, {.format = {}, .columns = {"9", "1"}, .count_column = "count"}).sizes == Numbers{9, 1});
}

TEST_CASE("values that are no sizes go by their index") {
  CHECK(refusal(of("<i8", "(3,)", {5, 6, -7})) == "negative: the value -7 at [2] is negative");
  CHECK(refusal(of("<i4", "(2, 2)", {5, 6, 7, -8})) ==
        "negative: the value -8 at [1, 1] is negative; choose the columns of sizes with --columns");
  CHECK(refusal(npy(">i2", "(2, 2)", elements(">i2", {5, 6, -7, 8}), true)) ==
        "negative: the value -7 at [0, 1] is negative; choose the columns of sizes with --columns");
  CHECK(refusal(of("<u8", "(1,)", {-1})) == "too_large: the value 18446744073709551615 at [0] is beyond 2^53 - 1");
  CHECK(refusal(of("<i8", "(1,)", {max_exact + 1})) ==
        "too_large: the value 9007199254740992 at [0] is beyond 2^53 - 1");
  CHECK(refusal(of("<i8", "(5000,)", Numbers(5000, -1))) == "negative: the value -1 at [0] is negative");
}

namespace {

template <typename T>
std::string floats(const std::vector<T>& values, bool big_endian = false) {
  std::string bytes;
  for (const T value : values) {
    std::string element(sizeof(T), '\0');
    std::memcpy(element.data(), &value, sizeof(T));
    if (big_endian) std::reverse(element.begin(), element.end());
    bytes += element;
  }
  return bytes;
}

}  // namespace

TEST_CASE("floats that are whole numbers are read as such, others are refused by their index") {
  CHECK(read(npy("<f8", "(3,)", floats<double>({5, -0.0, 9007199254740991}))).sizes == Numbers{5, 0, max_exact});
  CHECK(read(npy(">f4", "(2, 2)", floats<float>({1, 2, 3, 4}, true))).sizes == Numbers{1, 2, 3, 4});
  CHECK(read(npy("<f4", "(2, 2)", floats<float>({1, 2, 3, 4}), true)).sizes == Numbers{1, 3, 2, 4});
  const auto refused = [](double value) { return refusal(npy("<f8", "(2,)", floats<double>({1, value}))); };
  CHECK(refused(5.5) == "not_an_integer: the value 5.5 at [1] is not an integer");
  CHECK(refused(-3) == "negative: the value -3.0 at [1] is negative");
  CHECK(refused(std::nan("")) == "not_an_integer: the value nan at [1] is not an integer");
  CHECK(refused(-HUGE_VAL) == "not_an_integer: the value -inf at [1] is not an integer");
  CHECK(refused(9007199254740992) == "too_large: the value 9.007199254740992e+15 at [1] is beyond 2^53 - 1");
  CHECK(refused(1e300) == "too_large: the value 1e+300 at [1] is beyond 2^53 - 1");
  CHECK(refusal(npy("<f4", "(1, 2)", floats<float>({2, 0.5F}), true)) ==
        "not_an_integer: the value 0.5 at [0, 1] is not an integer; choose the columns of sizes with --columns");
}

TEST_CASE("arrays that are no whole numbers") {
  const std::string eight(8, '\0');
  CHECK(refusal(npy("|b1", "(8,)", eight)) ==
        "unsupported: the array holds bool, not whole numbers; convert it with .astype('int64')");
  CHECK(refusal(npy("<U2", "(1,)", eight)) == "unsupported: the array holds text, not whole numbers");
  CHECK(
      refusal(npy("|O", "(1,)", eight)) ==
      "unsupported: the array holds Python objects, not whole numbers; convert it with .astype('int64'), or str if it "
      "holds text");
  CHECK(refusal(npy("<i16", "(1,)", eight)) == "unsupported: the array holds int128, not whole numbers");
  CHECK(refusal(npy("<i8", "()", eight)) == "unsupported: an array of shape (); expected n or n × k, one row per item");
  CHECK(refusal(npy("<i8", "(1, 1, 1)", eight)) ==
        "unsupported: an array of shape (1, 1, 1); expected n or n × k, one row per item");
}

TEST_CASE("arrays without items, cut off, too long or damaged") {
  const std::string eight(8, '\0');
  CHECK(refusal(npy("<i8", "(0,)", "")) == "empty: no items: an array of shape (0,)");
  CHECK(refusal(npy("<i8", "(2, 0)", "")) == "empty: no items: an array of shape (2, 0)");
  CHECK(refusal(npy("<i8", "(3,)", eight + "1234")) ==
        "malformed: the file is truncated: expected 24 bytes of data, found 12");
  CHECK(refusal(npy("<i8", "(1,)", eight + "1")) == "malformed: trailing data after the 8 bytes of the array");
  CHECK(refusal(npy("<i8", "(9007199254740991, 3)", "")) ==
        "too_large: an array of shape (9007199254740991, 3) is too large");
  CHECK(refusal(npy("<i8", "(1,)", "").substr(0, 30)) == "malformed: the file ends within the .npy header");
  CHECK(refusal(npy("<i8", "(1,", eight)) == "malformed: the .npy header is damaged at ', }      \\x0a'");
  CHECK(refusal(npy("<i8', 'x': '", "(1,)", eight)) == "malformed: the .npy header has an unexpected key 'x'");
  const ReadOptions asked{.format = Format::npy, .columns = {}, .count_column = "count"};
  CHECK(refusal("length,count\n5,3\n", asked) == "malformed: not a .npy file: it begins with 'length'");
  CHECK(refusal("", asked) == "empty: no items");
  CHECK(refusal("\x93NUMPY\x07" + eight) == "unsupported: .npy version 7 is not 1, 2 or 3");
}

TEST_CASE("pieces of any size read as the whole") {
  std::mt19937_64 random(40);
  for (int round = 0; round < 60; ++round) {
    const auto rows = static_cast<std::size_t>(1 + random() % 9000);
    const auto columns = static_cast<std::size_t>(1 + random() % 3);
    Numbers values(rows * columns);
    for (std::int64_t& value : values) value = static_cast<std::int64_t>(random() % 30000);
    if (random() % 4 == 0) values[random() % values.size()] = -1;
    const std::string shape = "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
    const std::string type = random() % 2 == 0 ? "<i8" : ">i2";
    std::string bytes = npy(type, shape, elements(type, values), random() % 2 == 0);
    if (random() % 4 == 0) bytes.resize(bytes.size() - random() % 100);
    if (random() % 4 == 0) bytes += "more";
    const ReadOptions options{.format = {}, .columns = {}, .count_column = columns == 1 ? "" : "1"};
    CHECK(same(read(bytes, options), read_in_pieces(bytes, options, random)));
  }
}

}  // namespace tuplepack::tests::npy_test
