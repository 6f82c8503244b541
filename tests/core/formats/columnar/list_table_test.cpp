#include "tuplepack/formats/columnar/list_table.hpp"

#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::list_table_test {

using namespace formats;

using Numbers = std::vector<std::int64_t>;

namespace {

struct Table {
  std::string bytes;
  Numbers lengths[2], values[2];  // of a column of 32 and of one of 64 bits
};

/// Rows in groups, some lists of which are empty.
template <typename Writer>
Table random_table(std::mt19937_64& random, std::size_t groups) {
  Table table;
  Writer writer({{.name = "items"}, {.name = "begins", .type = Dtype::int64}},
                [&](std::string_view bytes) { table.bytes += bytes; });
  const auto draw = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
  for (std::size_t group = 0; group < groups; ++group) {
    std::vector<ListRows> rows(2);
    const std::int64_t longest = std::int64_t{1} << draw(13);
    for (std::int64_t row = draw(200) + 1; row > 0; --row) {
      for (std::size_t c = 0; c < 2; ++c) {
        Numbers list(static_cast<std::size_t>(draw(4) == 0 ? 0 : draw(static_cast<std::uint64_t>(longest) + 1)));
        for (std::int64_t& value : list)
          value = c == 0 ? draw(std::uint64_t{1} << 31U) : static_cast<std::int64_t>(random());
        table.lengths[c].push_back(static_cast<std::int64_t>(list.size()));
        table.values[c].insert(table.values[c].end(), list.begin(), list.end());
        if (c == 1) {
          rows[c].add(std::span<const std::int64_t>(list));
        } else {
          rows[c].add(std::span<const std::int32_t>(std::vector<std::int32_t>(list.begin(), list.end())));
        }
      }
    }
    writer.add(rows);
  }
  writer.finish();
  return table;
}

Result<void> no_codec(Codec, std::string_view, std::size_t, std::span<char>) {
  return fail(ErrorCode::unsupported, "there is no codec");
}

ColumnRows parquet_rows(const std::string& bytes, std::size_t column, ColumnPart part) {
  const auto file = read_parquet(bytes);
  REQUIRE(file.has_value());
  const Decompress decompress = no_codec;
  ColumnRows rows;
  for (std::size_t group = 0; group < file->groups.size(); ++group) {
    ParquetReader reader(*file, bytes, decompress, column, group, part);
    for (bool more = true; more;) {
      const auto next = reader.next(rows);
      REQUIRE_MESSAGE(next.has_value(), (next ? "" : next.error().message));
      more = *next;
    }
  }
  return rows;
}

ColumnRows arrow_rows(const std::string& bytes, std::size_t column, ColumnPart part) {
  const auto file = read_arrow(bytes);
  REQUIRE_MESSAGE(file.has_value(), (file ? "" : file.error().message));
  const Decompress decompress = no_codec;
  ColumnRows rows;
  for (std::size_t batch = 0; batch < file->batches.size(); ++batch) {
    REQUIRE(read_arrow_column(*file, decompress, column, batch, part, rows).has_value());
  }
  return rows;
}

}  // namespace

TEST_CASE("tables of lists are read as they were written") {
  std::mt19937_64 random(std::random_device{}());
  const auto seed = random();
  random.seed(seed);
  CAPTURE(seed);
  for (std::size_t groups = 0; groups < 12; ++groups) {
    const Table parquet = random_table<ParquetWriter>(random, groups);
    const Table arrow = random_table<ArrowWriter>(random, groups);
    for (std::size_t c = 0; c < 2; ++c) {
      for (const ColumnPart part : {ColumnPart::lengths, ColumnPart::values}) {
        CHECK(parquet_rows(parquet.bytes, c, part).lengths == parquet.lengths[c]);
        CHECK(arrow_rows(arrow.bytes, c, part).lengths == arrow.lengths[c]);
      }
      CHECK(parquet_rows(parquet.bytes, c, ColumnPart::values).integers == parquet.values[c]);
      CHECK(arrow_rows(arrow.bytes, c, ColumnPart::values).integers == arrow.values[c]);
    }
  }
}

TEST_CASE("pages end between rows") {
  std::string bytes;
  ParquetWriter writer({{.name = "items"}}, [&](std::string_view some) { bytes += some; });
  ListRows rows;
  const std::vector<std::int32_t> row(100'000, 7);
  for (int i = 0; i < 20; ++i) rows.add(std::span(row));
  writer.add(std::span(&rows, 1));
  writer.finish();
  const auto file = read_parquet(bytes);
  REQUIRE(file.has_value());
  const Decompress decompress = no_codec;
  ParquetReader reader(*file, bytes, decompress, 0, 0, ColumnPart::lengths);
  Numbers pages;
  for (ColumnRows read; reader.next(read).value_or(false); read.clear()) {
    pages.push_back(static_cast<std::int64_t>(read.lengths.size()));
  }
  CHECK(pages == Numbers{3, 3, 3, 3, 3, 3, 2});
}

}  // namespace tuplepack::tests::list_table_test
