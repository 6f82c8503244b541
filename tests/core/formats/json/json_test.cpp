#include "formats/check_reads.hpp"
#include "formats/reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::json_test {

using namespace formats;

using Names = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

namespace {

constexpr std::string_view plan =
    R"({"strategies":[{"items":[[3,4],[3,4],[5,6]],"repeat":12},{"repeat":2,"items":[[5,6]]}],
  "schema":"tuplepack.plan/1","metrics":{"packs":14,"deep":[[[1]],{"items":3}]},
  "histogram":{"bins":2,"components":["nodes","edges"]}})";

const ReadOptions lines{.format = Format::json_lines, .columns = {}, .count_column = "count"};

}  // namespace

TEST_CASE("rows of JSON") {
  check_reads("[[3,4],\n [5,6]]", {"size_1", "size_2"}, {3, 4, 5, 6}, {});
  check_reads("[[3],[5]]", {"size"}, {3, 5}, {});
  ReadOptions counted;
  counted.count_column = "3";
  check_reads("[[3,4,2],\n [5,6,0]]", {"size_1", "size_2"}, {3, 4, 5, 6}, {2, 0}, counted);
  check_reads(" [5,7] ", {"size"}, {5, 7}, {});
  check_reads(R"([{"nodes":3,"edges":4,"count":2},{"edges":6,"nodes":5}])", {"nodes", "edges"}, {3, 4, 5, 6}, {2, 1});
  check_reads(R"([{"nodes":3},{"nodes":5,"Count":7}])", {"nodes"}, {3, 5}, {1, 7});
  check_reads(R"([{"nodes":3},{"nodes":5}])", {"nodes"}, {3, 5}, {});
  check_reads("\xef\xbb\xbf[-0]", {"size"}, {0}, {});
  check_reads("[5.0,1e3,-0.0]", {"size"}, {5, 1000, 0}, {});
}

/// What reading into a histogram notes.
static std::string noted(std::string_view bytes, const ReadOptions& options = {}) {
  std::string note;
  HistogramSink collected;
  RowSink sink = collected.sink();
  sink.note = [&](const std::string& said) { note += said; };
  SizesReader reader(options, std::move(sink));
  REQUIRE(reader.feed(bytes));
  REQUIRE(std::move(reader).finish());
  return note;
}

TEST_CASE("the last number of arrays that may be a count is noted, unless the options say what it is") {
  const std::string note = "every number of a row is read as a size; if the last is a count, add --count-column ";
  CHECK(noted("[[3,4],[5,6]]") == note + "2");
  CHECK(noted("[3,4,9]\n[5,6,8]\n", lines) == note + "3");
  CHECK(noted("[[3],[5]]").empty());
  CHECK(noted("[3,4]").empty());
  CHECK(noted("3,4\n5,6\n").empty());
  CHECK(noted(R"([{"a":3,"b":4}])").empty());
  ReadOptions options;
  options.columns = {"1", "2"};
  CHECK(noted("[[3,4],[5,6]]", options).empty());
  for (const char* count : {"2", ""}) {
    options = {};
    options.count_column = count;
    CHECK(noted("[[3,4],[5,6]]", options).empty());
  }
}

TEST_CASE("rows in order that may be sizes and their counts are refused, as in text") {
  const auto refused = [](std::string_view text) {
    const auto read = read_histogram(text);
    return read ? std::string() : read.error().message;
  };
  CHECK(refused("{\"a\":5,\"number\":2}\n{\"a\":7,\"number\":3}\n{\"a\":8,\"number\":3}\n")
            .find("--count-column number") != std::string::npos);
  CHECK(refused(R"([{"a":5,"number":2},{"a":7,"number":3},{"a":8,"number":3}])").find("--columns a,number") !=
        std::string::npos);
  CHECK(refused("[[512,30],[200,10],[100,5]]").find("--count-column 2") != std::string::npos);
  CHECK(refused("[[512,30],[200,10],[300,5]]").empty());
  CHECK(refused(R"([{"a":5,"b":2},{"a":7,"b":3},{"a":8,"b":3}])").empty());
  check_reads(R"([["a.txt",5],["b.txt",7]])", {"size"}, {5, 7}, {});
}

