#include "formats/edges/wide_rows.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::wide_rows_test {

using formats::WideRows;

/// "ends", "matrix", or nothing; the text comes in pieces.
static std::string kind(const std::string& text, std::size_t piece) {
  WideRows rows;
  for (std::size_t at = 0; at < text.size(); at += piece) rows.add(std::string_view(text).substr(at, piece));
  rows.finish();
  return rows.may_be_ends() ? "ends" : rows.may_be_matrix() ? "matrix" : "";
}

static void check_kind(const std::string& text, const std::string& expected) {
  CAPTURE(text);
  for (const std::size_t piece : std::initializer_list<std::size_t>{1, 2, 3, 7, 100000})
    CHECK(kind(text, piece) == expected);
}

/// A row of 8 numbers, or of more.
static std::string row(const std::string& last, const std::string& separator = " ", std::size_t before = 7) {
  std::string line;
  for (std::size_t cell = 0; cell < before; ++cell) line += "1" + separator;
  return line + last + "\n";
}

static std::string matrix(std::size_t rows, const std::string& last) {
  std::string text;
  for (std::size_t at = 1; at < rows; ++at) text += row("0", ",");
  return text + row(last, ",");
}

TEST_CASE("two rows of as many whole numbers may be ends of edges") {
  check_kind(row("12") + row("5"), "ends");
  check_kind(row("12", ";") + row("5", ";"), "ends");
  check_kind(row("12", " ", 1000) + row("5", " ", 1000), "ends");
  check_kind("\xef\xbb\xbf# by hand\r\n\r\n" + row("12.0") + row("5e0"), "ends");
  check_kind(row("12") + "1 1 1 1 1 1 1 5", "ends");
  check_kind(row("12"), "");
  check_kind(row("12") + row("5") + row("7"), "");
  check_kind(row("12") + row("5.5"), "");
  check_kind(row("12") + row("x"), "");
  check_kind(row("12") + row("5", " ", 8), "");
  check_kind(row("12", " ", 6) + row("5", " ", 6), "");
  check_kind("", "");
}

TEST_CASE("as many rows as columns of 0 and 1 may be a matrix") {
  check_kind(matrix(8, "1"), "matrix");
  check_kind(matrix(8, "1.0"), "matrix");
  check_kind(matrix(8, "2"), "");
  check_kind(matrix(8, "0.5"), "");
  check_kind(matrix(7, "1"), "");
  check_kind(matrix(9, "1"), "");
}

}  // namespace tuplepack::tests::wide_rows_test
