#include "formats/check_reads.hpp"
#include "formats/reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::csv_test {

using namespace formats;

using Names = std::vector<std::string>;

TEST_CASE("a table with a count column is a histogram, without one every row is an item") {
  check_reads("length,count\n5,2\n7,0\n", {"length"}, {5, 7}, {2, 0});
  check_reads("nodes,edges\n5,8\n7,12\n", {"nodes", "edges"}, {5, 8, 7, 12}, {});
  check_reads("COUNT;nodes;edges\n3;5;8\n", {"nodes", "edges"}, {5, 8}, {3});
}

TEST_CASE("the first line decides what separates columns") {
  check_reads("a\tb\n5\t8\n", {"a", "b"}, {5, 8}, {});
  check_reads("a;b\n5;8\n", {"a", "b"}, {5, 8}, {});
  check_reads("a|b\n5|8\n", {"a", "b"}, {5, 8}, {});
  check_reads("a|b c\n5| 8\n", {"a", "b c"}, {5, 8}, {});
  check_reads("a|b,c\n5,8\n", {"a|b", "c"}, {5, 8}, {});
  check_reads("a b\n5   8\n 7\t9 \n", {"a", "b"}, {5, 8, 7, 9}, {});
  check_reads("\"a;b\",c\n5,8\n", {"a;b", "c"}, {5, 8}, {});
  check_reads(" a , b \n 5 ,\t8 \n", {"a", "b"}, {5, 8}, {});
  check_reads("5::8\n007::9\n", {"size_1", "size_2"}, {5, 8, 7, 9}, {});
  check_reads("num::tokens\n5\n6\n", {"num::tokens"}, {5, 6}, {});
  check_reads("a::b::c\n5::x:y::8\n", {"a", "c"}, {5, 8}, {}, {.columns = {"a", "c"}});
  check_reads("a::b c\n5 8\n", {"a::b", "c"}, {5, 8}, {});
  CHECK(refusal("5::8\n7::9\n8:1\n") == "3:4 missing_column: expected 2 columns, found 1");
  CHECK(refusal("5::8\n7\x1f"
                "9\n") == "2:4 missing_column: expected 2 columns, found 1");
}

TEST_CASE("the first row tells what separates columns where the header is one word") {
  check_reads("\"x\"\n\"1\",5\n\"2\",7\n", {"x"}, {5, 7}, {});
  check_reads("\"x\"\r\n\"1\";5\r\n\"2\";7\r\n", {"x"}, {5, 7}, {});
  check_reads("\"x y\"\n\"1\",5\n", {"x y"}, {5}, {});
  check_reads("length\n\na,5\nb,7\n", {"length"}, {5, 7}, {});
  check_reads("num::tokens\n5::8\n7::9\n", {"num", "tokens"}, {5, 8, 7, 9}, {});
  check_reads("length::count\n5::8\n7::9\n", {"length"}, {5, 7}, {8, 9});
  check_reads("num tokens\n5\n", {"num tokens"}, {5}, {});
  CHECK(refusal("length\n1,5\n2,7\n") == "2:1 not_an_integer: '1,5' is not an integer; write numbers without commas");
  check_reads("length text\n5 hello,world\n6 foo,bar\n", {"length"}, {5, 6}, {});
  check_reads("size file\n120 a,b.txt\n7 c;d\n", {"size"}, {120, 7}, {});
  check_reads("sep= \nlength text\n5 a,b\n", {"length"}, {5}, {});
  check_reads("sep= \nx\n\"r\" 5\n", {"x"}, {5}, {});
  check_reads("length\na,b 5\nc,d 7\n", {"length"}, {5, 7}, {});
  CHECK(refusal("sep= \nx\n\"1\",5\n") == "3:4 malformed: ',5' follows a closing quote");
  CHECK(refusal("length count\n1,5\n") == "2:1 not_an_integer: '1,5' is not an integer; write numbers without commas");
}

TEST_CASE("attributes in braces that end a line are one column") {
  const ReadOptions two{.format = {}, .columns = {"1", "2"}, .count_column = "count"};
  check_reads("5 8 {}\n7 9 {'a': 1, 'b': 'x y'}\n", {"size_1", "size_2"}, {5, 8, 7, 9}, {}, two);
  check_reads("5 8 {'a': {'b': 1}}\n7 9 {}\n", {"size_1", "size_2"}, {5, 8, 7, 9}, {}, two);
  check_reads("5\t8\t{'a': 1, 'b': 2}\n7\t9\t{}\n", {"size_1", "size_2"}, {5, 8, 7, 9}, {}, two);
  check_reads("5,8,{'a': 1, 'b': 2}\n7,9,{}\n", {"size_1", "size_2"}, {5, 8, 7, 9}, {}, two);
  CHECK(refusal("5,8,{a},{b}\n7,9,{}\n", two) == "2:7 missing_column: expected 4 columns, found 3");
}

