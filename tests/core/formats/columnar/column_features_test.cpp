#include "tuplepack/formats/columnar/column_features.hpp"

#include "files.hpp"
#include "tuplepack/formats/columnar/list_table.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::column_features_test {

using namespace formats;

namespace {

Result<void> no_codec(Codec, std::string_view, std::size_t, std::span<char>) {
  return fail(ErrorCode::unsupported, "there is no codec");
}

ColumnFile open_columns(std::string_view bytes) {
  auto file = ColumnFile::open(bytes, *column_format(bytes), no_codec);
  REQUIRE_MESSAGE(file.has_value(), (file ? "" : file.error().message));
  return std::move(*file);
}

/// What reading all rows of a column says; empty: nothing is wrong.
std::string refusal_of(std::string_view bytes, const std::string& name) {
  const ColumnFile file = open_columns(bytes);
  const auto column = feature_column(file, name, "x");
  if (!column) return column.error().message;
  auto feature = ColumnFeature::open(file, *column);
  if (!feature) return feature.error().message;
  std::vector<std::byte> rows(static_cast<std::size_t>(feature->rows()) * feature->row_bytes());
  const auto read = feature->read(0, rows);
  return read ? "" : read.error().message;
}

/// A table of two columns: lists of numbers, and beside them lists of one each. Rows of groups.
template <typename Writer, typename Integer>
std::string table_of(const std::vector<std::vector<std::vector<Integer>>>& groups) {
  std::string bytes;
  const Dtype type = sizeof(Integer) == 8 ? Dtype::int64 : Dtype::int32;
  Writer writer({{.name = "ones", .type = Dtype::int32}, {.name = "numbers", .type = type}},
                [&](std::string_view some) { bytes += some; });
  for (const auto& group : groups) {
    ListRows columns[2];
    for (const auto& row : group) {
      const std::int32_t one = 1;
      columns[0].add(std::span(&one, 1));
      columns[1].add(std::span<const Integer>(row));
    }
    writer.add(columns);
  }
  writer.finish();
  return bytes;
}

template <typename Writer, typename Integer>
void check_random_table(std::mt19937_64& random) {
  const std::size_t width = 1 + random() % 40, count = random() % 6;
  std::vector<std::vector<std::vector<Integer>>> groups(count);
  std::vector<Integer> all;
  for (auto& group : groups) {
    group.resize(random() % 3 == 0 ? 0 : random() % 2000, std::vector<Integer>(width));
    for (auto& row : group) {
      for (Integer& value : row) value = static_cast<Integer>(random());
      all.insert(all.end(), row.begin(), row.end());
    }
  }
  const std::string bytes = table_of<Writer, Integer>(groups);
  const ColumnFile file = open_columns(bytes);
  auto feature = ColumnFeature::open(file, 1);
  REQUIRE_MESSAGE(feature.has_value(), (feature ? "" : feature.error().message));
  const auto rows = all.size() / width;
  CHECK(feature->type() == (sizeof(Integer) == 8 ? "<i8" : "<i4"));
  CHECK(feature->lists());
  CHECK(feature->rows() == static_cast<std::int64_t>(rows));
  CHECK(feature->width() == static_cast<std::int64_t>(rows == 0 ? 0 : width));
  for (int i = 0; i < 20 && rows > 0; ++i) {
    const std::size_t first = random() % rows, some = 1 + random() % (rows - first);
    std::vector<Integer> read(some * width);
    const auto done = feature->read(static_cast<std::int64_t>(first), std::as_writable_bytes(std::span(read)));
    REQUIRE_MESSAGE(done.has_value(), (done ? "" : done.error().message));
    CHECK(std::equal(read.begin(), read.end(), all.begin() + static_cast<std::ptrdiff_t>(first * width)));
  }
}

}  // namespace

TEST_CASE("rows of features are read from anywhere") {
  std::mt19937_64 random(std::random_device{}());
  const auto seed = random();
  random.seed(seed);
  CAPTURE(seed);
  for (int i = 0; i < 6; ++i) {
    check_random_table<ParquetWriter, std::int32_t>(random);
    check_random_table<ParquetWriter, std::int64_t>(random);
    check_random_table<ArrowWriter, std::int32_t>(random);
    check_random_table<ArrowWriter, std::int64_t>(random);
  }
}

