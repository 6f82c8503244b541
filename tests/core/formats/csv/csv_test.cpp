#include "formats/check_reads.hpp"
#include "formats/reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::csv_test {

using namespace formats;

using Names = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

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

TEST_CASE("columns of ids and columns without a name are no sizes, unless they are chosen or there are no others") {
  std::string note;
  const auto noted = [&](std::string_view text, const ReadOptions& options = {}) {
    note.clear();
    HistogramSink histogram;
    RowSink sink = histogram.sink();
    sink.note = [&](const std::string& said) { note = said; };
    SizesReader reader(options, std::move(sink));
    REQUIRE(reader.feed(text));
    REQUIRE(std::move(reader).finish());
    return histogram.components();
  };
  CHECK(noted("id,length\n1,5\n2,7\n") == Names{"length"});
  CHECK(note == "column 'id' is ignored, as ids; choose with --columns");
  CHECK(noted("user_id,Index,tokens,label\n1,2,5,0\n") == Names{"tokens"});
  CHECK(note ==
        "columns 'user_id', 'Index' are ignored, as ids; column 'label' is ignored, as metadata; choose with "
        "--columns");
  CHECK(noted(",length\n0,5\n1,7\n") == Names{"length"});
  CHECK(note == "the column without a name is ignored as an index; choose with --columns");
  for (const std::string index : {"Unnamed: 0", "level_0", "X", "...1", "row", "rownum", "uuid", "key"}) {
    CHECK(noted(index + ",length\n0,5\n1,7\n") == Names{"length"});
    CHECK(note == "column '" + index + "' is ignored, as ids; choose with --columns");
  }
  for (const std::string count : {"n", "num", "N", "cnt", "nombre", "Häufigkeit"}) {
    CHECK(noted("length," + count + "\n5,2\n7,3\n") == Names{"length"});
    CHECK(note.starts_with("read as a histogram: sizes 'length', counts '" + count + "'"));
  }
  CHECK(noted("num,tokens\n5,2\n") == Names{"num", "tokens"});
  CHECK(noted("length,edges,n\n5,2,3\n") == Names{"length", "edges", "n"});
  CHECK(noted("0,1\n5,6\n") == Names{"size_1", "size_2"});
  CHECK(note == "the first line, 0,1,…, is an item; pandas writes it above columns without names");
  CHECK(noted("length,edges,\n5,6,\n") == Names{"length", "edges"});
  CHECK(note.empty());
  CHECK(noted("id\n1\n2\n") == Names{"id"});
  CHECK(noted("id,length\n1,5\n", {.format = {}, .columns = {"id", "length"}, .count_column = ""}) ==
        Names{"id", "length"});
  CHECK(note.empty());
  CHECK(noted("{\"id\":7,\"nodes\":3}\n{\"id\":8,\"nodes\":4}\n") == Names{"nodes"});
  CHECK(note == "column 'id' is ignored, as ids; choose with --columns");
  for (const std::string_view text : {"text,length\nhello,5\nit's 7,7\n", "text,length\n\"5 of\nthem\",5\n8,9\n",
                                      "text\tlength\n<s> no </s>\t5\n", "{\"text\":[\"a\",\"b\"],\"length\":[5,7]}",
                                      "{\"text\":\"hello\",\"length\":5}\n{\"text\":7,\"length\":6}\n"}) {
    CHECK(noted(text) == Names{"length"});
    CHECK(note == "column 'text' is ignored, as text; choose with --columns");
  }
  CHECK(noted("id,text,language,nodes,edges,count\nx,hello,en,5,8,2\ny,,,7,9,1\n") == Names{"nodes", "edges"});
  CHECK(note ==
        "column 'id' is ignored, as ids; columns 'text', 'language' are ignored, as text; choose with --columns");
  CHECK(noted("text,length,freq\nhello,5,2\n") == Names{"length"});
  CHECK(note ==
        "read as a histogram: sizes 'length', counts 'freq' (--count-column another, or --columns); column "
        "'text' is ignored, as text; choose with --columns");
}

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