TEST_CASE("errors in JSON name the option that reads what is there") {
  CHECK(refusal(R"({"input_ids":[[1,2],[3]]})") ==
        "1:15 not_an_integer: '[' is not an integer; --lengths-of input_ids takes the lengths of the lists");
  CHECK(refusal("{\"length\":5,\"tags\":[\"a\"]}\n{\"length\":6,\"tags\":[]}\n")
            .ends_with("--lengths-of tags takes the length of the list, --columns chooses other columns"));
  CHECK(refusal("{\"length\":5,\"x\":1}\n{\"length\":5}\n") ==
        "2:1 missing_column: the key 'x' is missing; choose the columns of sizes with --columns");
  CHECK(refusal("{\"length\":5,\"x\":-1}\n{\"length\":5,\"x\":1}\n")
            .ends_with("choose the columns of sizes with --columns"));
  CHECK(refusal(R"({"length":[5,7],"x":[1,-1]})").ends_with("choose the columns of sizes with --columns"));
  CHECK(refusal(R"({"columns":["length"],"index":[0,1],"data":[[5],[7]]})").find("orient=\"split\"") !=
        std::string::npos);
  CHECK(refusal(R"({"schema":{"fields":[]},"data":[{"index":0,"length":5}]})").find("orient=\"table\"") !=
        std::string::npos);
}

TEST_CASE("columns of JSON rows") {
  const auto choosing = [](Names columns, std::string count = "count") {
    return ReadOptions{.format = {}, .columns = std::move(columns), .count_column = std::move(count)};
  };
  check_reads(R"([{"id":"x","b":4,"a":3,"more":[{"b":1}]},{"a":1,"b":2,"other":null}])", {"a", "b"}, {3, 4, 1, 2}, {},
              choosing({"a", "b"}));
  check_reads("[[3,4,2],[5,6,1]]", {"size_1", "size_2"}, {4, 2, 6, 1}, {3, 5}, choosing({}, "1"));
  check_reads("[[3,4,2],[5,6,1]]", {"size_1", "size_2"}, {4, 3, 6, 5}, {2, 1}, choosing({"2", "1"}, "3"));
  check_reads(std::string(plan), {"edges"}, {4, 6, 6}, {24, 12, 2}, choosing({"edges"}));
}

TEST_CASE("counts by length are noted: a list of lengths may have been meant") {
  std::string note;
  RowSink sink{.begin = [](const auto&, bool) -> Result<void> { return {}; },
               .rows = [](const auto&, const auto&) -> Result<void> { return {}; },
               .note = [&](const std::string& said) { note = said; }};
  SizesReader reader({}, std::move(sink));
  REQUIRE(reader.feed(std::string_view("{\"lengths\":[0,1]}")));
  const auto finished = std::move(reader).finish();
  REQUIRE_MESSAGE(finished, finished.error().message);
  CHECK(note.starts_with("read as a histogram: number i of 'lengths' counts the items of length i"));
}

TEST_CASE("objects of counts have no column of counts") {
  const ReadOptions named{.format = {}, .columns = {}, .count_column = "edges"};
  for (const std::string_view object :
       {std::string_view(R"({"lengths":[0,2]})"), std::string_view(R"({"5":2,"7":1})"), std::string_view(plan)}) {
    CHECK(
        refusal(std::string(object), named) ==
        "unsupported: the object has the counts of its sizes, so 'edges' cannot be the column of counts; leave it out");
  }
  for (const char* usual : {"count", "Count", ""}) {
    check_reads(R"({"5":2,"7":1})", {"length"}, {5, 7}, {2, 1}, {.format = {}, .columns = {}, .count_column = usual});
  }
}

