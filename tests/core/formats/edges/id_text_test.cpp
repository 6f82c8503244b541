#include "tuplepack/formats/edges/id_text.hpp"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace tuplepack::tests::id_text_test {

using namespace formats;

namespace {

using Ids = std::vector<std::int64_t>;
using Columns = std::vector<std::size_t>;

/// Edges between 5 nodes and 3.
IdTextOptions edges(char separator = '\0') {
  const auto limit = [](std::int64_t count, const std::string& type) {
    return IdLimit{.count = count, .what = "node id", .count_of = "the number of nodes of '" + type + "'"};
  };
  return {.limits = {limit(5, "a"), limit(3, "b")}, .separator = separator};
}

Result<Ids> read(const std::string& text, const IdTextOptions& options, std::size_t piece = std::string::npos) {
  Ids found;
  IdTextReader reader(options, [&](std::span<const std::int64_t> ids) -> Result<void> {
    found.insert(found.end(), ids.begin(), ids.end());
    return {};
  });
  for (std::size_t at = 0; at < text.size(); at += std::min(piece, text.size())) {
    if (auto fed = reader.feed(std::string_view(text).substr(at, piece)); !fed) return tl::unexpected(fed.error());
  }
  if (auto finished = reader.finish(); !finished) return tl::unexpected(finished.error());
  return found;
}

void check_fails(const std::string& text, const IdTextOptions& options, ErrorCode code, std::int64_t line,
                 std::int64_t column, const std::string& says) {
  CAPTURE(text);
  const auto found = read(text, options);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == code);
  CHECK(found.error().line == line);
  CHECK(found.error().column == column);
  CHECK_MESSAGE(found.error().message.find(says) != std::string::npos, found.error().message);
}

}  // namespace

TEST_CASE("ids are separated by the separator asked for") {
  CHECK(read("0 1\n4 2\n", edges(' ')) == Ids{0, 1, 4, 2});
  CHECK(read("0,1\n4,2\n", edges(',')) == Ids{0, 1, 4, 2});
  CHECK(read("0\t1\n4\t2\n", edges('\t')) == Ids{0, 1, 4, 2});
  CHECK(read("0  1 \n 4\t2\n", edges(' ')) == Ids{0, 1, 4, 2});
  check_fails("0,1\n", edges(' '), ErrorCode::missing_column, 1, 0, "expected 2 columns, found 1");
  check_fails("0 1\n", edges(','), ErrorCode::missing_column, 1, 0, "expected 2 columns, found 1");
}

TEST_CASE("no line at all, line ends, the byte order mark, blank lines and a last line without an end") {
  CHECK(read("", edges(' ')) == Ids{});
  CHECK(read("\n\n", edges(' ')) == Ids{});
  CHECK(read("\xef\xbb\xbf", edges(' ')) == Ids{});
  for (std::size_t piece = 1; piece < 20; ++piece) {
    CHECK(read("\xef\xbb\xbf"
               "0 1\r\n\r\n4 2",
               edges(' '), piece) == Ids{0, 1, 4, 2});
  }
}

TEST_CASE("ids out of range, in either column, have a line and a column") {
  check_fails("0 1\n5 2\n", edges(' '), ErrorCode::out_of_range, 2, 1,
              "node id 5 is not below 5, the number of nodes of 'a'");
  check_fails("0 1\n4 3\n", edges(' '), ErrorCode::out_of_range, 2, 3,
              "node id 3 is not below 3, the number of nodes of 'b'");
  check_fails("\n\n0 1\n4 99999999999999999999\n", edges(' '), ErrorCode::too_large, 4, 3, "is beyond 2^53 - 1");
  check_fails("0 -1\n", edges(' '), ErrorCode::negative, 1, 3, "'-1' is negative");
  check_fails("0 1.5\n", edges(' '), ErrorCode::not_an_integer, 1, 3, "'1.5' is not an integer");
  check_fails("0 1 2\n", edges(' '), ErrorCode::extra_column, 1, 0, "expected 2 columns, found 3");
  check_fails("0 1\n0 1 2\n", edges(' '), ErrorCode::extra_column, 2, 5, "expected 2 columns, found 3");
  check_fails("0 1\n0\n", edges(' '), ErrorCode::missing_column, 2, 2, "expected 2 columns, found 1");
  check_fails("\x1f\x8b\x08\x01\x01\x01\x01", edges(' '), ErrorCode::unsupported, 0, 0, "gzip");
}

