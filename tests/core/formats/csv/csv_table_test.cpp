#include "tuplepack/formats/csv/csv_table.hpp"

#include "base/random.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::csv_table_test {

using namespace formats;

using tuplepack::Random;

using TextRows = std::vector<std::vector<std::string>>;

/// The header and the rows of a table that comes in pieces of some bytes, or the error.
static Result<TextRows> rows_in(std::string_view text, std::size_t piece, std::vector<TextPlace>* places = nullptr) {
  TextRows rows;
  CsvTableReader reader({.header = [&](std::span<const std::string> names) -> Result<void> {
                           rows.emplace_back(names.begin(), names.end());
                           return {};
                         },
                         .rows = [&](const CsvRows& some) -> Result<void> {
                           const std::size_t width = rows.front().size();
                           for (std::size_t row = 0; row < some.size(); ++row) {
                             auto& cells = rows.emplace_back();
                             for (std::size_t i = 0; i < width; ++i) {
                               cells.emplace_back(some.cells()[row * width + i]);
                               if (places != nullptr) places->push_back(some.place(row, i));
                             }
                           }
                           return {};
                         }});
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::string copy(text.substr(at, piece));
    if (auto fed = reader.feed(copy); !fed) return tl::unexpected(fed.error());
  }
  if (auto finished = reader.finish(); !finished) return tl::unexpected(finished.error());
  return rows;
}

static void check_table_error(const std::string& text, const std::string& says, std::int64_t line,
                              std::int64_t column) {
  for (const std::size_t piece : {1U, 3U, 1000U}) {
    const auto rows = rows_in(text, piece);
    CAPTURE(text);
    REQUIRE_FALSE(rows.has_value());
    CHECK(rows.error().message.find(says) != std::string::npos);
    INFO(rows.error().message);
    CHECK(rows.error().line == line);
    CHECK(rows.error().column == column);
  }
}

TEST_CASE("a table of text: quoted cells, newlines within, doubled quotes, empty lines, any end of line") {
  const std::string text = "\xef\xbb\xbfid,\"the name\"\r\n1,\"a, \"\"b\"\"\"\n\n\"2\nx\",\"\"\r\n 3 ,\"\r\"";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const auto rows = rows_in(text, piece);
    REQUIRE(rows.has_value());
    CHECK(*rows == TextRows{{"id", "the name"}, {"1", "a, \"b\""}, {"2\nx", ""}, {" 3 ", "\r"}});
  }
}

TEST_CASE("lines of a table may end in carriage returns alone") {
  for (const std::string text : {"id,name\r1,\"a\rb\"\r2,c", "id,name\r1,\"a\rb\"\r2,c\r"}) {
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
      const auto rows = rows_in(text, piece);
      REQUIRE(rows.has_value());
      CHECK(*rows == TextRows{{"id", "name"}, {"1", "a\rb"}, {"2", "c"}});
    }
  }
}

TEST_CASE("cells know their place") {
  std::vector<TextPlace> places;
  REQUIRE(rows_in("a,b,c\n\n\"x\ny\",2,\"z\"\n4,5,6", 1000, &places).has_value());
  const std::vector<std::pair<std::int64_t, std::int64_t>> expected{{3, 1}, {4, 4}, {4, 6}, {5, 1}, {5, 3}, {5, 5}};
  REQUIRE(places.size() == expected.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    CHECK(std::pair(places[i].line, places[i].column) == expected[i]);
  }
}

TEST_CASE("a table of text that is malformed") {
  check_table_error("", "the table is empty", 0, 0);
  check_table_error("\n\n", "the table is empty", 0, 0);
  check_table_error("a,b\n1,2\n1\n", "expected 2 columns, found 1", 3, 1);
  check_table_error("a,b\n1,2,3\n", "expected 2 columns, found 3", 2, 5);
  check_table_error("a,a\n", "two columns are named 'a'", 1, 3);
  check_table_error("a\nx\"y\"\n", "a quote within a cell", 2, 2);
  check_table_error("a\n\"x\ny\" z\n", "follows the closing quote", 3, 3);
  check_table_error("a\n1\n\"x\ny\n", "not closed", 3, 0);
  check_table_error(std::string("a\nx\0y\n", 6), "NUL", 2, 2);
}

TEST_CASE("tables of random cells are read back, in pieces of any size") {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    const std::size_t width = 1 + random.below(4), count = random.below(50);
    TextRows expected;
    std::string text;
    for (std::size_t row = 0; row <= count; ++row) {
      auto& cells = expected.emplace_back();
      for (std::size_t i = 0; i < width; ++i) {
        std::string cell = row == 0 ? "c" + std::to_string(i) : "";
        for (std::uint32_t n = random.below(4); row > 0 && n > 0; --n) cell += "ab,\n\"\r"[random.below(6)];
        std::string quoted = "\"";
        for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
        text += (i > 0 ? "," : "") + quoted + "\"";
        cells.push_back(std::move(cell));
      }
      text += random.below(2) == 0 ? "\n" : "\r\n";
    }
    const auto rows = rows_in(text, 1 + random.below(40));
    CAPTURE(text);
    REQUIRE(rows.has_value());
    REQUIRE(*rows == expected);
  }
}

}  // namespace tuplepack::tests::csv_table_test