TEST_CASE("whole numbers may be written as floats") {
  check_reads("a,count\n5.0,2\n7,1.0\n1e3,1\n", {"a"}, {5, 7, 1000}, {2, 1, 1});
  check_reads("5.0\n", {"size"}, {5}, {});
}

TEST_CASE("without a header the components are numbered") {
  check_reads("5\n7\n", {"size"}, {5, 7}, {});
  check_reads("5,8\n7,12", {"size_1", "size_2"}, {5, 8, 7, 12}, {});
  check_reads("5,8,3\n", {"size_1", "size_2"}, {5, 8}, {3}, {.format = {}, .columns = {}, .count_column = "3"});
}

TEST_CASE("comments, blank lines, line ends, the byte order mark and quotes") {
  check_reads("\xef\xbb\xbf# made by hand\r\n\r\nlength,count\r\n  # more\r\n5,2\r\n\r\n7,3", {"length"}, {5, 7},
              {2, 3});
  check_reads("\"num \"\"nodes\"\"\",\"count\"\n\"5\",\" 2 \"\n", {"num \"nodes\""}, {5}, {2});
  check_reads("\"a\" \"b\"\n\"5\" 8\n", {"a", "b"}, {5, 8}, {});
  check_reads("007,-0\n", {"size_1", "size_2"}, {7, 0}, {});
  check_reads("9007199254740991\n", {"size"}, {max_exact}, {});
}

TEST_CASE("the first line is no header if the cells of the columns in use are numbers") {
  const auto by_number = [](std::vector<std::string> columns) {
    return ReadOptions{.format = {}, .columns = std::move(columns), .count_column = "count"};
  };
  check_reads("3 4 x\n5 6 y\n", {"size_1", "size_2"}, {3, 4, 5, 6}, {}, by_number({"1", "2"}));
  check_reads("12 34 56 a.txt\n7 8 9 b.txt\n", {"size"}, {12, 7}, {}, by_number({"1"}));
  check_reads("a 4 x\n5 6 y\n", {"a", "4"}, {5, 6}, {}, by_number({"1", "2"}));
  check_reads("x,y,0\n5,6,7\n", {"x", "y", "0"}, {5, 6, 7}, {});
}

TEST_CASE("a column of counts may have another usual name") {
  for (const std::string name : {"frequency", "Freq", "OCCURRENCES", "counts", "Anzahl"}) {
    check_reads("seq_len," + name + "\n5,2\n7,3\n", {"seq_len"}, {5, 7}, {2, 3});
  }
  check_reads("frequency\n5\n", {"frequency"}, {5}, {});
  check_reads("frequency,count\n5,2\n", {"frequency"}, {5}, {2});
  check_reads("a,freq,counts\n5,2,1\n", {"a", "freq", "counts"}, {5, 2, 1}, {});
  const ReadOptions chosen{.format = {}, .columns = {"a", "freq"}, .count_column = "count"};
  check_reads("a,freq\n5,2\n", {"a", "freq"}, {5, 2}, {}, chosen);
}

TEST_CASE("a first line is no header for words that only columns of text have") {
  check_reads("12 a.txt\n7 b.txt\n9 c.txt\n", {"size"}, {12, 7, 9}, {});
  check_reads("5,train\n7,test\n", {"size"}, {5, 7}, {});
  check_reads("3 4 x\n5 6 y\n", {"size_1", "size_2"}, {3, 4, 5, 6}, {});
  check_reads("chr1\t1000\nchr2\t2000\n", {"size"}, {1000, 2000}, {});
  check_reads("img.png 512\nb.png 200\n", {"size"}, {512, 200}, {});
  check_reads("5,true\n7,false\n", {"size"}, {5, 7}, {});
  check_reads("2020-01-01,5\n2020-01-02,7\n", {"size"}, {5, 7}, {});
  check_reads("5,a\n7,\n", {"size"}, {5, 7}, {});
  check_reads("5 a.txt\n", {"size"}, {5}, {});
  CHECK(refusal("5k a.txt\n7 b.txt\n").starts_with("1:1 "));
  CHECK(refusal("Counter({512: 3})\n").find("is read as a header") != std::string::npos);
  check_reads("a,5,2\nb,7,3\n", {"size"}, {5, 7}, {2, 3}, {.format = {}, .columns = {}, .count_column = "3"});
  check_reads("id,2023\n0,5\n1,7\n", {"2023"}, {5, 7}, {});  // a word above a number
  check_reads("name,length\na,5\nb,7\n", {"length"}, {5, 7}, {});
  check_reads("a,b\n5,6\n", {"a", "b"}, {5, 6}, {});
  CHECK(refusal("a,b\nc,d\n").starts_with("2:1 "));
}

