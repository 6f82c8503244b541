#include "formats/check_reads.hpp"
#include "formats/reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::csv_refusals_test {

using namespace formats;

using Names = std::vector<std::string>;

TEST_CASE("a cell that is neither a number nor text is an error") {
  for (const std::string cell : {"", "NA", "n/a", "None", "5k", "-", "1.5.2", "?"}) {
    CAPTURE(cell);
    CHECK(refusal("nodes,edges\n" + cell + ",5\n").starts_with("2:1 "));
    CHECK(refusal("text,b\n" + cell + ",5\n").starts_with("2:1 "));
  }
  CHECK(refusal("nodes,edges\n4,5\nfive,5\n").starts_with("3:1 "));  // text in another row than the first
  CHECK(refusal("nodes\nfive\n").starts_with("2:1 "));               // and where there is no other column
  CHECK(refusal("a,b\nfive,six\n").starts_with("2:1 "));
  CHECK(refusal("num_tokens,b\nfive,6\n").starts_with("2:1 "));  // and in a column whose name speaks of sizes
}

TEST_CASE("pairs without names may be sizes and their counts where the first are in order and distinct") {
  const std::string says =
      "column 1 is strictly ascending or descending, so it may have sizes, and column 2 their counts "
      "(--count-column 2), or both are sizes of each item (--columns 1,2)";
  const auto refused = [&](std::string_view text, const ReadOptions& options = {}) {
    const auto read = read_histogram(text, options);
    return !read && read.error().code == ErrorCode::unsupported && read.error().message == says;
  };
  std::string many;
  for (int row = 0; row < 10'000; ++row) many += std::to_string(row + 5) + "," + std::to_string(row % 7 + 1) + "\n";
  CHECK(refused(many));
  CHECK_FALSE(refused(many + "17,3\n"));
  CHECK(refused("5,8\n7,9\n8,2\n"));
  CHECK(refused("8 8\n7 9\n3 2\n"));
  CHECK(refused("8;8\r7;9\r3;2\r"));
  CHECK(refused(npy("<i8", "(3, 2)",
                    little_endian(5, 8) + little_endian(8, 8) + little_endian(7, 8) + little_endian(9, 8) +
                        little_endian(9, 8) + little_endian(1, 8))));
  for (const std::string_view other : {"5,8\n7,9\n", "5,8\n7,9\n7,2\n", "5,8\n7,9\n6,2\n", "5,0\n7,9\n8,2\n",
                                       "a,b\n5,8\n7,9\n8,2\n", "5\n7\n8\n", "5,8,1\n7,9,1\n8,2,1\n"}) {
    CHECK(read_histogram(other).has_value());
  }
  const ReadOptions two{.format = {}, .columns = {"1", "2"}, .count_column = "count"};
  const ReadOptions counted{.format = {}, .columns = {}, .count_column = "2"};
  check_reads("5,8\n7,9\n8,2\n", {"size_1", "size_2"}, {5, 8, 7, 9, 8, 2}, {}, two);
  check_reads("5,8\n7,9\n8,2\n", {"size"}, {5, 7, 8}, {8, 9, 2}, counted);
  CHECK(read_histogram(std::string_view("5,8\n7,9\n8,2\n"), two).has_value());
  CHECK(read_histogram(std::string_view("5,8\n7,9\n8,2\n"), counted).has_value());
}

TEST_CASE("numbers that are likely names are refused beside text, with both readings") {
  const auto choosing = [](Names columns) { return ReadOptions{.format = {}, .columns = std::move(columns)}; };
  CHECK(refusal("word,2023\na,5\nb,6\n") ==
        "1:unsupported: the first line, 'word,2023', may name the columns (--columns 2023), or be a row (--columns 2)");
  CHECK(refusal("name,0,1\na,5,7\n").find("(--columns 0,1), or be a row (--columns 2,3)") != std::string::npos);
  check_reads("word,2023\na,5\n", {"2023"}, {5}, {}, choosing({"2023"}));
  check_reads("word,2023\na,5\n", {"size"}, {2023, 5}, {}, choosing({"2"}));
  check_reads("name,0,1\na,5,7\n", {"0", "1"}, {5, 7}, {}, choosing({"0", "1"}));
  check_reads("name,0,1\na,5,7\n", {"size_1", "size_2"}, {0, 1, 5, 7}, {}, choosing({"2", "3"}));
  check_reads("name,2048\na,5\n", {"size"}, {2048, 5}, {});
  check_reads("name,512,2023\na,5,7\n", {"size_1", "size_2"}, {512, 2023, 5, 7}, {});
}

TEST_CASE("ids beside counts are no sizes") {
  for (const std::string id : {"doc_id", "id", "user_id", "index", "label", "movieId", "qid"}) {
    CAPTURE(id);
    const std::string rows = id + ",count\n0,512\n1,200\n2,77\n";
    CHECK(refusal(rows) == "1:unsupported: column " + id +
                               " may have ids or an index, and 'count' the sizes (--columns count), or column " + id +
                               " has sizes, and 'count' their counts (--columns " + id + " --count-column count)");
    check_reads(rows, {"count"}, {512, 200, 77}, {}, {.format = {}, .columns = {"count"}});
    check_reads(rows, {id}, {0, 1, 2}, {512, 200, 77}, {.format = {}, .columns = {id}});
  }
  CHECK(refusal("doc_id,freq\n0,512\n").find("--columns freq") != std::string::npos);
  check_reads("doc_id,n\n0,512\n", {"n"}, {512}, {}, {.format = {}, .columns = {"n"}});
  CHECK(refusal(",count\n512,20\n200,13\n").find("--columns 1 --count-column count") != std::string::npos);
  CHECK(refusal(R"({"doc_id":[0,1],"count":[5,7]})").find("--columns count") != std::string::npos);
  CHECK(refusal("{\"doc_id\":0,\"count\":5}\n{\"doc_id\":1,\"count\":7}\n").find("--columns count") !=
        std::string::npos);
  check_reads("doc_id,length,count\n0,5,2\n", {"length"}, {5}, {2});
  check_reads("doc_id,x\n0,5\n", {"doc_id"}, {0}, {5}, {.format = {}, .columns = {}, .count_column = "x"});
}

TEST_CASE("pairs of which only the first is named as sizes are may be a histogram, by their order") {
  for (const std::string name :
       {"count_", "Freq.", "Count of length", "instances", "samples", "rows", "amount", "f0_", "_c1"}) {
    CAPTURE(name);
    const auto read_pairs = [&](const std::string& rows) { return read_histogram("length," + name + "\n" + rows); };
    CHECK_FALSE(read_pairs("5,2\n7,3\n9,1\n").has_value());
    CHECK_FALSE(read_pairs("9,2\n7,3\n5,1\n").has_value());
    CHECK(read_pairs("5,2\n7,3\n").has_value());
    CHECK(read_pairs("5,2\n7,3\n6,1\n").has_value());
  }
  CHECK(read_histogram(std::string_view("length,num_edges\n5,2\n7,3\n9,1\n")).has_value());
  CHECK(read_histogram(std::string_view("a,b\n5,2\n7,3\n9,1\n")).has_value());
  const auto left_out = read_histogram(std::string_view("id,length,size\n0,5,2\n1,7,3\n2,9,1\n"));
  REQUIRE_FALSE(left_out.has_value());
  CHECK(left_out.error().message.find(
            "(--count-column size), or both are sizes of each item (--columns length,size)") != std::string::npos);
}

TEST_CASE("numbers with characters that only look like digits, or like nothing, are not a header") {
  CHECK(refusal("\u22125\n7\n") == "1:1 not_an_integer: '\u22125' is not an integer: it has the character \\u2212");
  for (const std::string_view text : {"\u200b5\n7\n", "\uff15\n\uff17\n", "\u0665\n\u0667\n", "1\u202f024\n512\n",
                                      "5\u00a0\n7\n", "\ufeff\ufeff5\n7\n"}) {
    CAPTURE(text);
    CHECK(refusal(text).starts_with("1:1 not_an_integer: "));
    CHECK(refusal(text).find(" is not an integer: it has the character \\u") != std::string::npos);
  }
  check_reads("\u00e45\n7\n", {"\u00e45"}, {7}, {});
  check_reads("\u0394\u2212\n7\n", {"\u0394\u2212"}, {7}, {});
  CHECK(refusal("\xff"
                "5\n7\n",
                {.format = {}, .columns = {"1"}})
            .empty());
}

TEST_CASE("fractions without a name are refused with the way out") {
  CHECK(refusal("0.5,7\n0.25,8\n") ==
        "1:1 not_an_integer: '0.5' is not an integer; choose the columns of sizes with --columns, as with --columns 2");
  CHECK(refusal("7 -1 4\n8 1 5\n") ==
        "1:3 negative: '-1' is negative; choose the columns of sizes with --columns, as with --columns 1");
  CHECK(refusal("5,7\n0.25,8\n").ends_with("as with --columns 2"));
  check_reads("0.5,7\n0.25,8\n", {"size"}, {7, 8}, {}, {.format = {}, .columns = {"2"}});
  CHECK(refusal("0.5\n0.25\n") == "1:1 not_an_integer: '0.5' is not an integer");
  CHECK(refusal("0.5,0.7\n") == "1:1 not_an_integer: '0.5' is not an integer");
  CHECK(refusal("[[0.5,7],[0.25,8]]") ==
        "1:3 not_an_integer: '0.5' is not an integer; choose the columns of sizes with --columns");
  CHECK(refusal(npy("<f4", "(1, 2)", little_endian(0x3f000000, 4) + little_endian(0x40e00000, 4))) ==
        "not_an_integer: the value 0.5 at [0, 0] is not an integer; choose the columns of sizes with --columns");
  CHECK(refusal(npy("<f4", "(1,)", little_endian(0x3f000000, 4))) ==
        "not_an_integer: the value 0.5 at [0] is not an integer");
}

TEST_CASE("what is not a size is named with its line and column") {
  CHECK(refusal("a,n_b\n5,3.5\n") == "2:3 not_an_integer: '3.5' is not an integer");
  CHECK(refusal("3.5,2\n") ==
        "1:1 not_an_integer: '3.5' is not an integer; choose the columns of sizes with --columns, as with --columns 2");
  CHECK(refusal("a\n1e-3\n") == "2:1 not_an_integer: '1e-3' is not an integer");
  CHECK(refusal("a\n0x1F\n") == "2:1 not_an_integer: '0x1F' is not an integer");
  CHECK(refusal("0x1F\n5\n") == "1:1 not_an_integer: '0x1F' is not an integer");
  CHECK(refusal("nan,5\n") ==
        "1:1 not_an_integer: 'nan' is not an integer; choose the columns of sizes with --columns, as with --columns 2");
  CHECK(refusal("a\n+5\n") == "2:1 not_an_integer: '+5' is not an integer");
  const std::string choose = "; choose the columns of sizes with --columns";
  CHECK(refusal("a,b\n5,\n") == "2:3 not_an_integer: a number is missing" + choose);
  CHECK(refusal("a,b\n,5\n") == "2:1 not_an_integer: a number is missing" + choose);
  CHECK(refusal("nodes,edges\n,5\n") == "2:1 not_an_integer: a number is missing");
  for (const std::string cell : {"00ff", "12345678901234567890", "-1"}) {
    CHECK(refusal("length,md5\n5," + cell + "\n").ends_with(choose));
    CHECK_FALSE(refusal("md5,length\n5," + cell + "\n").ends_with(choose));
  }
  CHECK(refusal("nodes,edges\r\n5, x\ty\r\n") ==
        "2:4 not_an_integer: 'x\\x09y' is not an integer; choose the columns of sizes with --columns");
  CHECK(refusal("a,b\n5,-3\n") == "2:3 negative: '-3' is negative" + choose);
  CHECK(refusal("a,count\n5,-3\n") == "2:3 negative: '-3' is negative");
  CHECK(refusal("a\n99999999999999999999\n") == "2:1 too_large: '99999999999999999999' is beyond 2^53 - 1");
  CHECK(refusal("a\n9007199254740992\n") == "2:1 too_large: '9007199254740992' is beyond 2^53 - 1");
  CHECK(refusal("a\n" + std::string(100, 'x') + "\n") ==
        "2:1 not_an_integer: '" + std::string(40, 'x') + "…' is not an integer");
  CHECK(refusal("a\n\xff\xc3\xa4\n") == "2:1 not_an_integer: '\\xffä' is not an integer");
}

TEST_CASE("rows of another width") {
  CHECK(refusal("a,b\n5\n") == "2:2 missing_column: expected 2 columns, found 1");
  CHECK(refusal("a,b\n5,6,7\n") == "2:5 extra_column: expected 2 columns, found 3");
  CHECK(refusal("a\n5,6\n") == "2:1 not_an_integer: '5,6' is not an integer; write numbers without commas");
  CHECK(refusal("5\n5 6\n") == "2:3 extra_column: expected 1 column, found 2");
}

TEST_CASE("a first line without words is a row, though it is not one that can be read") {
  for (const std::string first : {"NA 4", "null", "5k", "512tokens", "10%", "12:30", "1_000"}) {
    const std::string cell = first.substr(0, first.find(' '));
    CHECK(refusal(first + "\n5 6\n", {}) == "1:1 not_an_integer: '" + cell + "' is not an integer");
  }
  CHECK(refusal("3,4,NA\n5,6,1\n", {.format = {}, .columns = {"1", "3"}}) ==
        "1:5 not_an_integer: 'NA' is not an integer");
}

TEST_CASE("columns that cannot be") {
  const auto choosing = [](Names columns, std::string count = "count") {
    return ReadOptions{.format = {}, .columns = std::move(columns), .count_column = std::move(count)};
  };
  CHECK(refusal("a,a\n5,6\n") == "1:malformed: two columns are named 'a'");
  CHECK(refusal("count,a,Count\n5,6,7\n") == "1:malformed: two columns are named 'Count'");
  check_reads(",a\n5,6\n", {"size_1"}, {5}, {}, {.format = {}, .columns = {"1"}, .count_column = ""});
  CHECK(refusal("\xe4,b\n5,6\n") ==
        "1:malformed: column name '\\xe4' is not UTF-8; save the table as UTF-8, or choose columns by number, as with "
        "--columns 1");
  CHECK(refusal("\xe4,b,id\n5,6,7\n").find("is not UTF-8") != std::string::npos);
  check_reads("\xe4,\xfc\n5,6\n", {"size_1"}, {5}, {6}, choosing({"1"}, "2"));
  CHECK(refusal("a,b\n5,6\n", choosing({"c"})) == "1:missing_column: unknown column 'c'; columns: a, b");
  CHECK(refusal("5,6\n", choosing({"3"})) ==
        "1:missing_column: unknown column '3'; without a header, refer to columns by number, 1 to 2");
  CHECK(refusal("a,b\n5,6\n", choosing({}, "frequency")) ==
        "1:missing_column: unknown column 'frequency'; columns: a, b");
  CHECK(refusal("a,b\n5,6\n", choosing({"a", "1"})) == "1:unsupported: column '1' is used twice");
  CHECK(refusal("a,count\n5,6\n", choosing({"a", "count"})) ==
        "1:unsupported: column 'count' is used twice, as a size and as the count");
  check_reads("a,count\n5,6\n", {"count"}, {6}, {}, choosing({"count"}));  // nothing else is meant
  check_reads("id,length,n\n1,5,6\n", {"length"}, {5}, {6}, choosing({}, "3"));
  CHECK(refusal("count\n5\n") == "1:missing_column: no size column besides the count column");
  CHECK(refusal("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\n") ==
        "1:component_mismatch: too many columns: 17 (at most 16); choose some, or write a line for each item");
}

TEST_CASE("text that is no table") {
  CHECK(refusal("") == "empty: no items");
  CHECK(refusal("\n \r\n# nothing\n") == "empty: no items");
  CHECK(refusal("a,b\n") == "empty: no items: the file has only a header");
  CHECK(refusal("a\n\"5\n") == "2:1 malformed: the quotes of '\"5' are not closed");
  CHECK(refusal("a,b\n\"5\" x,3\n") == "2:5 malformed: 'x,3' follows a closing quote");
  CHECK(refusal(std::string_view("5,6\n7,\0008\n", 9)) ==
        "2:3 malformed: there is a NUL byte, so this is not a text file");
  CHECK(refusal(std::string_view("\xff\xfe"
                                 "5\0\n\0",
                                 6)) ==
        "unsupported: this is text in UTF-16; convert it with iconv -f UTF-16 -t UTF-8");
  for (const std::string_view mark : {std::string_view("\xff\xfe\0\0", 4), std::string_view("\0\0\xfe\xff", 4)}) {
    CHECK(refusal(std::string(mark) + std::string("5\0\0\0", 4)) ==
          "unsupported: this is text in UTF-32; convert it with iconv -f UTF-32 -t UTF-8");
  }
  for (const std::string text : {"5\n", "total,count\n5,1\n", "l\xe4nge;n\n5;1\n"}) {
    const std::string says = "unsupported: this is either text in UTF-16 (convert it with iconv -f UTF-16";
    const std::string or_else =
        " -t UTF-8) or raw 16-bit integers (read them with numpy.fromfile and save a .npy file)";
    std::string little, big;
    for (const char c : text) {
      little += {c, '\0'};
      big += {'\0', c};
    }
    CHECK(refusal(little) == says + "LE" + or_else);
    CHECK(refusal(big) == says + "BE" + or_else);
  }
  CHECK(refusal("5\n" + std::string((1 << 20) + 1, '5')) == "2:malformed: the line is longer than 1048576 bytes");
}

}  // namespace tuplepack::tests::csv_refusals_test