TEST_CASE("a first line is no header for words that only columns of text have") {
  const auto noted = [](std::string_view text) {
    std::string note;
    HistogramSink histogram;
    RowSink sink = histogram.sink();
    sink.note = [&](const std::string& said) { note += said; };
    SizesReader reader({}, std::move(sink));
    REQUIRE(reader.feed(text));
    REQUIRE(std::move(reader).finish());
    return note;
  };
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
  CHECK(noted("12 a.txt\n7 b.txt\n") == "column '2' is ignored, as text; choose with --columns");
  check_reads("id,2023\n0,5\n1,7\n", {"2023"}, {5, 7}, {});  // a word above a number
  check_reads("name,length\na,5\nb,7\n", {"length"}, {5, 7}, {});
  check_reads("a,b\n5,6\n", {"a", "b"}, {5, 6}, {});
  CHECK(refusal("a,b\nc,d\n").starts_with("2:1 "));
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

/// What is noted about sizes, which come in two pieces.
static std::string noted(std::string_view text, const ReadOptions& options = {}) {
  std::string note;
  HistogramSink histogram;
  RowSink sink = histogram.sink();
  sink.note = [&](const std::string& said) { note += said; };
  SizesReader reader(options, std::move(sink));
  REQUIRE(reader.feed(text.substr(0, text.size() / 2)));
  REQUIRE(reader.feed(text.substr(text.size() / 2)));
  REQUIRE(std::move(reader).finish());
  return note;
}

TEST_CASE("a last number that may have been longer is noted where no newline follows") {
  const std::string_view cut = "the last line does not end with a newline, so its last number may be truncated";
  for (const std::string_view text : {"length\n512\n200\n18", "\"length\"\n512\n\"7\"\n18", "a,b\n5,12\n7,13\n20,4",
                                      "count,length\n5,20\n7,3", "length\r512\r200\r18", "5 12\n7 13\n2 4"}) {
    CAPTURE(text);
    CHECK(noted(text) == cut);
    CHECK(noted(std::string(text) + (text.find('\r') == std::string_view::npos ? "\n" : "\r")).empty());
  }
  for (const std::string_view text :
       {"length\n512\n200\n180", "5\n7\n1200", "512", "length\n512\n\"18\"", "length\n512\n18 ",
        "a,b\n5,12\n120,13\n4,14", "length,count\n5,20\n7,3", "512,4", "length\n512\n200\n18\n# 5"}) {
    CAPTURE(text);
    CHECK(noted(text).empty());
  }
  CHECK(noted("2\n100\n50\n5").ends_with(cut));
  CHECK(noted("2\n100\n50\n55").find(cut) == std::string::npos);
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

TEST_CASE("columns that may have offsets are noted, and those of epochs or classes are not sizes") {
  CHECK(noted("offset\n0\n5\n12\n") ==
        "column 'offset' may have offsets, whose differences are the sizes (numpy.diff)");
  CHECK(noted("start,end\n0,5\n5,12\n") ==
        "columns 'start', 'end' may have offsets, whose differences are the sizes (numpy.diff)");
  check_reads("offset\n0\n5\n", {"offset"}, {0, 5}, {});
  for (const std::string name : {"ts", "class", "fold", "epoch", "seed", "zip", "Zip_Code", "postcode", "hash", "score",
                                 "rating", "Price", "lat", "lon", "longitude"}) {
    check_reads(name + ",length\n0,5\n1,7\n", {"length"}, {5, 7}, {});
    CHECK(noted(name + ",length\n0,5\n1,7\n") ==
          "column '" + name + "' is ignored, as metadata; choose with --columns");
  }
  const ReadOptions sizes{.format = {}, .columns = {"count"}};
  const ReadOptions both{.format = {}, .columns = {"class"}, .count_column = "count"};
  CHECK(refusal("class,count\n3,5\n4,7\n") ==
        "1:unsupported: column class may have ids or an index, and 'count' the sizes (--columns count), or column "
        "class "
        "has sizes, and 'count' their counts (--columns class --count-column count)");
  check_reads("class,count\n3,5\n4,7\n", {"count"}, {5, 7}, {}, sizes);
  check_reads("class,count\n3,5\n4,7\n", {"class"}, {3, 4}, {5, 7}, both);
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

TEST_CASE("numbers that may stand for others are noted") {
  CHECK(noted("512 200 77 100 33\n") ==
        "the only line is read as one item of 5 components; write a line for each item if these are items of one size");
  CHECK(noted("512, 200, 77\n").find("one item of 3 components") != std::string::npos);
  CHECK(noted("512,200\n").empty());
  CHECK(noted("a,b,c\n5,6,7\n").empty());
  CHECK(noted("# nodes edges bonds\n5 6 7\n") == "read as a table whose columns the comment above it names");
  CHECK(noted("length\n1.000\n2.000\n512\n") ==
        "'1.000' is read as 1, while other numbers have no point; leave out points that separate thousands");
  CHECK(noted("length\n1.000\n2.000\n").empty());
  CHECK(noted("length\n1.0\n512\n").empty());
}

TEST_CASE("commas and blanks between thousands are noted, or refused") {
  for (const std::string text : {"1,024\n2,048\n1,512\n", "7,512\n9,100\n1,024\n", "1 512\n2 048\n1 512\n"}) {
    CAPTURE(text);
    CHECK(noted(text).find("a number like 024 may be the end of 1,024") != std::string::npos);
  }
  for (const std::string text : {"1,24\n2,48\n1,512\n", "5,0.0\n7,3.0\n", "024,1\n048,2\n007,3\n",
                                 "a,b\n1,024\n2,048\n1,512\n", "1;024\n2;048\n1;512\n"}) {
    CAPTURE(text);
    CHECK(noted(text).find("1,024") == std::string::npos);
  }
  CHECK(refusal("length\n\"1,024\"\n\"512\"\n") ==
        "2:1 not_an_integer: '1,024' is not an integer; write numbers without commas");
  CHECK(refusal("n;m\n3,5;2\n").find("'3,5' is not an integer; write numbers without commas") != std::string::npos);
}

TEST_CASE("numbers without a name that ascend from 0 may be offsets") {
  const std::string_view note =
      "the numbers ascend from 0, as offsets do, whose differences are the sizes (numpy.diff)";
  CHECK(noted("0\n5\n12\n20\n").find(note) != std::string::npos);
  for (const std::string text :
       {"0\n5\n12\n", "length\n0\n5\n12\n20\n", "1\n5\n12\n20\n", "0\n5\n12\n12\n", "5\n0\n7\n9\n"}) {
    CAPTURE(text);
    CHECK(noted(text).find(note) == std::string::npos);
  }
}

TEST_CASE("columns of only 0 and 1 beside others are noted") {
  const std::string way_out = ", as flags do; choose the columns of sizes with --columns";
  CHECK(noted("tokens,a,b,num_edges\n5,1,0,1\n6,0,0,1\n7,1,1,0\n") == "columns 'a', 'b' have only 0 and 1" + way_out);
  CHECK(noted("tokens,a\n5,1\n6,0\n7,1\n") == "column 'a' has only 0 and 1" + way_out);
  CHECK(noted("5 1\n6 0\n6 1\n") == "column '2' has only 0 and 1" + way_out);
  for (const std::string text : {"tokens,a\n5,1\n6,0\n", "tokens,a\n5,1\n6,1\n6,1\n", "tokens,a\n5,1\n6,0\n6,2\n",
                                 "a,b\n1,0\n0,0\n1,1\n", "num_nodes,num_edges\n5,1\n6,0\n6,1\n", "a\n1\n0\n1\n"}) {
    CAPTURE(text);
    CHECK(noted(text).empty());
  }
  CHECK(noted("tokens,a\n5,1\n6,0\n7,1\n", {.columns = {"tokens", "a"}}).empty());
  std::string many = "tokens,a,b\n";
  for (int row = 0; row < 10'000; ++row) many += row == 9'999 ? "5,0,2\n" : "5,1,1\n";
  CHECK(noted(many) == "column 'a' has only 0 and 1" + way_out);
}

TEST_CASE("columns of dates, times or the numbers of rows beside others are noted") {
  const std::string way_out = "; choose the columns of sizes with --columns";
  const auto rows = [](std::string text, std::int64_t first, std::int64_t step) {
    for (std::int64_t row = 0; row < 9; ++row) {
      text += std::to_string(first + row * step) + "," + std::to_string(row % 4) + ",7\n";
    }
    return text;
  };
  const std::string times = " has numbers that may be dates or times" + way_out;
  CHECK(noted(rows("day_of,a,b\n", 20'240'101, 1)) == "column 'day_of'" + times);
  for (const std::int64_t unit : {1, 1'000}) {
    CHECK(noted(rows("", 1'700'000'000 * unit, 5 * unit)) == "column '1'" + times);
  }
  for (const std::int64_t first : {0, 1}) {
    CHECK(noted(rows("", first, 1)) == "column '1' has the numbers of the rows, as an index does" + way_out);
  }
  for (const std::string& text : {rows("", 2, 1), rows("", 1, 2), rows("", 33'554'430, 1), rows("", 999'999'999, 1),
                                  rows("num_tokens,a,b\n", 1, 1), rows("a,b,count\n", 1, 1)}) {
    CAPTURE(text);
    CHECK(noted(text).empty());
  }
  CHECK(noted(rows("a,b,c\n", 1, 1), {.columns = {"a", "b"}}).empty());
  std::string many = "a,b,c\n";
  for (int row = 0; row < 10'000; ++row) many += std::to_string(row == 9'999 ? 5 : row) + ",2,3\n";
  CHECK(noted(many).empty());
}

TEST_CASE("rows that ascend as sorted edges do are noted") {
  const auto rows = [](std::int64_t first, std::int64_t nodes, std::int64_t step, std::string text = "") {
    for (std::int64_t node = first; node < first + nodes; ++node) {
      for (std::int64_t other = first + (node - first) % step; other < first + nodes; other += step) {
        if (other != node) text += std::to_string(node) + " " + std::to_string(other) + "\n";
      }
    }
    return text;
  };
  const std::string_view note =
      "the rows ascend without repetition, as a sorted list of edges does, which `chunk` reads";
  CHECK(noted(rows(0, 40, 7)) == note);
  CHECK(noted(rows(1, 40, 7)) == note);
  CHECK(noted(rows(0, 40, 7) + "39 40\n").find(note) == 0);
  std::string grows, once;  // nodes and edges of graphs; a path
  for (int nodes = 1; nodes < 40; ++nodes) {
    once += std::to_string(nodes) + " " + std::to_string(nodes + 1) + "\n";
    for (int more = 0; more < 3; ++more) grows += std::to_string(nodes) + " " + std::to_string(nodes + more) + "\n";
  }
  for (const std::string& text :
       {grows, rows(2, 40, 7), rows(0, 40, 7, "a b\n"), rows(0, 40, 7) + "39 32\n", rows(0, 40, 7) + "3 5\n",
        rows(0, 40, 7) + "40 400\n", std::string("0 5\n0 7\n1 6\n")}) {
    CAPTURE(text);
    CHECK(noted(text).find("edges") == std::string::npos);
  }
  CHECK(noted(rows(0, 40, 7), {.columns = {"1", "2"}}).empty());
}

TEST_CASE("columns that name the ends of edges are noted where sizes are read") {
  CHECK(noted("src,Dst,weight\n5,3,2\n1,2,1\n") ==
        "columns 'src', 'Dst' may have the ends of edges, which `chunk` and `split` read");
  CHECK(noted("user,item\n5,3\n1,2\n").find("columns 'user', 'item' may have") == 0);
  for (const std::string text : {"src,weight\n5,3\n", "source_len,target_len\n5,3\n", "a,target\n5,3\n"}) {
    CHECK(noted(text).empty());
  }
  CHECK(noted("src,dst\n5,3\n", {.columns = {"src", "dst"}}).empty());
  const std::string edges = "5\t3\n1\t2\n4\t4\n";
  CHECK(noted("# Nodes: 6 Edges: 3\n# FromNodeId\tToNodeId\n" + edges) ==
        "the comment above the rows names ids, as above edges, which `chunk` reads");
  std::string sorted = "# FromNodeId ToNodeId\n";
  for (int id = 0; id < 40; ++id) sorted += std::to_string(id / 2) + " " + std::to_string(id / 2 + id % 2 + 1) + "\n";
  CHECK(noted(sorted) == "the comment above the rows names ids, as above edges, which `chunk` reads");
  for (const std::string comment : {"# some links\n", "# lat lon\n", "# userId rating\n"}) {
    CHECK(noted(comment + edges).find("as above edges") == std::string::npos);
  }
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

TEST_CASE("a first line 0 above one column is an item, with a note") {
  const auto note_on = [](std::string_view text) {
    std::string note;
    HistogramSink histogram;
    RowSink sink = histogram.sink();
    sink.note = [&](const std::string& said) { note += said; };
    SizesReader reader(ReadOptions{}, std::move(sink));
    REQUIRE(reader.feed(text));
    REQUIRE(std::move(reader).finish());
    return note;
  };
  check_reads("0\n5\n7\n", {"size"}, {0, 5, 7}, {});
  CHECK(note_on("0\n5\n7\n") == "the first line, 0, is an item; pandas writes it above a column without a name");
  CHECK(note_on("5\n0\n").empty());
  CHECK(note_on("0 1\n5 0\n").empty());
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
  for (const std::string text : {"5\n", "total,count\n5,1\n", "l\xe4nge;n\n5;1\n"}) {
    const std::string way_out = "unsupported: this is text in UTF-16; convert it with iconv -f UTF-16";
    std::string little, big;
    for (const char c : text) {
      little += {c, '\0'};
      big += {'\0', c};
    }
    CHECK(refusal(little) == way_out + "LE -t UTF-8");
    CHECK(refusal(big) == way_out + "BE -t UTF-8");
  }
  CHECK(refusal("5\n" + std::string((1 << 20) + 1, '5')) == "2:malformed: the line is longer than 1048576 bytes");
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