TEST_CASE("lengths beside a list may be a column") {
  for (const char* object : {R"({"lengths":[5,9],"count":[2,1]})", R"({"count":[2,1],"lengths":[5,9]})"}) {
    CHECK(refusal(object) ==
          "1:1 unsupported: 'lengths' is beside the list 'count', so it may be a column of lengths (rename it to "
          "'length'), or counts by length (leave out the other)");
  }
  check_reads(R"({"name":"x","lengths":[0,2],"of":{"list":[5]}})", {"length"}, {1}, {2});
}

TEST_CASE("counts by length, and plans") {
  check_reads(R"({"lengths":[0,0,5,0,1]})", {"length"}, {2, 4}, {5, 1});
  check_reads(plan, {"nodes", "edges"}, {3, 4, 5, 6, 5, 6}, {24, 12, 2});
}

TEST_CASE("what is not a size is named with its line and column") {
  CHECK(refusal("[[3,4],\n  [5, -6]]") == "2:7 negative: '-6' is negative; choose the columns of sizes with --columns");
  CHECK(refusal("[3,3.5]") == "1:4 not_an_integer: '3.5' is not an integer");
  CHECK(refusal("[3,1e999]") == "1:4 too_large: '1e999' is beyond 2^53 - 1");
  CHECK(refusal("[3 , \"5\"]") == "1:6 not_an_integer: '\"5\"' is not an integer");
  CHECK(refusal("[\"5\"]") == "1:2 not_an_integer: '\"5\"' is not an integer");
  CHECK(refusal("[99999999999999999999]") == "1:2 too_large: '99999999999999999999' is beyond 2^53 - 1");
  CHECK(refusal("[" + std::string(400, '9') + "]") ==
        "1:2 too_large: '" + std::string(40, '9') + "…' is beyond 2^53 - 1");
  CHECK(refusal("[9007199254740992]") == "1:2 too_large: '9007199254740992' is beyond 2^53 - 1");
  CHECK(refusal("[[[5],2]]") ==
        "1:3 not_an_integer: '[' is not an integer; choose the columns of sizes with --columns");
  CHECK(refusal(R"([{"a":null}])") == "1:7 not_an_integer: 'null' is not an integer");
  CHECK(refusal(R"({"lengths":[1,-2]})") == "1:15 negative: '-2' is negative");
}

TEST_CASE("rows that do not belong together") {
  const std::string hint = "; if every row is a list, e.g. of tokens, take its length (--lengths-of row)";
  CHECK(refusal("[[3,4],[5]]") == "1:8 missing_column: expected 2 numbers per row, found 1" + hint);
  CHECK(refusal("[[3,4],[5,6,7]]") == "1:8 extra_column: expected 2 numbers per row, found 3" + hint);
  CHECK(refusal("[[3,4],5]") == "1:8 malformed: the first row is an array, but this one is a number");
  CHECK(refusal(R"([{"a":3},{"b":4}])") == "1:15 extra_column: the key 'b' is not in the first row");
  CHECK(refusal(R"([{"a":3,"b":1},{"b":4}])") ==
        "1:16 missing_column: the key 'a' is missing; choose the columns of sizes with --columns");
  CHECK(refusal(R"([{"a":3},{"a":4,"a":5}])") == "1:21 malformed: duplicate key 'a'");
  CHECK(refusal(R"([{"a":3,"a":4}])") == "1:2 malformed: two columns are named 'a'");
  CHECK(refusal("[[]]") == "1:2 missing_column: the first row is empty");
  CHECK(refusal("[{}]") == "1:2 missing_column: the first row is empty");
}