TEST_CASE("a header is an error, unless columns are chosen") {
  check_fails("src dst\n0 1\n", edges(' '), ErrorCode::not_an_integer, 1, 1,
              "'src' is not an integer; leave out the line if it is a header");
  IdTextOptions named = edges();
  named.choose = [](std::span<const std::string> names, std::size_t width) {
    return choose_edge_columns(names, width, {});
  };
  CHECK(read("dst,weight,src\n2,0.5,4\n", named) == Ids{4, 2});
  CHECK(read("dst,weight,src\n", named) == Ids{});
  CHECK(read("4,2,7\n3,0,8\n", named) == Ids{4, 2, 3, 0});
}

TEST_CASE("columns between blanks stay so under several names, and where that was asked for") {
  IdTextOptions named = edges();
  named.choose = [](std::span<const std::string> names, std::size_t width) {
    return choose_edge_columns(names, width, {});
  };
  CHECK(read("source target label\n1 2 foo,bar\n2 0 foo,bar\n", named) == Ids{1, 2, 2, 0});
  CHECK(read("source::target\n1::2\n", named) == Ids{1, 2});
  named.separator = ' ';
  check_fails("source::target\n1::2\n", named, ErrorCode::missing_column, 1, 0, "expected 2 columns");
}

TEST_CASE("a last id that may have been longer") {
  const auto may_be_cut = [](std::string_view text) {
    IdTextOptions any = edges();
    any.limits = {{.count = 1000, .what = "node id", .count_of = ""},
                  {.count = 1000, .what = "node id", .count_of = ""}};
    any.choose = [](std::span<const std::string> names, std::size_t width) {
      return choose_edge_columns(names, width, {});
    };
    IdTextReader reader(any, [](std::span<const std::int64_t>) -> Result<void> { return {}; });
    REQUIRE(reader.feed(text));
    REQUIRE(reader.finish());
    return reader.may_be_cut();
  };
  CHECK(may_be_cut("0 123\n1 22"));
  CHECK_FALSE(may_be_cut("0 123\n1 22\n"));
  CHECK_FALSE(may_be_cut("0 1\n1 22"));
  CHECK_FALSE(may_be_cut("0 123 100\n1 22 5"));
  CHECK_FALSE(may_be_cut(""));
}

TEST_CASE("what the sink returns ends the reading") {
  IdTextReader reader(edges(' '),
                      [](std::span<const std::int64_t>) -> Result<void> { return fail(ErrorCode::stopped, "enough"); });
  REQUIRE(reader.feed("0 1\n"));
  CHECK(reader.finish().error().message == "enough");
}

TEST_CASE("random lines, in pieces of random sizes") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 50; ++round) {
    Ids expected;
    std::string text;
    for (std::uint_fast32_t row = 0, rows = random() % 6000; row < rows; ++row) {
      const auto source = static_cast<std::int64_t>(random() % 5), target = static_cast<std::int64_t>(random() % 3);
      expected.insert(expected.end(), {source, target});
      text += std::to_string(source) + (random() % 50 == 0 ? "  " : " ") + std::to_string(target);
      text += random() % 20 == 0 ? "\r\n" : "\n";
    }
    CHECK(read(text, edges(' '), 1 + random() % 5000) == expected);
  }
}

TEST_CASE("columns of edges by name, by number, or the first two") {
  const auto chosen = [](std::vector<std::string> names, std::vector<std::string> wanted, std::size_t width) {
    return choose_edge_columns(names, width, wanted);
  };
  CHECK(chosen({"target", "x", "source"}, {}, 3) == Columns{2, 0});
  CHECK(chosen({"user_id", "item_id"}, {}, 2) == Columns{0, 1});
  CHECK(chosen({"x", "from", "to"}, {}, 3) == Columns{1, 2});
  CHECK(chosen({"x", "y"}, {}, 2) == Columns{0, 1});
  CHECK(chosen({"weight", "x", "y"}, {}, 3).error().code == ErrorCode::missing_column);
  CHECK(chosen({}, {}, 5) == Columns{0, 1});
  CHECK(chosen({"from", "to", "x"}, {"to", "from"}, 3) == Columns{1, 0});
  CHECK(chosen({}, {"3", "1"}, 3) == Columns{2, 0});
  CHECK(chosen({"src", "x"}, {}, 2).error().code == ErrorCode::missing_column);
  CHECK(chosen({"src", "u", "dst"}, {}, 3).error().code == ErrorCode::malformed);
  CHECK(chosen({}, {}, 1).error().code == ErrorCode::missing_column);
  CHECK(chosen({}, {"1", "4"}, 3).error().code == ErrorCode::missing_column);
  CHECK(chosen({}, {"1", "1"}, 3).error().code == ErrorCode::unsupported);
  CHECK(chosen({}, {"1"}, 3).error().code == ErrorCode::component_mismatch);
}

}  // namespace tuplepack::tests::id_text_test
