#include "tuplepack/formats/columnar/arrow.hpp"

#include "files.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::arrow_test {

using namespace formats;

using Numbers = std::vector<std::int64_t>;

namespace {

Result<void> no_codec(Codec, std::string_view, std::size_t, std::span<char>) {
  return fail(ErrorCode::unsupported, "there is no codec");
}

/// All rows of a column; the message of an error as text.
ColumnRows rows_of(const ArrowFile& file, std::size_t column, ColumnPart part) {
  ColumnRows rows;
  const Decompress decompress = no_codec;
  for (std::size_t batch = 0; batch < file.batches.size(); ++batch) {
    const auto read = read_arrow_column(file, decompress, column, batch, part, rows);
    if (!read) return {.text = read.error().message};
  }
  return rows;
}

std::string refusal_of(std::string_view bytes, const ReadOptions& options) {
  const auto file = ColumnFile::open(bytes, ColumnFormat::arrow, no_codec);
  if (!file) return file.error().message;
  const auto read = file->read_sizes(
      options,
      {.begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; },
       .rows = [](std::span<const std::int64_t>, std::span<const std::int64_t>) -> Result<void> { return {}; }});
  return read ? "" : read.error().message;
}

}  // namespace

TEST_CASE("a stream and a file of Arrow hold the same columns") {
  for (const char* const name : {"data/columns.arrow", "data/columns.feather"}) {
    CAPTURE(name);
    const std::string bytes = read_file(name);
    CHECK(column_format(bytes) == ColumnFormat::arrow);
    const auto file = read_arrow(bytes);
    REQUIRE(file.has_value());
    CHECK(file->rows() == 3);
    std::vector<std::string> names;
    for (const TableColumn& column : file->columns) names.push_back(column.name);
    CHECK(names ==
          std::vector<std::string>{"nodes", "input_ids", "maybe", "name", "weight", "text.ids", "text.size", "pair"});
    CHECK(rows_of(*file, 0, ColumnPart::values).integers == Numbers{5, 7, 9});
    CHECK(rows_of(*file, 1, ColumnPart::lengths).lengths == Numbers{2, 0, 3});
    CHECK(rows_of(*file, 1, ColumnPart::values).present == std::vector<std::uint8_t>{1, 1, 1, 0, 1});
    CHECK(rows_of(*file, 2, ColumnPart::lengths).lengths == Numbers{1, null_length, 2});
    CHECK(rows_of(*file, 3, ColumnPart::values).text == "abc");
    CHECK(rows_of(*file, 3, ColumnPart::lengths).text == "column 'name', record batch 1: its type is not supported");
    CHECK(rows_of(*file, 4, ColumnPart::values).decimals == std::vector<double>{2, 0.5, 4});
    CHECK(rows_of(*file, 5, ColumnPart::lengths).lengths == Numbers{1, 2, 0});
    CHECK(rows_of(*file, 6, ColumnPart::values).integers == Numbers{3, 4, 5});
    CHECK(rows_of(*file, 7, ColumnPart::values).integers == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(refusal_of(bytes, {.columns = {"maybe"}}) == "row 2, column 'maybe': the value is missing (null)");
    CHECK(refusal_of(bytes, {.columns = {"weight"}}) == "row 2, column 'weight': the value 0.5 is not an integer");
    CHECK(refusal_of(bytes, {.columns = {"name"}}) == "column 'name' holds text, not sizes");
  }
}

TEST_CASE("whatever bytes are cut off or changed, Arrow is read or refused") {
  const ReadOptions all{.columns = {"nodes", "input_ids", "text.ids", "text.size", "pair"}};
  for (const char* const name : {"data/columns.arrow", "data/columns.feather"}) {
    const std::string bytes = read_file(name);
    CHECK(refusal_of(bytes, all) == "");
    for (std::size_t size = 8; size < bytes.size(); size += 5) {
      const std::string cut = bytes.substr(0, size);  // a copy, so that a sanitizer sees its end
      (void)refusal_of(cut, all);
    }
    std::mt19937_64 random(7);
    for (int i = 0; i < 3000; ++i) {
      std::string changed = bytes;
      for (int j = 0; j < 2; ++j)
        changed[static_cast<std::size_t>(random() % bytes.size())] = static_cast<char>(random());
      (void)refusal_of(changed, all);
    }
  }
  CHECK(refusal_of(read_file("data/columns.arrow").substr(0, 1000), all) ==
        "the Arrow file ends inside a message; the file may be truncated");
  CHECK(refusal_of(read_file("data/columns.feather").substr(0, 2000), all) ==
        "no Arrow footer found; the file may be truncated");
}

}  // namespace tuplepack::tests::arrow_test