TEST_CASE("text that is not JSON, or not a table") {
  const ReadOptions json{.format = Format::json, .columns = {}, .count_column = "count"};
  CHECK(refusal(" \n", json) == "empty: no items");
  CHECK(refusal("[]") == "empty: no items");
  CHECK(refusal(R"({"lengths":[0,0]})") == "empty: no items");
  CHECK(refusal("[1,2") == "1:5 malformed: unexpected end of JSON");
  CHECK(refusal("[1,]") == "1:4 malformed: invalid JSON at ']': expected a value");
  CHECK(refusal("[,1]") == "1:2 malformed: invalid JSON at ',': expected a value");
  CHECK(refusal("[1},2]") == "1:3 malformed: invalid JSON at '}': expected ',' or ']'");
  CHECK(refusal("[1,2] \n 3", json) == "2:2 malformed: invalid JSON at '3': expected the end of the JSON");
  CHECK(refusal("[1,,2]") == "1:4 malformed: invalid JSON at ',': expected a value");
  CHECK(refusal("[[1,2]]]") == "1:8 malformed: invalid JSON at ']': expected the end of the JSON");
  CHECK(refusal("[5{}]") == "1:3 malformed: invalid JSON at '{': expected ',' or ']'");
  CHECK(refusal("[1,\nnul]") == "2:1 malformed: invalid JSON at 'nul': expected a value");
  CHECK(refusal("[\"\x01\"]") ==
        "1:2 malformed: invalid JSON at '\"\\x01\"': invalid escape or bare control character");
  CHECK(refusal("[\"five") == "1:2 malformed: invalid JSON at '\"five': missing closing quote");
  CHECK(refusal("[\"\xff\"]") == "1:2 malformed: invalid JSON at '\"\\xff\"': not valid UTF-8");
  CHECK(refusal(R"(["\ud800"])") == R"(1:2 malformed: invalid JSON at '"\ud800"': invalid \u escape)");
  CHECK(refusal("[1.]") == "1:2 malformed: invalid JSON at '1.': missing digits after the decimal point");
  CHECK(refusal("[1e]") == "1:2 malformed: invalid JSON at '1e': missing digits in the exponent");
  CHECK(refusal("[01]") == "1:3 malformed: invalid JSON at '1': expected ',' or ']'");
  CHECK(refusal("{,") == "1:2 malformed: invalid JSON at ',': expected a key in quotes");
  CHECK(refusal("{\"a\" 5}") == "1:6 malformed: invalid JSON at '5': expected ':'");
  CHECK(refusal("{\"a\":5]") == "1:7 malformed: invalid JSON at ']': expected ',' or '}'");
  CHECK(refusal(std::string("[1]\0[2]", 7), json) ==
        "1:4 malformed: invalid JSON at '\\x00': expected the end of the JSON");
  CHECK(refusal("\"five\"", json) == "1:1 malformed: expected an array or an object, found '\"five\"'");
  CHECK(refusal(R"({"lengths":5})") == "1:12 malformed: expected an array, found '5'");
  CHECK(refusal(R"({"lengths":[5],"lengths":[6]})") == "1:16 malformed: duplicate key 'lengths'");
}

TEST_CASE("plans that are none") {
  CHECK(refusal(R"({"schema":"tuplepack.plan/9"})") ==
        "1:11 unsupported: the schema is '\"tuplepack.plan/9\"', not tuplepack.plan/1");
  CHECK(refusal(R"({"strategies":[]})") == "1:1 malformed: the plan has no 'histogram' with 'components'");
  CHECK(refusal(R"({"strategies":[{"items":[[5]]}]})") == "1:16 missing_column: a strategy has no 'repeat'");
  CHECK(refusal(R"({"strategies":[{"repeat":2}]})") == "1:16 missing_column: a strategy has no 'items'");
  CHECK(refusal(R"({"strategies":[{"repeat":2,"items":[[5],[5,6]]}]})") ==
        "1:41 component_mismatch: an item has 2 sizes, but the first one 1");
  CHECK(refusal(R"({"histogram":{"components":["a","b"]},"strategies":[{"repeat":2,"items":[[5]]}]})") ==
        "1:1 component_mismatch: the plan names 2 components, but its items have 1 sizes");
  CHECK(refusal(R"({"strategies":[{"repeat":9007199254740991,"items":[[5],[5]]}]})") ==
        "1:16 too_large: a strategy holds more than 2^53 items");
  CHECK(refusal(R"({"strategies":[{"repeat":1.5,"items":[[5]]}]})") == "1:26 not_an_integer: '1.5' is not an integer");
  CHECK(refusal(R"({"strategies":[{"repeat":1,"items":[5]}]})") ==
        "1:37 malformed: expected an array of sizes, found '5'");
}

