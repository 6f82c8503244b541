#include "tuplepack/formats/sizes/preview.hpp"

#include "formats/reading.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::preview_test {

using namespace formats;

namespace {

/// "csv fields ',' id*:ids nodes* count*#": whole columns have a star, lists +, the count a #, a possible one a ?, and what
/// is left out its role.
std::string shown(std::string_view bytes, bool whole = true) {
  const auto found = preview(bytes, whole);
  if (!found) return found.error().message;
  std::string text = std::string(name(found->format)) + " " + std::string(name(found->form));
  if (!found->separator.empty()) text += " '" + found->separator + "'";
  for (std::size_t c = 0; c < found->columns.size(); ++c) {
    const PreviewColumn& column = found->columns[c];
    text += " " + (column.name.empty() ? "-" : column.name) + (column.whole ? "*" : "") + (column.lists ? "+" : "") +
            (found->count == c ? "#" : "") + (found->possible_count == c ? "?" : "");
    if (column.role > ColumnRole::counts) (text += ":") += name(column.role);
  }
  return text;
}

}  // namespace

TEST_CASE("the columns of a table") {
  CHECK(shown("id,nodes,Count\nx,3,4\ny,5,6\n") == "csv fields ',' id:ids nodes* Count*#");
  CHECK(shown("# made by hand\n\n3|4.0|5.5\n6|7|8\n") == "csv fields '|' -* -* -");
  CHECK(shown("\"a,b\";c\n1;2\n") == "csv fields ';' a,b* c*");
  CHECK(shown("a b\n1  2\n") == "csv fields ' ' a* b*");
  CHECK(shown("a::b::c\n1::2::3\n") == "csv fields '::' a* b* c*");
  CHECK(shown("1,2\n3,4\n4,1\n") == "csv fields ',' -* -*?");
  CHECK(shown("1,2\n3,4\n2,1\n") == "csv fields ',' -* -*");
  CHECK(shown("1,0\n3,4\n4,1\n") == "csv fields ',' -* -*");  // nothing is counted 0 times
  CHECK(shown("a,b\r1,2\r3,4") == "csv fields ',' a* b*");
  CHECK(shown("a,b\n1,2\n3,4.", false) == "csv fields ',' a* b*");
  CHECK(shown("a,b\n1,2\n3,4.5", true) == "csv fields ',' a* b");
  CHECK(shown("") == "csv fields");
}

TEST_CASE("columns have the roles that the reader gives them") {
  CHECK(shown("Unnamed: 0,length,uid\n0,5,7\n1,6,8\n") == "csv fields ',' Unnamed: 0*:ids length* uid*:ids");
  CHECK(shown(",length,is_train,weight,name\n0,5,1,0.5,a\n") ==
        "csv fields ',' -*:unnamed length* is_train*:flags weight:fractions name:text");
  CHECK(shown("nodes,positive\n5,0\n6,1\n") == "csv fields ',' nodes* positive*");
  CHECK(shown("length,freq\n5,3\n6,1\n") == "csv fields ',' length* freq*#");
  CHECK(shown("length,freq,counts\n5,3,1\n") == "csv fields ',' length* freq* counts*");  // which one?
  CHECK(shown("id,count\n5,3\n") == "csv fields ',' id*:ids count*#");
  CHECK(shown("12 a.txt\n7 b.txt\n") == "csv fields ' ' -* -:text");
  CHECK(shown("# length count\n9 2\n7 3\n") == "csv fields ' ' length* count*#");
  CHECK(shown("5,\n7,\n") == "csv fields ',' -* -:unnamed");
  CHECK(shown("length,rows\n5,2\n7,3\n9,1\n") == "csv fields ',' length* rows*?");
  CHECK(shown("\"x\"\n\"1\" 5\n\"2\" 7\n") == "csv fields ' ' -*:unnamed x*");
  CHECK(shown(",,\na,b,c\n1,2,3\n") == "csv fields ',' a* b* c*");
  CHECK(shown("num tokens\n5\n7\n") == "csv fields ' ' num tokens*");
  const std::string most = "length" + std::string(40, ',') + "\n5" + std::string(40, ',') + "\n";
  CHECK(shown(most).starts_with("csv fields ',' length* -:unnamed -:unnamed"));
  CHECK(shown(R"({"uid":"a","input_ids":[1,2],"attention_mask":[1,1],"split":"train"})") ==
        "json columns uid:ids input_ids* attention_mask*:flags split");
  CHECK(shown(R"([{"uid":"a","input_ids":[1,2],"attention_mask":[1,1],"split":"train"}])") ==
        "json objects uid:ids input_ids+ attention_mask+:flags split:text");
  CHECK(shown(R"({"index":[0,1],"length":[5,7],"ok":[true,false],"x":[[1],[2]]})") ==
        "json columns index*:ids length* ok:flags x");
}