TEST_CASE("a usual name has the counts also behind an index, and of columns that are chosen") {
  check_reads("\"\",\"length\",\"n\"\n\"1\",5,2\n\"2\",7,3\n", {"length"}, {5, 7}, {2, 3});
  check_reads("Unnamed: 0,length,num\n0,5,2\n", {"length"}, {5}, {2});
  check_reads("id,length,n\n0,5,2\n", {"length", "n"}, {5, 2}, {});  // items that have ids
  check_reads("length,occurrence\n5,2\n", {"length"}, {5}, {2});
  for (const std::string count : {"count", "freq", "n"}) {
    check_reads("length," + count + "\n5,2\n7,2\n", {"length"}, {5, 7}, {2, 2}, {.format = {}, .columns = {"length"}});
    check_reads("length," + count + "\n5,2\n7,2\n", {"length"}, {5, 7}, {2, 2}, {.format = {}, .columns = {"1"}});
  }
}

TEST_CASE("a comment above rows of numbers may name their columns") {
  check_reads("# length count\n9 2\n7 3\n8 1\n", {"length"}, {9, 7, 8}, {2, 3, 1});
  check_reads("#length,count\n9,2\n7,3\n8,1\n", {"length"}, {9, 7, 8}, {2, 3, 1});
  check_reads("# nodes,edges\r\n9 2\r\n", {"nodes", "edges"}, {9, 2}, {});
  check_reads("#,length\n1,5\n2,7\n", {"length"}, {5, 7}, {});
  check_reads("# length file\n12 a.txt\n7 b.txt\n", {"length"}, {12, 7}, {});
  check_reads("# length count\n9 2\n", {"count"}, {2}, {}, {.format = {}, .columns = {"count"}});
  check_reads("# length count\n# made today\n9 2\n", {"size_1", "size_2"}, {9, 2}, {});
  check_reads("## length count\n9 2\n", {"length"}, {9}, {2});
  check_reads("% x y\n9 2\n", {"size_1", "size_2"}, {9, 2}, {});
  check_reads("% x y\n9 2\n", {"y"}, {2}, {}, {.format = {}, .columns = {"y"}});
  check_reads("# length\n9 2\n", {"size_1", "size_2"}, {9, 2}, {});
  check_reads("# length 3\n9 2\n", {"size_1", "size_2"}, {9, 2}, {});
  check_reads("# length length\n9 2\n", {"size_1", "size_2"}, {9, 2}, {});
  check_reads("# length count\na b\n9 2\n", {"a", "b"}, {9, 2}, {});
  check_reads("# total size of file\n1 2 3 4\n", {"size_1", "size_2", "size_3", "size_4"}, {1, 2, 3, 4}, {});
  check_reads("# length in bytes\n1 2 3\n", {"size_1", "size_2", "size_3"}, {1, 2, 3}, {});
  check_reads("# total size of file\n1 2 3 4\n", {"size"}, {2}, {}, {.format = {}, .columns = {"size"}});
  check_reads("# in,of,size\n1,2,3\n", {"in", "of", "size"}, {1, 2, 3}, {});
  check_reads("# a b size\n1 2 3\n", {"a", "b", "size"}, {1, 2, 3}, {});
}

TEST_CASE("a separator at the end of every line is no column") {
  check_reads("5,\n7,\n", {"size"}, {5, 7}, {});
  check_reads("5;1;\r\n7;2;\r\n", {"size_1", "size_2"}, {5, 1, 7, 2}, {});
  CHECK(refusal("5,\n7,3\n") ==
        "2:3 extra_column: '3' is in a column that has nothing in the first row; choose with --columns");
  CHECK(refusal("5,,3\n").starts_with("1:3 not_an_integer: a number is missing"));
}