TEST_CASE("depth costs no stack") {
  const std::string bomb(2'000'000, '[');
  const std::string too_deep = " too_large: more than 512 arrays and objects within each other; write fewer levels";
  CHECK(refusal(bomb) == "1:513" + too_deep);
  CHECK(refusal("{\"x\":" + bomb) == "1:517" + too_deep);
  CHECK(refusal("[1,\n" + bomb) == "2:512" + too_deep);
  CHECK(refusal("{\"a\":1}\n{\"a\":" + bomb.substr(0, 1000) + "\n", lines) == "2:517" + too_deep);
  const auto nested = [](std::size_t levels) {
    return R"({"length":[5],"x":)" + std::string(levels - 1, '[') + std::string(levels - 1, ']') + "}";
  };
  ReadOptions length;
  length.columns = {"length"};
  check_reads(nested(512), {"length"}, {5}, {}, length);
  CHECK(refusal(nested(513), length) == "1:530" + too_deep);
}

TEST_CASE("members of an object are limited, and so are the bytes of a row") {
  const auto members = [](std::size_t count) {
    std::string text = R"({"length":[5])";
    for (std::size_t i = 1; i < count; ++i) text += R"(,"":1)";
    return text + "}";
  };
  ReadOptions length;
  length.columns = {"length"};
  check_reads(members(131'072), {"length"}, {5}, {}, length);
  CHECK(refusal(members(131'073), length) ==
        "1:655370 too_large: more than 131072 members in one object; use an array instead");
  const std::string_view too_long = " too_large: more than 16777216 bytes of one row; write shorter rows";
  const std::string row = "[7" + std::string((std::size_t{1} << 24) + (1 << 17), ' ') + "]";
  CHECK(refusal("[" + row + "]") == "1:2" + std::string(too_long));
  CHECK(refusal("[[7],\n" + row + "]") == "2:1" + std::string(too_long));
}

TEST_CASE("JSON lines") {
  check_reads("{\"a\":3,\"b\":4}\n\n {\"b\":6,\"a\":5} \r\n", {"a", "b"}, {3, 4, 5, 6}, {});
  check_reads("[3,4,2]\n[5,6,1]", {"size_1", "size_2", "size_3"}, {3, 4, 2, 5, 6, 1}, {});
  check_reads("5\n7", {"size"}, {5, 7}, {}, lines);
  check_reads("[3,2]\n", {"size_1", "size_2"}, {3, 2}, {}, lines);
  CHECK(refusal("{\"a\":3}\n{\"a\":\n") == "2:6 malformed: unexpected end of JSON");
  CHECK(refusal("[3,4]\n[5, -6]\n") == "2:5 negative: '-6' is negative; choose the columns of sizes with --columns");
  CHECK(refusal("[3,4]\n[5,6] 7\n") == "2:7 malformed: invalid JSON at '7': expected the end of the JSON");
  CHECK(refusal("{\"a\":3}\n{\"a\":3,\"count\":2}\n") ==
        "2:1 extra_column: this row has a count, but the first row has none");
  CHECK(refusal("\n\n", lines) == "empty: no items");
}

TEST_CASE("pieces of any size read as the whole") {
  std::mt19937_64 random(30);
  for (int round = 0; round < 40; ++round) {
    std::string text;
    for (std::uint64_t rows = random() % 9000; rows > 0; --rows) {
      text += "[" + std::to_string(random() % 100) + ",2,3]\n";
    }
    if (random() % 2 == 0) text += "[1,2,3,4]\n[5]";
    CHECK(same(read(text), read_in_pieces(text, {}, random)));
    CHECK(same(read(plan), read_in_pieces(plan, {}, random)));
  }
}

TEST_CASE("an object of columns") {
  check_reads(R"({"length":[5,7.0],"count":[2,1]})", {"length"}, {5, 7}, {2, 1});
  check_reads(R"({"components":[3,4],"count":[1,2]})", {"components"}, {3, 4}, {1, 2});
  check_reads(R"({"nodes":[3,5],"edges":[4,6]})", {"nodes", "edges"}, {3, 4, 5, 6}, {});
  const ReadOptions chosen{.format = {}, .columns = {"b"}, .count_column = "n"};
  check_reads(R"({"id":["x","y"],"n":[1,2],"b":[3,4],"c":[[1],2],"note":"text","more":{"b":[1]}})", {"b"}, {3, 4},
              {1, 2}, chosen);
  CHECK(refusal(R"({"length":[5,7,8],"count":[2,1]})") ==
        "component_mismatch: column 'length' has 3 values, and column 'count' has 2; choose columns of equal length");
  CHECK(refusal(R"({"a":[5],"a":[6]})") == "1:1 malformed: two columns are named 'a'");
  CHECK(refusal(R"({"count":[5]})") == "1:1 missing_column: no size column besides the count column");
  CHECK(refusal(R"({"nodes":[5],"edges":[-1]})") == "1:23 negative: '-1' is negative");
  CHECK(refusal(R"({"a":[{}]})") == "1:7 not_an_integer: '{' is not an integer");
  CHECK(refusal(R"({"a":5})") ==
        "1:6 malformed: '5' is not a column of numbers; expected an object of equally long columns, {\"lengths\":[…]}, "
        "counts by length or a tuplepack plan; to read one row, use --format json_lines");
  CHECK(refusal("{}", {.format = Format::json, .columns = {}}) == "1:1 empty: no items: the object has no columns");
  CHECK(refusal(R"({"a":[],"b":[]})") == "empty: no items");
}

TEST_CASE("the length of a list as a size") {
  ReadOptions options{.format = {}, .columns = {}, .count_column = "count", .lengths_of = {"input_ids"}};
  check_reads(R"([{"id":"x","input_ids":[7,8,9]},{"id":"y","input_ids":[],"count":2}])", {"input_ids"}, {3, 0}, {1, 2},
              options);
  check_reads("{\"input_ids\":[7,8,9]}\n{\"input_ids\":[\"a\",[1,2],{\"b\":[5]},null]}\n", {"input_ids"}, {3, 4}, {},
              options);
  CHECK(refusal("[{\"input_ids\":[1]},\n{\"input_ids\":5}]", options) == "2:14 malformed: '5' is not a list");
  CHECK(refusal(R"([{"input_ids":{"a":1}}])", options) == "1:15 malformed: '{' is not a list");
  CHECK(refusal(R"([{"ids":[1]}])", options) == "1:2 missing_column: unknown column 'input_ids'; columns: ids");
  CHECK(refusal("a\n5\n", options) ==
        "unsupported: lengths of lists are taken from json, json_lines, parquet and arrow, not from csv");
  check_reads(R"({"input_ids":[5]})", {"input_ids"}, {1}, {}, options);
  check_reads(R"({"input_ids":[[5,6],[],["a",[1]]],"id":[1,2,3]})", {"input_ids"}, {2, 0, 2}, {}, options);
  CHECK(refusal(R"({"input_ids":[[5],6]})", options) == "1:15 malformed: '[' is not a list of lists");
  options.columns = {"edges", "input_ids"};
  check_reads(R"([{"input_ids":[7,8,9],"edges":4,"labels":[1]}])", {"edges", "input_ids"}, {4, 3}, {}, options);
  options.columns = {"edges"};
  const std::string lost =
      "unsupported: lengths of 'input_ids' are asked for, but it is not among the columns chosen; add it to --columns, "
      "or leave out one of the two";
  CHECK(refusal(R"([{"input_ids":[7,8,9],"edges":4}])", options) == "1:2 " + lost);
  CHECK(refusal("{\"input_ids\":[7,8,9],\"edges\":4}\n", options) == "1:1 " + lost);
  CHECK(refusal(R"({"input_ids":[[7],[8]],"edges":[4,5]})", options) == "1:1 " + lost);
  options.columns = {"2", "1"};
  check_reads(R"([{"input_ids":[7,8,9],"edges":4,"labels":[1]}])", {"edges", "input_ids"}, {4, 3}, {}, options);
}

TEST_CASE("the lengths of rows that are lists") {
  ReadOptions options{.format = {}, .columns = {}, .count_column = "count", .lengths_of = {"row"}};
  check_reads("[101,7,102]\n[101,102]\n[]\n[\"a\",[1,2],null,4]\n", {"length"}, {3, 2, 0, 4}, {}, options);
  check_reads("[[],[101,7,102]]", {"length"}, {0, 3}, {}, options);
  CHECK(refusal("[1,2]\n5\n", options) == "2:1 malformed: the first row is an array, but this one is a number");
  options.columns = {"row"};
  check_reads("[[5],[6,7]]", {"length"}, {1, 2}, {}, options);
  check_reads(R"([{"row":[7,8,9]}])", {"row"}, {3}, {}, options);
  options.columns = {"1"};
  CHECK(refusal("[[5],[6]]", options) ==
        "1:2 missing_column: unknown column 'row'; without a header, refer to columns by "
        "number, 1 to 1");
  std::string wide = "[[1";
  for (int i = 0; i < 40; ++i) wide += ",1";
  CHECK(refusal(wide + "]]") ==
        "1:2 component_mismatch: too many columns: 41 (at most 16); choose some; if "
        "every row is a list, e.g. of tokens, take its length (--lengths-of row)");
}

TEST_CASE("a long array is read in pieces, with the right line and column") {
  std::mt19937_64 random(31);
  std::string text = " [\n";
  std::string numbers = "[";
  Numbers expected;
  for (int row = 0; row < 15'000; ++row) {
    text += (row == 0 ? "" : ",") + std::string(random() % 3, row % 100 == 0 ? '\n' : ' ') +
            R"({"id":"a],[\"b\\","tags":[[1,{"x":2}],3],"nodes":)" + std::to_string(row) + "}";
    numbers += (row == 0 ? "" : ", ") + std::to_string(row);
    expected.push_back(row);
  }
  const ReadOptions nodes{.format = {}, .columns = {"nodes"}, .count_column = "count"};
  check_reads(text + "]\n ", {"nodes"}, expected, {}, nodes);
  CHECK(same(read(text + "]", nodes), read_in_pieces(text + "]", nodes, random)));
  for (const char* end : {"", "}", ",]", "]]", ",{\"id\":1}]", ",{\"nodes\":-1}]", "] x"}) {
    CAPTURE(end);
    const Reading whole = read(text + end, nodes);
    const auto line_breaks = static_cast<std::int64_t>(std::count(text.begin(), text.end(), '\n'));
    REQUIRE(whole.error);
    CHECK(whole.error->line == line_breaks + 1);
    CHECK(whole.error->column > static_cast<std::int64_t>(text.size() - text.rfind('\n') - 1));
    CHECK(same(whole, read_in_pieces(text + end, nodes, random)));
  }
  CHECK(refusal(numbers + ",-1]") == "1:" + std::to_string(numbers.size() + 2) + " negative: '-1' is negative");
}

TEST_CASE("a first count may come within the first 4096 rows") {
  const auto with_count_after = [](int rows) {
    std::string text = "[";
    for (int row = 0; row < rows; ++row) text += R"({"a":1},)";
    return text + R"({"a":2,"count":3}])";
  };
  const Reading early = read(with_count_after(4095));
  CHECK(!early.error);
  CHECK(early.counts.size() == 4096);
  CHECK(early.counts.back() == 3);
  CHECK(refusal(with_count_after(4096)) ==
        "1:32770 extra_column: this row has a count, but the first 4096 rows have none");
}

}  // namespace tuplepack::tests::json_test