TEST_CASE("the forms of JSON") {
  CHECK(shown("[5,7]") == "json numbers -*");
  CHECK(shown("[[3,4,1],[5,") == "json arrays -* -* -*?");
  CHECK(shown(R"([{"id":"x","input_ids":[1,2],"n":3},{"n":4,"id":"y","input_i)", false) ==
        "json objects id:ids input_ids+ n*");
  CHECK(shown(R"([{"a":3,"count":2}])") == "json objects a* count*#");
  CHECK(shown(R"({"length":[5,7],"note":"x","count":[1,)", false) == "json columns length* note count*#");
  CHECK(shown(R"({"a":[[1],[2]]})") == "json columns a");
  CHECK(shown(R"({"lengths":[0,1]})") == "json lengths");
  CHECK(shown(R"({"schema":"tuplepack.plan/1","str)", false) == "json plan");
  CHECK(shown("{\"a\":5,\"b\":[1]}\n{\"a\":5.5,\"b\":[]}\n{\"a\"", false) == "json_lines objects a b+");
  CHECK(shown("[1,2]\n[3,4]\n") == "json_lines arrays -* -*?");
  CHECK(shown("[1,2]\n[3,4]\n[]\n[5,6]\n") == "json_lines arrays row+");
  CHECK(shown("[[1,2],[3],[4,5") == "json arrays row+");
}

TEST_CASE("arrays") {
  CHECK(shown(npy("<i8", "(3, 2)", "")) == "npy arrays -* -*");
  CHECK(shown(npy("<f8", "(3,)", "")) == "npy arrays -*");
  CHECK(shown(npy("<U2", "(3,)", "")) == "npy arrays -");
  CHECK(shown("\x1f\x8b\x08") == "the file is compressed with gzip; decompress it first");
}

TEST_CASE("archives") {
  const auto npz = [](std::vector<std::pair<std::string_view, std::vector<std::int64_t>>> arrays) {
    std::string bytes;
    NpzWriter writer([&](std::span<const std::byte> more) {
      bytes.append(reinterpret_cast<const char*>(more.data()), more.size());
    });
    for (const auto& [name, shape] : arrays) {
      std::size_t size = sizeof(std::int64_t);
      for (const std::int64_t extent : shape) size *= static_cast<std::size_t>(extent);
      writer.begin(name, Dtype::int64, shape);
      writer.append(std::vector<std::byte>(size));
      writer.end();
    }
    writer.finish();
    return bytes;
  };
  CHECK(shown(npz({{"nodes", {2}}, {"count", {2}}, {"x", {2, 2}}})) == "npz columns nodes* count*# x");
  CHECK(shown(npz({{"uid", {2}}, {"nodes", {2}}, {"freq", {2}}})) == "npz columns uid*:ids nodes* freq*#");
  CHECK(shown(npz({{"nodes", {2}}})) == "npz columns nodes*");
  CHECK(shown(npz({{"pairs", {2, 2}}})) == "npz arrays -* -*");
  CHECK(shown(npz({})) == "npz columns");
}

}  // namespace tuplepack::tests::preview_test
