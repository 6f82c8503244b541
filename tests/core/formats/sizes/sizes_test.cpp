#include "tuplepack/formats/sizes/sizes.hpp"

#include "files.hpp"
#include "formats/reading.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/detection/format_table.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::sizes_test {

using namespace formats;

TEST_CASE("formats go by their names") {
  for (const char* known : {"detect", "csv", "json", "json_lines", "npy", "npz", "parquet", "arrow"}) {
    CHECK(name(format_by_name(known).value()) == known);
  }
  const auto names = format_names();
  CHECK(format_by_name("xml").error().message == "unknown value 'xml'; choose " + alternatives(names));
  CHECK(alternatives(names).starts_with("detect, csv, json, json_lines, npy, npz, parquet"));
}

TEST_CASE("the name of a file tells its format") {
  CHECK(format_of_name("a/b.JSONL.gz") == Format::json_lines);
  CHECK(format_of_name("x.ndjson") == Format::json_lines);
  CHECK(format_of_name("x.tsv.zst") == Format::csv);
  CHECK(format_of_name("<stdin>") == Format::detect);
  CHECK(format_of_name(".json") == Format::detect);
  ReadOptions named;
  named.likely = Format::json_lines;
  CHECK(read("[3,4]\n", named).sizes == std::vector<std::int64_t>{3, 4});
  CHECK(read("[3,4]\n", named).components.size() == 2);
  CHECK(read("[3,4]\n").components.size() == 1);
}

TEST_CASE("a signature is waited for only as long as it may come") {
  for (const char* text : {"5\n", "length\n5\n", "[3\n", "vertices", "ORCID,nodes,edges"}) {
    CAPTURE(text);
    CHECK_FALSE(may_be_signature(text));
  }
  for (const char* text : {"5", "(", "ORC", "ORC\n", "\x05\n"}) {  // of a line, or of a length in 8 bytes
    CAPTURE(text);
    CHECK(may_be_signature(text));
  }
  CHECK(may_be_signature("PK\x03"));
  CHECK(
      may_be_signature("\xfd"
                       "7zX"));
  using namespace std::string_literals;
  for (const std::string& whole : {"\x1f\x8b\x08\0\0\0\0\0"s, "\x28\xb5\x2f\xfd\0"s, "\xfd\x37zXZ\0"s, "PK\x03\x04\0"s,
                                   "\x93NUMPY\x01\0"s, "ARROW1\0\0"s}) {
    CAPTURE(whole);
    CHECK_FALSE(may_be_signature(whole));
  }
  CHECK(compression_of("BZh9 is a name") == Compression::none);
  CHECK(compression_of("BZh91AY&SY...") == Compression::bzip2);
}

TEST_CASE("what a file is does not depend on the pieces that it comes in") {
  std::mt19937_64 random(5);
  using namespace std::string_literals;
  for (const std::string& bytes :
       {"5 \x10\0\0\0\0\0\0\x9d\x1f \n\0"
        "31\t\xff\0!\t"s,
        "\x3c\0\0\0\0\0\0\0\1\2\3\4\n:"s + std::string(80, 'x'), "\x3c\0\0\0\0\0\0\0{\"a\":1}"s, "4\n\0\0\6\0\0\0 7"s,
        "x.csv"s + std::string(252, '\0') + "ustar\0 5"s, "5\n7\n"s, "BZh91AY"s, "ORC\n\x0b\0\0\0"s, "ORC\n5\n7\n"s}) {
    const Reading whole = read(bytes, {.format = Format::detect, .columns = {}});
    for (int round = 0; round < 20; ++round) {
      CHECK(same(whole, read_in_pieces(bytes, {.format = Format::detect, .columns = {}}, random)));
    }
  }
}

