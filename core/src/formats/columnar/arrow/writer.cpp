#include "flat_writer.hpp"
#include "formats/bytes/little_endian.hpp"
#include "tuplepack/formats/columnar/arrow.hpp"
#include "tuplepack/formats/columnar/list_table.hpp"
#include "types.hpp"

#include <cassert>

namespace tuplepack::formats {

// Tables and fields have the numbers of Schema.fbs, Message.fbs and File.fbs.

static constexpr std::size_t offset_size = sizeof(std::uint32_t), two_numbers = 16;
static constexpr std::uint64_t version_5 = 4, header_schema = 1, header_batch = 3;

static std::size_t padded(std::size_t size) {
  constexpr std::size_t alignment = 64;
  return (size + alignment - 1) / alignment * alignment;
}

/// A field, to which the offset at `from` leads. Returns where the offsets to its type and its children are.
static std::size_t write_field(FlatWriter& to, std::size_t from, std::string_view name, std::uint8_t type) {
  const std::size_t at = to.table(from, {{.number = 0, .size = offset_size},
                                         {.number = 3, .size = offset_size},
                                         {.number = 5, .size = offset_size},
                                         {.number = 2, .size = 1, .value = type},
                                         {.number = 1, .size = 1, .value = 0}});
  to.text(at, name);
  return at + offset_size;
}

static void write_list_field(FlatWriter& to, std::size_t from, const ListColumn& column) {
  const std::size_t list = write_field(to, from, column.name, ArrowType::list);
  to.table(list, {});
  const std::size_t children = to.vector(list + offset_size, 1, offset_size);
  const std::size_t element = write_field(to, children, "item", ArrowType::integer);
  const std::uint64_t bits = column.type == Dtype::int32 ? 32 : 64;
  to.table(element, {{.number = 0, .size = 4, .value = bits}, {.number = 1, .size = 1, .value = 1}});
  to.vector(element + offset_size, 0, offset_size);
}

static void write_arrow_schema(FlatWriter& to, std::size_t from, std::span<const ListColumn> columns) {
  const std::size_t at = to.table(from, {{.number = 1, .size = offset_size}});
  const std::size_t fields = to.vector(at, columns.size(), offset_size);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    write_list_field(to, fields + c * offset_size, columns[c]);
  }
}

// ---- messages ----

/// A message. Returns where the offset to its header is.
static std::size_t begin_message(FlatWriter& to, std::uint64_t header, std::uint64_t body) {
  return to.root({{.number = 3, .size = 8, .value = body},
                  {.number = 2, .size = offset_size},
                  {.number = 0, .size = 2, .value = version_5},
                  {.number = 1, .size = 1, .value = header}}) +
         sizeof body;
}

void ArrowWriter::put(std::string_view bytes) {
  write_(bytes);
  position_ += bytes.size();
}

/// Returns the size of the message without its body.
std::uint64_t ArrowWriter::put_message(std::string_view metadata) {
  std::string head(arrow_stream_magic);
  put_little_endian(head, static_cast<std::uint32_t>(metadata.size()));
  put(head);
  put(metadata);
  return head.size() + metadata.size();
}

ArrowWriter::ArrowWriter(std::vector<ListColumn> columns, WriteBytes write)
    : columns_(std::move(columns)), write_(std::move(write)) {
  put(std::string(arrow_magic) + std::string(2, '\0'));
  FlatWriter schema;
  write_arrow_schema(schema, begin_message(schema, header_schema, 0), columns_);
  (void)put_message(std::move(schema).take());
}

/// The offsets of lists.
static std::string offsets_of(std::span<const std::int64_t> lengths) {
  std::string bytes;
  bytes.reserve(padded((lengths.size() + 1) * sizeof(std::int32_t)));
  std::int64_t end = 0;
  put_little_endian(bytes, std::int32_t{0});
  for (const std::int64_t length : lengths) put_little_endian(bytes, static_cast<std::int32_t>(end += length));
  return bytes;
}

void ArrowWriter::add(std::span<const ListRows> rows) {
  assert(rows.size() == columns_.size());
  std::uint64_t body = 0;
  for (const ListRows& column : rows) {
    body += padded((column.lengths.size() + 1) * sizeof(std::int32_t)) + padded(column.values.size());
  }
  FlatWriter metadata;
  const std::uint64_t count = rows.front().lengths.size();
  const std::size_t header = begin_message(metadata, header_batch, body);
  const std::size_t at = metadata.table(header, {{.number = 0, .size = 8, .value = count},
                                                 {.number = 1, .size = offset_size},
                                                 {.number = 2, .size = offset_size}});
  std::size_t node = metadata.vector(at + 8, 2 * rows.size(), two_numbers);
  for (std::size_t c = 0; c < rows.size(); ++c, node += 2 * two_numbers) {
    const std::size_t width = columns_[c].type == Dtype::int32 ? sizeof(std::int32_t) : sizeof(std::int64_t);
    metadata.set(node, count);
    metadata.set(node + two_numbers, rows[c].values.size() / width);
  }
  // of a list whether it is null, and its offsets; of its elements whether they are null, and the elements
  std::size_t buffer = metadata.vector(at + 8 + offset_size, 4 * rows.size(), two_numbers);
  std::uint64_t place = 0;
  for (const ListRows& column : rows) {
    for (const std::size_t size :
         {std::size_t{0}, (column.lengths.size() + 1) * sizeof(std::int32_t), std::size_t{0}, column.values.size()}) {
      metadata.set(buffer, place);
      metadata.set(buffer + sizeof place, size);
      place += padded(size);
      buffer += two_numbers;
    }
  }
  blocks_.push_back({.begin = position_, .body = body});
  blocks_.back().metadata = put_message(std::move(metadata).take());
  for (const ListRows& column : rows) {
    const std::string offsets = offsets_of(column.lengths);
    for (const std::string_view bytes : {std::string_view(offsets), std::string_view(column.values)}) {
      put(bytes);
      put(std::string(padded(bytes.size()) - bytes.size(), '\0'));
    }
  }
}

void ArrowWriter::finish() {
  constexpr std::size_t block_size = 24;
  put(std::string(arrow_stream_magic) + std::string(sizeof(std::uint32_t), '\0'));
  FlatWriter footer;
  const std::size_t at = footer.root({{.number = 1, .size = offset_size},
                                      {.number = 3, .size = offset_size},
                                      {.number = 0, .size = 2, .value = version_5}});
  write_arrow_schema(footer, at, columns_);
  std::size_t block = footer.vector(at + offset_size, blocks_.size(), block_size);
  for (const Block& written : blocks_) {
    footer.set(block, written.begin);
    footer.set(block + 8, written.metadata, sizeof(std::int32_t));
    footer.set(block + 16, written.body);
    block += block_size;
  }
  std::string bytes = std::move(footer).take();
  put_little_endian(bytes, static_cast<std::uint32_t>(bytes.size()));
  put(bytes);
  put(arrow_magic);
}

}  // namespace tuplepack::formats