TEST_CASE("pandas' number of a column behind an index is its name") {
  check_reads(",1\n0,2\n1,3\n2,5\n", {"1"}, {2, 3, 5}, {});
  CHECK(refusal(",1\n512,2\n200,3\n100,5\n").find("(--columns 1 --count-column 1)") != std::string::npos);
  check_reads(",1\n512,2\n200,3\n", {"size_1"}, {512, 200}, {2, 3},
              {.format = {}, .columns = {"1"}, .count_column = "1"});
  check_reads(",1\n512,2\n200,3\n", {"1"}, {2, 3}, {}, {.format = {}, .columns = {"1"}});
  CHECK(refusal(",7\n512,2\n").starts_with("1:1 not_an_integer: a number is missing"));
}

TEST_CASE("fractions are such with an exponent, too") {
  check_reads("loss,length\n1e-05,5\n0.2,7\n", {"length"}, {5, 7}, {});
  check_reads("{\"loss\":1e-05,\"length\":5}\n{\"loss\":0.5,\"length\":7}\n", {"length"}, {5, 7}, {});
  CHECK(refusal("loss,length\n1e400,5\n").starts_with("2:1 too_large"));
}

TEST_CASE("what other programs write around a table") {
  check_reads("sep=;\na;b\n5;8\n", {"a", "b"}, {5, 8}, {});
  check_reads("SEP=|\r\na|b\r\n5|8\r\n", {"a", "b"}, {5, 8}, {});
  check_reads("% asym\n5 8\n%\n7 9\n", {"size_1", "size_2"}, {5, 8, 7, 9}, {});
  check_reads("a\r5\r7\r", {"a"}, {5, 7}, {});
  check_reads("a,b\r\"5\",8\r\r7,9", {"a", "b"}, {5, 8, 7, 9}, {});
  check_reads("\"a\rb\",c\r5,\"8\"\r", {"a\rb", "c"}, {5, 8}, {});
  check_reads("5\r", {"size"}, {5}, {});
  CHECK(refusal("a\n5\r7\n") ==
        "2:2 malformed: a carriage return is within the line, so lines may end in nothing else; write newlines, as tr "
        "'\\r' '\\n' does");
  CHECK(refusal("%%MatrixMarket matrix coordinate\n3 3 1\n") ==
        "1:unsupported: this is a MatrixMarket file, whose entries `chunk` reads as edges; here, columns are read");
}

TEST_CASE("columns are chosen by name or number, in the order given, and the others are not looked at") {
  const ReadOptions by_name{.format = {}, .columns = {"edges", "nodes"}, .count_column = "count"};
  check_reads("id,nodes,edges,count\nx y,5,8,3\n\"a,b\",6,9,4\n,1,2,0\n", {"edges", "nodes"}, {8, 5, 9, 6, 2, 1},
              {3, 4, 0}, by_name);
  const ReadOptions by_number{.format = {}, .columns = {"3"}, .count_column = ""};
  check_reads("id,nodes,count\n?,5,8\n", {"count"}, {8}, {}, by_number);
  const ReadOptions last{.format = {}, .columns = {"b"}, .count_column = "count"};
  check_reads("x b\ng 5\n  gg   7\n", {"b"}, {5, 7}, {}, last);
}

TEST_CASE("a cell that begins with # or % is a cell, and a line of a comment is none") {
  check_reads("text,length\n#MeToo is big,5\nhello,7\n% off today,9\n", {"length"}, {5, 7, 9}, {});
  check_reads("tag,length\n#a,5\n% off today,9\nb,2\n", {"length"}, {5, 9, 2}, {},
              {.format = {}, .columns = {"length"}});
  check_reads("# lengths\n5\n# more\n7\n%\n", {"size"}, {5, 7}, {});
  check_reads("a,b\n5,6\n# made by hand\n7,8\n", {"a", "b"}, {5, 6, 7, 8}, {});
  CHECK(refusal("length\n5\n#7\n", {}) == "3:1 not_an_integer: '#7' is not an integer");
  CHECK(refusal("length,name\n5,a\n#7,b\n", {.format = {}, .columns = {"length"}}) ==
        "3:1 not_an_integer: '#7' is not an integer");
}