TEST_CASE("a feature has the type of its column") {
  for (const char* const name : {"data/columns.arrow", "data/columns.feather"}) {
    const std::string bytes = read_file(name);
    const ColumnFile file = open_columns(bytes);
    const auto type_of = [&](const std::string& column) {
      return std::string(ColumnFeature::open(file, *feature_column(file, column, "x"))->type());
    };
    CHECK(file.columns()[*feature_column(file, "", "pair")].name == "pair");
    CHECK(type_of("weight") == "<f8");
    auto pair = ColumnFeature::open(file, *feature_column(file, "pair", "x"));
    REQUIRE(pair.has_value());
    CHECK(pair->lists());
    CHECK(pair->width() == 2);
    auto weight = ColumnFeature::open(file, *feature_column(file, "", "weight"));
    REQUIRE(weight.has_value());
    CHECK_FALSE(weight->lists());
    std::vector<double> read(3);
    REQUIRE(weight->read(0, std::as_writable_bytes(std::span(read))));
    CHECK(read == std::vector<double>{2, 0.5, 4});
    CHECK(refusal_of(bytes, "name") == "column 'name' holds text, not numbers");
    CHECK(refusal_of(bytes, "none") ==
          "unknown column 'none'; columns: nodes, input_ids, maybe, name, weight, text.ids, text.size, pair");
    CHECK(refusal_of(bytes, "") ==
          "there is no column 'x'; columns: nodes, input_ids, maybe, name, weight, text.ids, text.size, pair");
    CHECK(refusal_of(bytes, "maybe") == "column 'maybe', record batch 1, row 2: the list is missing (null)");
    CHECK(refusal_of(bytes, "input_ids") ==
          "column 'input_ids', record batch 1, row 2: the list has 0 numbers, but the list of row 1 has 2");
  }
}

TEST_CASE("rows of other lengths are refused, with their place") {
  std::vector<std::vector<std::vector<std::int32_t>>> groups{{{1, 2}, {3, 4}}, {{5, 6}, {7}}};
  CHECK(refusal_of(table_of<ParquetWriter>(groups), "numbers") ==
        "column 'numbers', row group 2, row 4: the list has 1 numbers, but the list of row 1 has 2");
  CHECK(refusal_of(table_of<ArrowWriter>(groups), "numbers") ==
        "column 'numbers', record batch 2, row 4: the list has 1 numbers, but the list of row 1 has 2");
  groups[0][0].clear();
  CHECK(refusal_of(table_of<ParquetWriter>(groups), "numbers") ==
        "column 'numbers', row group 1, row 1: the list is empty; every row of a feature needs at least one number");
}

TEST_CASE("whatever bytes are cut off or changed, features are read or refused") {
  std::mt19937_64 random(7);
  const std::vector<std::vector<std::vector<std::int32_t>>> groups{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}, {9, 10}}};
  for (const std::string& bytes : {table_of<ParquetWriter>(groups), table_of<ArrowWriter>(groups),
                                   read_file("data/columns.arrow"), read_file("data/columns.feather")}) {
    for (int i = 0; i < 3000; ++i) {
      std::string changed = bytes;
      for (int j = 0; j < 2; ++j) {
        changed[8 + static_cast<std::size_t>(random() % (bytes.size() - 8))] = static_cast<char>(random());
      }
      const auto file = ColumnFile::open(changed, *column_format(changed), no_codec);
      for (std::size_t column = 0; file && column < file->columns().size(); ++column) {
        auto feature = ColumnFeature::open(*file, column);
        if (!feature || feature->rows() > 1000 || feature->row_bytes() > 1000) continue;
        std::vector<std::byte> rows(static_cast<std::size_t>(feature->rows()) * feature->row_bytes());
        (void)feature->read(0, rows);
      }
    }
  }
}

}  // namespace tuplepack::tests::column_features_test