TEST_CASE("the first bytes tell the format") {
  using Numbers = std::vector<std::int64_t>;
  CHECK(read("5\n7\n").sizes == Numbers{5, 7});
  CHECK(read("[5,7]\n").sizes == Numbers{5, 7});
  CHECK(read("\n\n [\n5,7]").sizes == Numbers{5, 7});
  CHECK(read("[5,1]\n[7,1]\n").sizes == Numbers{5, 1, 7, 1});
  CHECK(read("[5,1]\n\n\n").sizes == Numbers{5, 1});
  CHECK(read("{\"a\":5}\n{\"a\":7}").sizes == Numbers{5, 7});
  CHECK(read("{\"lengths\":\n[0,1]}").sizes == Numbers{1});
  CHECK(refusal("\x1f\x8b\x08 and so on") == "unsupported: the file is compressed with gzip; decompress it first");
  CHECK(refusal("PK\x03\x04 and so on") == "malformed: the zip archive is damaged or cut off");
  CHECK(read("[" + std::string(std::size_t{1} << 20, ' ') + "5]\n").sizes == Numbers{5});
}

TEST_CASE("every histogram of the test data is read as it stands") {
  for (const char* file : {"wikipedia_512.csv", "molhiv_train.csv", "ppa_synthetic.csv", "code2_synthetic.csv"}) {
    CAPTURE(file);
    const std::string bytes = read_file(std::string("data/") + file);
    const packing::Histogram expected = load(file);
    const auto histogram = read_histogram(bytes);
    REQUIRE(histogram);
    CHECK(histogram->components == expected.components);
    CHECK(histogram->sizes == expected.sizes);
    CHECK(histogram->counts == expected.counts);
  }
}

TEST_CASE("a histogram passes on what its rows break") {
  const auto error_of = [](std::string_view text) { return read_histogram(text).error(); };
  CHECK(error_of("length,count\n5,0\n").code == ErrorCode::empty);
  CHECK(error_of("length,count\n5,9007199254740991\n").code == ErrorCode::too_large);
  CHECK(error_of("").code == ErrorCode::empty);
  CHECK(error_of("length,count\n5,x\n").line == 2);
}

TEST_CASE("rows come in blocks, and an error of the sink ends the reading") {
  std::string text = "[";
  for (int i = 0; i < 20000; ++i) text += (i == 0 ? "" : ",") + std::to_string(i);
  text += "]";
  for (const std::string& input : {text, "a\n" + std::string(40000, '1').replace(1, 1, "\n")}) {
    int calls = 0;
    const RowSink sink{.begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; },
                       .rows = [&](std::span<const std::int64_t>, std::span<const std::int64_t>) -> Result<void> {
                         ++calls;
                         return calls < 2 ? Result<void>{} : fail(ErrorCode::plan_mismatch, "enough");
                       }};
    SizesReader reader({}, sink);
    auto result = reader.feed(input);
    if (result) result = std::move(reader).finish();
    if (calls == 2) CHECK(result.error().message == "enough");
    CHECK(calls <= 2);
  }
}

TEST_CASE("sizes: flush gives the sink what is complete, and changes nothing else") {
  for (const Format format : {Format::csv, Format::json_lines}) {
    std::vector<std::int64_t> sizes;
    SizesReader reader({.format = format, .columns = {}},
                       {.begin = [](const auto&, bool) -> Result<void> { return {}; },
                        .rows = [&](std::span<const std::int64_t> rows, std::span<const std::int64_t>) -> Result<void> {
                          sizes.insert(sizes.end(), rows.begin(), rows.end());
                          return {};
                        }});
    const auto feed = [&](std::string_view bytes) { REQUIRE(reader.feed(std::span(bytes.data(), bytes.size()))); };
    REQUIRE(reader.flush());
    feed("3000\n5000\n1");
    CHECK(sizes.empty());
    REQUIRE(reader.flush());
    CHECK(sizes == std::vector<std::int64_t>{3000, 5000});
    feed("7\n4");
    REQUIRE(reader.flush());
    REQUIRE(std::move(reader).finish());
    CHECK(sizes == std::vector<std::int64_t>{3000, 5000, 17, 4});
  }
}

}  // namespace tuplepack::tests::sizes_test
