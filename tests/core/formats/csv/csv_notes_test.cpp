#include "formats/check_reads.hpp"
#include "formats/reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::csv_notes_test {

using namespace formats;

using Names = std::vector<std::string>;

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

TEST_CASE("columns of ids and columns without a name are no sizes, unless they are chosen or there are no others") {
  std::string note;
  const auto names_of = [&](std::string_view text, const ReadOptions& options = {}) {
    note.clear();
    HistogramSink histogram;
    RowSink sink = histogram.sink();
    sink.note = [&](const std::string& said) { note = said; };
    SizesReader reader(options, std::move(sink));
    REQUIRE(reader.feed(text));
    REQUIRE(std::move(reader).finish());
    return histogram.components();
  };
  CHECK(names_of("id,length\n1,5\n2,7\n") == Names{"length"});
  CHECK(note == "column 'id' is ignored, as ids; choose with --columns");
  CHECK(names_of("user_id,Index,tokens,label\n1,2,5,0\n") == Names{"tokens"});
  CHECK(note ==
        "columns 'user_id', 'Index' are ignored, as ids; column 'label' is ignored, as metadata; choose with "
        "--columns");
  CHECK(names_of(",length\n0,5\n1,7\n") == Names{"length"});
  CHECK(note == "the column without a name is ignored as an index; choose with --columns");
  for (const std::string index : {"Unnamed: 0", "level_0", "X", "...1", "row", "rownum", "uuid", "key"}) {
    CHECK(names_of(index + ",length\n0,5\n1,7\n") == Names{"length"});
    CHECK(note == "column '" + index + "' is ignored, as ids; choose with --columns");
  }
  for (const std::string count : {"n", "num", "N", "cnt", "nombre", "Häufigkeit"}) {
    CHECK(names_of("length," + count + "\n5,2\n7,3\n") == Names{"length"});
    CHECK(note.starts_with("read as a histogram: sizes 'length', counts '" + count + "'"));
  }
  CHECK(names_of("num,tokens\n5,2\n") == Names{"num", "tokens"});
  CHECK(names_of("length,edges,n\n5,2,3\n") == Names{"length", "edges", "n"});
  CHECK(names_of("0,1\n5,6\n") == Names{"size_1", "size_2"});
  CHECK(note == "the first line, 0,1,…, is an item; pandas writes it above columns without names");
  CHECK(names_of("length,edges,\n5,6,\n") == Names{"length", "edges"});
  CHECK(note.empty());
  CHECK(names_of("id\n1\n2\n") == Names{"id"});
  CHECK(names_of("id,length\n1,5\n", {.format = {}, .columns = {"id", "length"}, .count_column = ""}) ==
        Names{"id", "length"});
  CHECK(note.empty());
  CHECK(names_of("{\"id\":7,\"nodes\":3}\n{\"id\":8,\"nodes\":4}\n") == Names{"nodes"});
  CHECK(note == "column 'id' is ignored, as ids; choose with --columns");
  for (const std::string_view text : {"text,length\nhello,5\nit's 7,7\n", "text,length\n\"5 of\nthem\",5\n8,9\n",
                                      "text\tlength\n<s> no </s>\t5\n", "{\"text\":[\"a\",\"b\"],\"length\":[5,7]}",
                                      "{\"text\":\"hello\",\"length\":5}\n{\"text\":7,\"length\":6}\n"}) {
    CHECK(names_of(text) == Names{"length"});
    CHECK(note == "column 'text' is ignored, as text; choose with --columns");
  }
  CHECK(names_of("id,text,language,nodes,edges,count\nx,hello,en,5,8,2\ny,,,7,9,1\n") == Names{"nodes", "edges"});
  CHECK(note ==
        "column 'id' is ignored, as ids; columns 'text', 'language' are ignored, as text; choose with --columns");
  CHECK(names_of("text,length,freq\nhello,5,2\n") == Names{"length"});
  CHECK(note ==
        "read as a histogram: sizes 'length', counts 'freq' (--count-column another, or --columns); column "
        "'text' is ignored, as text; choose with --columns");
  CHECK(names_of("12 a.txt\n7 b.txt\n") == Names{"size"});
  CHECK(note == "column '2' is ignored, as text; choose with --columns");
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
  for (const std::string text :
       {"1,024\n2,048\n1,512\n", "7,512\n9,100\n1,024\n", "1 512\n2 048\n1 512\n", "length\n1 512\n2 048\n1 512\n"}) {
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

TEST_CASE("a first line 0 above one column is an item, with a note") {
  check_reads("0\n5\n7\n", {"size"}, {0, 5, 7}, {});
  CHECK(noted("0\n5\n7\n") == "the first line, 0, is an item; pandas writes it above a column without a name");
  CHECK(noted("5\n0\n").empty());
  CHECK(noted("0 1\n5 0\n").empty());
}

}  // namespace tuplepack::tests::csv_notes_test
