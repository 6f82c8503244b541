#include "formats/bytes/little_endian.hpp"
#include "level_writer.hpp"
#include "thrift_writer.hpp"
#include "tuplepack/formats/columnar/list_table.hpp"
#include "tuplepack/formats/columnar/parquet.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::formats {

// The numbers of parquet.thrift.
static constexpr std::int64_t type_int32 = 1, type_int64 = 2, repetition_required = 0, repetition_repeated = 2,
                              plain_encoding = 0, run_encoding = 3;
static constexpr std::int16_t logical_list_field = 3;

static std::size_t width_of(Dtype type) {
  return type == Dtype::int32 ? sizeof(std::int32_t) : sizeof(std::int64_t);
}

// ---- pages ----

/// The levels of lists: whether an entry continues with one, and whether it is an element.
static std::string page_levels(std::span<const std::int64_t> lengths) {
  LevelWriter repetition, definition;
  for (const std::int64_t length : lengths) {
    const auto entries = static_cast<std::uint64_t>(std::max<std::int64_t>(length, 1));
    repetition.add(false, 1);
    repetition.add(true, entries - 1);
  }
  for (std::size_t row = 0, same = 0; row < lengths.size(); row = same) {
    std::uint64_t entries = 0;
    for (same = row; same < lengths.size() && (lengths[same] > 0) == (lengths[row] > 0); ++same) {
      entries += static_cast<std::uint64_t>(std::max<std::int64_t>(lengths[same], 1));
    }
    definition.add(lengths[row] > 0, entries);
  }
  std::string bytes;
  for (LevelWriter* const levels : {&repetition, &definition}) {
    const std::string written = std::move(*levels).take();
    put_little_endian(bytes, static_cast<std::uint32_t>(written.size()));
    bytes += written;
  }
  return bytes;
}

static std::int64_t entries_of(std::span<const std::int64_t> lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0},
                         [](std::int64_t sum, std::int64_t length) { return sum + std::max<std::int64_t>(length, 1); });
}

/// size  of all that follows it, in bytes
static std::string page_header(std::int64_t entries, std::size_t size) {
  ThriftWriter header;
  header.integer(1, 0);
  header.integer(2, static_cast<std::int64_t>(size));
  header.integer(3, static_cast<std::int64_t>(size));
  header.structure(5);
  header.integer(1, entries);
  header.integer(2, plain_encoding);
  header.integer(3, run_encoding);
  header.integer(4, run_encoding);
  header.close();
  return std::move(header).take();
}

void ParquetWriter::put(std::string_view bytes) {
  write_(bytes);
  position_ += bytes.size();
}

ParquetWriter::Chunk ParquetWriter::put_column(const ListRows& rows, std::size_t width) {
  constexpr std::size_t page_size = std::size_t{1} << 20;
  Chunk chunk{.begin = position_};
  std::string_view values = rows.values;
  for (std::size_t first = 0, end = 0; first < rows.lengths.size(); first = end) {
    std::size_t size = 0;
    for (end = first; end < rows.lengths.size() && (size < page_size && end - first < page_size); ++end) {
      size += static_cast<std::size_t>(rows.lengths[end]) * width;
    }
    const auto lengths = std::span(rows.lengths).subspan(first, end - first);
    const std::string levels = page_levels(lengths);
    const std::int64_t entries = entries_of(lengths);
    put(page_header(entries, levels.size() + size));
    put(levels);
    put(values.substr(0, size));
    values.remove_prefix(size);
    chunk.values += static_cast<std::uint64_t>(entries);
  }
  chunk.size = position_ - chunk.begin;
  return chunk;
}

ParquetWriter::ParquetWriter(std::vector<ListColumn> columns, WriteBytes write)
    : columns_(std::move(columns)), write_(std::move(write)) {
  put(parquet_magic);
}

void ParquetWriter::add(std::span<const ListRows> rows) {
  assert(rows.size() == columns_.size());
  Group group{.rows = rows.front().lengths.size()};
  group.chunks.reserve(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    assert(rows[c].lengths.size() == group.rows);
    group.chunks.push_back(put_column(rows[c], width_of(columns_[c].type)));
  }
  groups_.push_back(std::move(group));
}

// ---- metadata ----

static void write_group(ThriftWriter& to, std::string_view name, std::int64_t repetition, bool list) {
  to.open();
  to.integer(3, repetition);
  to.text(4, name);
  to.integer(5, 1);
  if (list) {
    constexpr std::int64_t converted_to_list = 3;
    to.integer(6, converted_to_list);
    to.structure(10);
    to.structure(logical_list_field);
    to.close();
    to.close();
  }
  to.close();
}

static void write_schema(ThriftWriter& to, std::span<const ListColumn> columns) {
  to.list(2, ThriftType::structure, 1 + 3 * columns.size());
  to.open();
  to.text(4, "schema");
  to.integer(5, static_cast<std::int64_t>(columns.size()));
  to.close();
  for (const ListColumn& column : columns) {
    write_group(to, column.name, repetition_required, true);
    write_group(to, "list", repetition_repeated, false);
    to.open();
    to.integer(1, column.type == Dtype::int32 ? type_int32 : type_int64);
    to.integer(3, repetition_required);
    to.text(4, "element");
    to.close();
  }
}

/// begin, size, values  of the column chunk
static void write_chunk(ThriftWriter& to, const ListColumn& column, std::uint64_t begin, std::uint64_t size,
                        std::uint64_t values) {
  to.open();
  to.integer(2, static_cast<std::int64_t>(begin), ThriftType::i64);
  to.structure(3);
  to.integer(1, column.type == Dtype::int32 ? type_int32 : type_int64);
  to.list(2, ThriftType::i32, 2);
  to.element(plain_encoding);
  to.element(run_encoding);
  to.list(3, ThriftType::bytes, 3);
  for (const std::string_view name :
       {std::string_view(column.name), std::string_view("list"), std::string_view("element")}) {
    to.element(name);
  }
  to.integer(4, 0);  // uncompressed
  to.integer(5, static_cast<std::int64_t>(values), ThriftType::i64);
  to.integer(6, static_cast<std::int64_t>(size), ThriftType::i64);
  to.integer(7, static_cast<std::int64_t>(size), ThriftType::i64);
  to.integer(9, static_cast<std::int64_t>(begin), ThriftType::i64);
  to.close();
  to.close();
}

void ParquetWriter::finish() {
  ThriftWriter metadata;
  std::uint64_t rows = 0;
  for (const Group& group : groups_) rows += group.rows;
  metadata.integer(1, 1);
  write_schema(metadata, columns_);
  metadata.integer(3, static_cast<std::int64_t>(rows), ThriftType::i64);
  metadata.list(4, ThriftType::structure, groups_.size());
  for (const Group& group : groups_) {
    std::uint64_t size = 0;
    for (const Chunk& chunk : group.chunks) size += chunk.size;
    metadata.open();
    metadata.list(1, ThriftType::structure, columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Chunk& chunk = group.chunks[c];
      write_chunk(metadata, columns_[c], chunk.begin, chunk.size, chunk.values);
    }
    metadata.integer(2, static_cast<std::int64_t>(size), ThriftType::i64);
    metadata.integer(3, static_cast<std::int64_t>(group.rows), ThriftType::i64);
    metadata.close();
  }
  metadata.text(6, "tuplepack");
  std::string footer = std::move(metadata).take();
  put_little_endian(footer, static_cast<std::uint32_t>(footer.size()));
  put(footer);
  put(parquet_magic);
}

}  // namespace tuplepack::formats
