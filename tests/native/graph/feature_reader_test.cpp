#include "graph/chunk/feature_reader.hpp"

#include "arrays.hpp"
#include "temporary_folder.hpp"
#include "tuplepack/formats/columnar/list_table.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <string>
#include <vector>

namespace tuplepack::tests::feature_reader_test {

using namespace graph;

namespace {

FeatureChunks feature(std::vector<std::string> files) {
  return {.type = 0, .name = "x", .format = ChunkFormat::numpy, .files = std::move(files)};
}

/// All rows.
std::string rows_of(const FeatureChunks& chunks, const FeatureLayout& layout, const std::string& folder) {
  std::string bytes;
  const auto sink = [&](std::span<const std::byte> rows, std::int64_t first) -> Result<void> {
    CHECK(first * layout.row_bytes == static_cast<std::int64_t>(bytes.size()));
    CHECK(rows.size() % static_cast<std::size_t>(layout.row_bytes) == 0);
    bytes.append(reinterpret_cast<const char*>(rows.data()), rows.size());
    return {};
  };
  REQUIRE(read_feature(chunks, layout, folder, sink));
  return bytes;
}

void check_fails(const FeatureChunks& chunks, std::int64_t rows, const TemporaryFolder& folder,
                 const std::string& message) {
  const auto layout = feature_layout(chunks, rows, folder.path());
  REQUIRE_FALSE(layout);
  CHECK(layout.error().message == folder.path() + "/" + message);
}

}  // namespace

TEST_CASE("features of every type, in one dimension") {
  const TemporaryFolder folder;
  for (const std::string type : {"|b1", "|u1", "|i1", "<u2", "<i2", "<f2", "<u4", "<i4", "<f4", "<u8", "<i8", "<f8"}) {
    const auto width = static_cast<std::size_t>(type[2] - '0');
    std::vector<std::uint8_t> bytes(5 * width);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
    const std::string whole(bytes.begin(), bytes.end());
    folder.write("0", formats::npy_header(type, std::vector<std::int64_t>{2}) + whole.substr(0, 2 * width));
    folder.write("1", formats::npy_header(type, std::vector<std::int64_t>{0}));
    folder.write("2", formats::npy_header(type, std::vector<std::int64_t>{3}) + whole.substr(2 * width));
    const auto chunks = feature({"0", "1", folder.file("2")});
    const auto layout = feature_layout(chunks, 5, folder.path());
    REQUIRE(layout);
    CHECK(layout->type == type);
    CHECK(layout->rows == 5);
    CHECK(layout->columns == -1);
    CHECK(layout->row_bytes == static_cast<std::int64_t>(width));
    CHECK(rows_of(chunks, *layout, folder.path()) == whole);
  }
}

TEST_CASE("features of two dimensions, in either order, in blocks") {
  const TemporaryFolder folder;
  constexpr std::int64_t columns = 3, rows = 100'000;
  std::vector<float> values(columns * rows);
  std::iota(values.begin(), values.end(), 0.0F);
  const auto half = static_cast<std::ptrdiff_t>(columns * 40'000);
  folder.write("0", npy<float>("<f4", {40'000, columns}, {values.begin(), values.begin() + half}));
  folder.write("1", fortran_npy<float>("<f4", 60'000, columns, {values.begin() + half, values.end()}));
  const auto chunks = feature({"0", "1"});
  const auto layout = feature_layout(chunks, rows, folder.path());
  REQUIRE(layout);
  CHECK(layout->columns == columns);
  CHECK(layout->row_bytes == 12);
  const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  CHECK((rows_of(chunks, *layout, folder.path()) == bytes));
  int calls = 0;
  const auto sink = [&](std::span<const std::byte>, std::int64_t) -> Result<void> { return {}; };
  CHECK(read_feature(chunks, *layout, folder.path(), sink, [&](double) { return ++calls < 2; }).error().code ==
        ErrorCode::stopped);
  const auto refuse = [](std::span<const std::byte>, std::int64_t) -> Result<void> {
    return fail(ErrorCode::device, "full");
  };
  CHECK(read_feature(chunks, *layout, folder.path(), refuse).error().message == "full");
}

TEST_CASE("rows without columns") {
  const TemporaryFolder folder;
  folder.write("0", npy<float>("<f4", {5, 0}, {}));
  const auto layout = feature_layout(feature({"0"}), 5, folder.path());
  REQUIRE(layout);
  CHECK(layout->columns == 0);
  CHECK(layout->row_bytes == 0);
  const auto sink = [](std::span<const std::byte>, std::int64_t) -> Result<void> { return fail({}, "a row"); };
  CHECK(read_feature(feature({"0"}), *layout, folder.path(), sink));
}

TEST_CASE("files of a feature that do not agree, or are none") {
  const TemporaryFolder folder;
  folder.write("0", npy<float>("<f4", {2, 3}, std::vector<float>(6)));
  folder.write("width", npy<float>("<f4", {1, 2}, std::vector<float>(2)));
  folder.write("type", npy<double>("<f8", {1, 3}, std::vector<double>(3)));
  folder.write("flat", npy<float>("<f4", {1}, std::vector<float>(1)));
  folder.write("deep", npy<float>("<f4", {1, 1, 1}, std::vector<float>(1)));
  folder.write("big", npy<float>(">f4", {1, 3}, std::vector<float>(3)));
  folder.write("text", npy<float>("<U1", {1}, std::vector<float>(1)));
  const std::string whole = npy<float>("<f4", {2, 3}, std::vector<float>(6));
  folder.write("short", whole.substr(0, whole.size() - 1));
  folder.write("long", whole + "x");
  folder.write("head", whole.substr(0, 50));
  folder.write("csv", "1 2 3\n");
  folder.write("nothing", "");
  const std::string but = ", but " + folder.file("0") + " has 3 columns of float32";
  check_fails(feature({"0"}), 3, folder, "0: feature 'x' has 2 rows in all files, expected 3");
  check_fails(feature({"0", "width"}), 3, folder, "width: 2 columns of float32" + but);
  check_fails(feature({"0", "type"}), 3, folder, "type: 3 columns of float64" + but);
  check_fails(feature({"0", "flat"}), 3, folder, "flat: one dimension of float32" + but);
  check_fails(feature({"deep"}), 1, folder, "deep: an array of shape (1, 1, 1); features have one or two dimensions");
  check_fails(feature({"big"}), 1, folder, "big: the array is big-endian; convert it with .astype('<f4')");
  check_fails(feature({"text"}), 1, folder,
              "text: the array holds text, not numbers: bool, integers, or floats of 16, 32 or 64 bits");
  check_fails(feature({"short"}), 2, folder, "short: the file is truncated: expected 24 bytes of data, found 23");
  check_fails(feature({"long"}), 2, folder, "long: trailing data after the 24 bytes of the array");
  check_fails(feature({"head"}), 2, folder, "head: the file ends within the .npy header");
  check_fails(feature({"csv"}), 2, folder, "csv: not a .npy file: it begins with '1 2 3\\x0a'");
  check_fails(feature({"nothing"}), 2, folder, "nothing: the file ends within the .npy header");
  check_fails(feature({"none"}), 2, folder, "none: No such file or directory");
  FeatureChunks parquet = feature({"0"});
  parquet.format = ChunkFormat::parquet;
  check_fails(parquet, 2, folder, "0: neither a Parquet nor an Arrow file");
  FeatureChunks column = feature({"0"});
  column.column = "a";
  check_fails(column, 2, folder, "0: a column was given, but this is not a Parquet or Arrow file");
}

namespace {

/// A table of one column: lists of so many numbers, which count from `first` on.
template <typename Writer>
std::string table(std::vector<std::int64_t> rows, std::size_t width, std::int32_t first) {
  std::string bytes;
  Writer writer({{.name = "x", .type = formats::Dtype::int32}}, [&](std::string_view some) { bytes += some; });
  std::vector<std::int32_t> row(width);
  for (const std::int64_t count : rows) {
    formats::ListRows some;
    for (std::int64_t i = 0; i < count; ++i, first += static_cast<std::int32_t>(width)) {
      std::iota(row.begin(), row.end(), first);
      some.add(std::span<const std::int32_t>(row));
    }
    writer.add(std::span(&some, 1));
  }
  writer.finish();
  return bytes;
}

}  // namespace

TEST_CASE("features in arrays and tables, one after the other") {
  const TemporaryFolder folder;
  std::vector<std::int32_t> values(5 * 1200);
  std::iota(values.begin(), values.end(), 0);
  folder.write("empty", table<formats::ParquetWriter>({}, 5, 0));
  folder.write("0", table<formats::ArrowWriter>({300, 0, 100}, 5, 0));
  folder.write("1", npy<std::int32_t>("<i4", {400, 5}, {values.begin() + 2000, values.begin() + 4000}));
  folder.write("2", table<formats::ParquetWriter>({1, 398, 1}, 5, 4000));
  const auto chunks = feature({"empty", "0", "1", "empty", "2"});
  const auto layout = feature_layout(chunks, 1200, folder.path());
  REQUIRE_MESSAGE(layout, layout.error().message);
  CHECK(layout->type == "<i4");
  CHECK(layout->columns == 5);
  CHECK(layout->file_rows == std::vector<std::int64_t>{0, 400, 400, 0, 400});
  const std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int32_t));
  CHECK((rows_of(chunks, *layout, folder.path()) == bytes));
  const std::string path = folder.path();
  FeatureRows reader(chunks, *layout, path);
  for (const std::int64_t first : {799, 100, 801, 0, 1199, 350}) {  // forwards and back
    std::vector<std::byte> row(20);
    REQUIRE(reader.read(first, row));
    CHECK(std::string(reinterpret_cast<const char*>(row.data()), 20) ==
          bytes.substr(20 * static_cast<std::size_t>(first), 20));
  }
  const auto none = feature_layout(feature({"empty"}), 0, folder.path());
  REQUIRE(none);
  CHECK(none->columns == 0);
  folder.write("wide", table<formats::ArrowWriter>({3}, 6, 0));
  check_fails(feature({"empty", "0", "wide"}), 403, folder,
              "wide: 6 columns of int32, but " + folder.file("0") + " has 5 columns of int32");
}

}  // namespace tuplepack::tests::feature_reader_test