TEST_CASE("newlines in quotes are part of a field") {
  const ReadOptions by_name{.format = {}, .columns = {"length"}};
  check_reads("text,length\n\"line one\nline two\",5\n\"x\",7\n", {"length"}, {5, 7}, {}, by_name);
  check_reads("length,text\n5,\"a\r\n\r\n# \"\"b\"\"\n\"\n7,\"1,2\n3,4\"\n8,c", {"length"}, {5, 7, 8}, {}, by_name);
  check_reads("\"of\nnodes\",\"count\"\n5,2\n", {"of\nnodes"}, {5}, {2});
  CHECK(refusal("text,length\n\"one\ntwo\",5\nthree,x\n", by_name) == "4:7 not_an_integer: 'x' is not an integer");
  CHECK(refusal("text,length\n\"one\ntwo\",x\n", by_name) == "2:11 not_an_integer: 'x' is not an integer");
  CHECK(refusal("text,length\na,1\nb,\"5\n\nc,6\n", by_name) == "3:3 malformed: the quotes of '\"5' are not closed");
  CHECK(refusal("a\n\"" + std::string(std::size_t{1} << 20, '\n'), {}) ==
        "2:1 malformed: the quotes of '\"' are not closed");
}

TEST_CASE("a header of several words names one column if the rows have one") {
  check_reads("num tokens\n5\n7\n", {"num tokens"}, {5, 7}, {});
  check_reads("  num of tokens \r\n\r\n5\r\n", {"num of tokens"}, {5}, {});
  check_reads("num tokens\n5 8\n", {"num", "tokens"}, {5, 8}, {});
  check_reads("num,tokens\n5,8\n", {"num", "tokens"}, {5, 8}, {});
  CHECK(refusal("num tokens\n") == "empty: no items: the file has only a header");
  CHECK(refusal("num tokens\n5\n7 8\n") == "3:3 extra_column: expected 1 column, found 2");
}

namespace {

/// A line that may be anything from clean to broken.
std::string random_line(std::mt19937_64& random) {
  static const Names parts{
      "5",   "17", "123456789012345", "1234567890123456", "0", ",", ",", ",", ",", " ", "\"6\"", "x", "-1", "#", "\t",
      "4.5", "\r"};
  const std::size_t columns = 3;
  std::string line;
  const std::uint64_t kind = random() % 40;
  if (kind == 0) {
    for (std::uint64_t i = random() % 9; i > 0; --i) line += parts[random() % parts.size()];
  } else if (kind == 1) {
    line = random() % 2 == 0 ? "# comment" : "   ";
  } else {
    for (std::size_t c = 0; c < columns; ++c) line += (c == 0 ? "" : ",") + std::to_string(random() % 1000);
  }
  return line + (random() % 4 == 0 ? "\r\n" : "\n");
}

}  // namespace

TEST_CASE("the fast path and the careful one read the same") {
  // A blank before every line sends it through the careful path; columns of errors then differ by one.
  std::mt19937_64 random(20);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string plain;
    std::string careful;
    for (std::uint64_t lines = random() % 120; lines > 0; --lines) {
      const std::string line = random_line(random);
      plain += line;
      careful += ' ' + line;
    }
    const ReadOptions some{.format = Format::csv, .columns = {"2"}, .count_column = ""};
    const ReadOptions all{.format = Format::csv, .columns = {}, .count_column = "3"};
    for (const ReadOptions& options : {some, all}) {
      Reading a = read(plain, options);
      Reading b = read(careful, options);
      refused += a.error ? 1 : 0;
      if (b.error && b.error->column > 0) --b.error->column;
      CAPTURE(plain);
      CAPTURE(a.error.value_or(Error{}).message);
      CAPTURE(b.error.value_or(Error{}).message);
      REQUIRE(same(a, b));
    }
  }
  CHECK(refused > 50);
}

TEST_CASE("pieces of any size read as the whole") {
  std::mt19937_64 random(21);
  for (int round = 0; round < 60; ++round) {
    std::string text = random() % 2 == 0 ? "\xef\xbb\xbf"
                                           "a,b,count\r\n"
                                         : "";
    for (std::uint64_t lines = random() % 9000; lines > 0; --lines) {
      text += std::to_string(random() % 100) + "," + std::to_string(random() % 100) + ",1\n";
    }
    for (std::uint64_t lines = random() % 20; lines > 0; --lines) text += random_line(random);
    CHECK(same(read(text), read_in_pieces(text, {}, random)));
  }
}

}  // namespace tuplepack::tests::csv_test
