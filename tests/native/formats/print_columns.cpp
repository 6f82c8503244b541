// Prints the columns of a Parquet or Arrow file as JSON: of lists that hold no values, their lengths. Text is printed in
// hexadecimal.

#include "codecs/decompress.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

using namespace tuplepack;

static int fail_with(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 2;
}

/// Prints the value at a place.
static void print_value(const formats::TableColumn& column, const formats::ColumnRows& rows, std::size_t at) {
  if (!rows.present.empty() && rows.present[at] == 0) {
    std::printf("null");
  } else if (column.kind == formats::ColumnKind::floating) {
    std::printf("%.17g", rows.decimals[at]);
  } else if (column.kind == formats::ColumnKind::text) {
    std::printf("\"");
    for (std::size_t i = at == 0 ? 0 : rows.text_ends[at - 1]; i < rows.text_ends[at]; ++i) {
      std::printf("%02x", static_cast<unsigned>(static_cast<unsigned char>(rows.text[i])));
    }
    std::printf("\"");
  } else if (rows.is_unsigned) {
    std::printf("\"%llu\"", static_cast<unsigned long long>(rows.integers[at]));
  } else {
    std::printf("\"%lld\"", static_cast<long long>(rows.integers[at]));
  }
}

static void print_rows(const formats::TableColumn& column, const formats::ColumnRows& rows) {
  const bool lengths = column.lists && column.kind == formats::ColumnKind::other;
  const std::size_t count = column.lists ? rows.lengths.size() : rows.values();
  std::size_t at = 0;
  for (std::size_t row = 0; row < count; ++row) {
    if (row > 0) std::printf(",");
    if (!column.lists) {
      print_value(column, rows, row);
    } else if (rows.lengths[row] == formats::null_length) {
      std::printf("null");
    } else if (lengths) {
      std::printf("%lld", static_cast<long long>(rows.lengths[row]));
    } else {
      std::printf("[");
      for (std::int64_t i = 0; i < rows.lengths[row]; ++i) {
        if (i > 0) std::printf(",");
        print_value(column, rows, at++);
      }
      std::printf("]");
    }
  }
}

/// All rows of a column; of lists also by their lengths alone, which must be the same.
static Result<formats::ColumnRows> all_rows(std::string_view bytes, std::size_t column, formats::ColumnPart part) {
  formats::ColumnRows rows;
  const formats::Decompress codecs = codecs::decompress;
  if (formats::column_format(bytes) == formats::ColumnFormat::arrow) {
    const auto file = formats::read_arrow(bytes);
    for (std::size_t batch = 0; batch < file->batches.size(); ++batch) {
      if (auto read = read_arrow_column(*file, codecs, column, batch, part, rows); !read) {
        return tl::unexpected(read.error());
      }
    }
    return rows;
  }
  const auto file = formats::read_parquet(bytes);
  for (std::size_t group = 0; group < file->groups.size(); ++group) {
    formats::ParquetReader reader(*file, bytes, codecs, column, group, part);
    while (true) {
      const auto more = reader.next(rows);
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
    }
  }
  return rows;
}

int main(int count, char** words) {
  if (count != 2) return 2;
  std::ifstream stream(words[1], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const auto file = formats::ColumnFile::open(
      bytes, formats::column_format(bytes).value_or(formats::ColumnFormat::parquet), codecs::decompress);
  if (!file) return fail_with(file.error());
  std::printf("[");
  for (std::size_t c = 0; c < file->columns().size(); ++c) {
    const formats::TableColumn& column = file->columns()[c];
    const bool values = column.kind != formats::ColumnKind::other;
    if (!values && !column.lists) continue;
    const auto rows = all_rows(bytes, c, values ? formats::ColumnPart::values : formats::ColumnPart::lengths);
    if (!rows) return fail_with(rows.error());
    if (column.lists) {
      const auto lengths = all_rows(bytes, c, formats::ColumnPart::lengths);
      if (!lengths) return fail_with(lengths.error());
      if (lengths->lengths != rows->lengths) return fail_with({.code = {}, .message = "lengths differ"});
    }
    std::printf("%s{\"name\":\"%s\",\"rows\":[", c == 0 ? "" : ",", column.name.c_str());
    print_rows(column, *rows);
    std::printf("]}\n");
  }
  std::printf("]\n");
  return 0;
}
