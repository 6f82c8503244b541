#include "../text.hpp"
#include "flat_table.hpp"
#include "tuplepack/formats/arrow.hpp"
#include "types.hpp"

#include <algorithm>
#include <deque>

namespace tuplepack {

static tl::unexpected<Error> corrupt_batch(std::string reason) {
  return fail(ErrorCode::malformed, std::move(reason));
}

namespace {

/// The fields of a record batch, and its buffers, decompressed where they are compressed.
class BatchBuffers {
 public:
  BatchBuffers(const ArrowBatch& batch, const Decompress& decompress)
      : bytes_(batch.metadata), table_(FlatTable(bytes_).table(2)), body_(batch.body), decompress_(decompress) {
    constexpr std::size_t two_numbers = 16;
    nodes_ = table_.vector(1, two_numbers);
    buffers_ = table_.vector(2, two_numbers);
    if (table_.has(4)) views_ = table_.vector(4, sizeof(std::int64_t));
    if (table_.has(3)) codec_ = table_.table(3).number<std::int8_t>(0) == 0 ? Codec::lz4_frame : Codec::zstd;
  }

  /// The rows of a field, and how many of them are null.
  struct Node {
    std::int64_t rows = 0, nulls = 0;
  };
  [[nodiscard]] Result<Node> node(const ArrowField& field);
  /// index  among the buffers of the field
  [[nodiscard]] Result<std::string_view> buffer(const ArrowField& field, std::size_t index);

 private:
  FlatBytes bytes_;
  FlatTable table_;
  std::string_view body_;
  const Decompress& decompress_;
  FlatVector nodes_, buffers_, views_;
  Codec codec_ = Codec::none;
  std::deque<std::vector<char>> unpacked_;
};

}  // namespace

Result<BatchBuffers::Node> BatchBuffers::node(const ArrowField& field) {
  if (field.node >= nodes_.size) return corrupt_batch("it has fewer fields than the schema");
  const std::size_t at = nodes_.first + field.node * 16;
  const Node found{.rows = bytes_.at<std::int64_t>(at), .nulls = bytes_.at<std::int64_t>(at + 8)};
  if (found.rows < 0 || found.nulls < 0) return corrupt_batch("its numbers of rows are negative");
  return found;
}

Result<std::string_view> BatchBuffers::buffer(const ArrowField& field, std::size_t index) {
  std::uint64_t place = field.buffer + index;
  for (std::size_t i = 0; i < std::min(field.views_before, views_.size); ++i) {
    place += bytes_.at<std::uint64_t>(views_.first + i * sizeof(std::int64_t));
  }
  if (place >= buffers_.size) return corrupt_batch("it has fewer buffers than the schema");
  const std::size_t at = buffers_.first + static_cast<std::size_t>(place) * 16;
  const auto begin = bytes_.at<std::uint64_t>(at), size = bytes_.at<std::uint64_t>(at + 8);
  if (begin > body_.size() || size > body_.size() - begin) return corrupt_batch("a buffer ends beyond it");
  const std::string_view packed = body_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
  if (codec_ == Codec::none || packed.empty()) return packed;
  constexpr std::size_t head = sizeof(std::int64_t);
  if (packed.size() < head) return corrupt_batch("a compressed buffer has no size");
  const auto unpacked_size = little_endian<std::int64_t>(packed.data());
  if (unpacked_size == -1) return packed.substr(head);
  constexpr std::int64_t small_buffer = std::int64_t{1} << 24, greatest_ratio = std::int64_t{1} << 15;
  if (unpacked_size < 0 ||
      (unpacked_size > small_buffer && unpacked_size / greatest_ratio > static_cast<std::int64_t>(packed.size()))) {
    return corrupt_batch("a compressed buffer unpacks to more than is possible");
  }
  std::vector<char>& unpacked = unpacked_.emplace_back(static_cast<std::size_t>(unpacked_size));
  if (auto done = decompress_(codec_, packed.substr(head), unpacked); !done) return tl::unexpected(done.error());
  return std::string_view(unpacked.data(), unpacked.size());
}

// ---- nulls ----

static bool bit_at(std::string_view bits, std::size_t i) {
  return (static_cast<unsigned char>(bits[i / 8]) >> (i % 8) & 1U) != 0;
}

/// Which rows of a field are there, as bits; empty: all.
static Result<std::string_view> validity(BatchBuffers& buffers, const ArrowField& field) {
  const auto node = buffers.node(field);
  if (!node) return tl::unexpected(node.error());
  if (node->nulls == 0) return std::string_view();
  if (field.type == ArrowType::null || field.type == ArrowType::united || field.type == ArrowType::run_ends) {
    return std::string_view();
  }
  auto bits = buffers.buffer(field, 0);
  if (bits && bits->size() < static_cast<std::uint64_t>(node->rows + 7) / 8) {
    return corrupt_batch("its bits of nulls are too few");
  }
  return bits;
}

// ---- lengths ----

template <typename Offset>
static bool add_differences(std::string_view offsets, std::size_t rows, std::vector<std::int64_t>& lengths) {
  if (rows == 0) return true;
  if (offsets.size() / sizeof(Offset) <= rows) return false;
  const std::size_t first = lengths.size();
  lengths.resize(first + rows);
  std::int64_t* const out = lengths.data() + first;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t length =
        static_cast<std::uint64_t>(std::int64_t{little_endian<Offset>(offsets.data() + (i + 1) * sizeof(Offset))}) -
        static_cast<std::uint64_t>(std::int64_t{little_endian<Offset>(offsets.data() + i * sizeof(Offset))});
    out[i] = static_cast<std::int64_t>(length);
    bits |= length;
  }
  return static_cast<std::int64_t>(bits) >= 0;
}

template <typename Size>
static bool add_sizes(std::string_view sizes, std::size_t rows, std::vector<std::int64_t>& lengths) {
  if (sizes.size() / sizeof(Size) < rows) return false;
  std::int64_t bits = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    lengths.push_back(little_endian<Size>(sizes.data() + i * sizeof(Size)));
    bits |= lengths.back();
  }
  return bits >= 0;
}

static bool is_wide(const ArrowField& field) {
  return field.type == ArrowType::large_list || field.type == ArrowType::large_list_view ||
         field.type == ArrowType::large_binary || field.type == ArrowType::large_utf8;
}

static Result<void> add_list_lengths(BatchBuffers& buffers, const ArrowField& field, std::size_t rows,
                                     std::vector<std::int64_t>& lengths) {
  if (field.type == ArrowType::fixed_list) {
    constexpr std::size_t most_rows = std::size_t{1} << 26;  // no buffer says that they are there
    if (field.width < 0) return corrupt_batch("its lists have a negative length");
    if (rows > most_rows) return fail(ErrorCode::unsupported, "it has too many rows");
    lengths.resize(lengths.size() + rows, field.width);
    return {};
  }
  const bool views = field.type == ArrowType::list_view || field.type == ArrowType::large_list_view;
  const auto bytes = buffers.buffer(field, views ? 2 : 1);
  if (!bytes) return tl::unexpected(bytes.error());
  bool added = false;
  if (views) {
    added = is_wide(field) ? add_sizes<std::int64_t>(*bytes, rows, lengths)
                           : add_sizes<std::int32_t>(*bytes, rows, lengths);
  } else {
    added = is_wide(field) ? add_differences<std::int64_t>(*bytes, rows, lengths)
                           : add_differences<std::int32_t>(*bytes, rows, lengths);
  }
  if (!added) return corrupt_batch("its offsets are too few or go backwards");
  return {};
}

// ---- values ----

namespace {

/// A range of the values of a field.
struct ValueRange {
  std::size_t first = 0, count = 0;
};

}  // namespace

template <typename Stored, typename Value>
static bool add_stored(std::string_view bytes, ValueRange range, std::vector<Value>& values) {
  const std::size_t size = bytes.size() / sizeof(Stored);
  if (range.first > size || range.count > size - range.first) return false;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    values.push_back(static_cast<Value>(little_endian<Stored>(bytes.data() + i * sizeof(Stored))));
  }
  return true;
}

static bool add_integers(const ArrowField& field, std::string_view bytes, ValueRange range, ColumnRows& rows) {
  auto& values = rows.integers;
  rows.is_unsigned = !field.is_signed;
  switch (field.is_signed ? field.width : -field.width) {
    case 8: return add_stored<std::int8_t>(bytes, range, values);
    case 16: return add_stored<std::int16_t>(bytes, range, values);
    case 32: return add_stored<std::int32_t>(bytes, range, values);
    case -8: return add_stored<std::uint8_t>(bytes, range, values);
    case -16: return add_stored<std::uint16_t>(bytes, range, values);
    case -32: return add_stored<std::uint32_t>(bytes, range, values);
    default: return add_stored<std::int64_t>(bytes, range, values);
  }
}

static bool add_texts(std::string_view text, std::string_view offsets, bool wide, ValueRange range, ColumnRows& rows) {
  const std::size_t width = wide ? sizeof(std::int64_t) : sizeof(std::int32_t);
  const std::size_t size = offsets.size() / width;
  if (range.count == 0) return true;
  if (range.first >= size || range.count >= size - range.first) return false;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    const char* const at = offsets.data() + i * width;
    const std::int64_t begin = wide ? little_endian<std::int64_t>(at) : little_endian<std::int32_t>(at);
    const std::int64_t end = wide ? little_endian<std::int64_t>(at + width) : little_endian<std::int32_t>(at + width);
    if (begin < 0 || end < begin || static_cast<std::uint64_t>(end) > text.size()) return false;
    rows.text += text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    rows.text_ends.push_back(rows.text.size());
  }
  return true;
}

static bool add_bits(std::string_view bits, ValueRange range, ColumnRows& rows) {
  const std::size_t size = bits.size() * 8;
  if (range.first > size || range.count > size - range.first) return false;
  for (std::size_t i = range.first; i < range.first + range.count; ++i)
    rows.integers.push_back(bit_at(bits, i) ? 1 : 0);
  return true;
}

namespace {

/// The buffers of a field with values.
struct FieldValues {
  const ArrowField& field;
  std::string_view valid, bytes, text;
};

}  // namespace

static Result<FieldValues> values_of(BatchBuffers& buffers, const ArrowField& field) {
  FieldValues found{.field = field, .valid = {}, .bytes = {}, .text = {}};
  const auto valid = validity(buffers, field);
  if (!valid) return tl::unexpected(valid.error());
  const auto bytes = buffers.buffer(field, 1);
  if (!bytes) return tl::unexpected(bytes.error());
  found.valid = *valid;
  found.bytes = *bytes;
  switch (field.type) {
    case ArrowType::integer:
    case ArrowType::timestamp:
    case ArrowType::decimal:
    case ArrowType::boolean: return found;
    default: break;
  }
  const auto text = buffers.buffer(field, 2);
  if (!text) return tl::unexpected(text.error());
  found.text = *text;
  return found;
}

/// assumes  the range lies within the bits of nulls
static bool add_range(const FieldValues& from, ValueRange range, ColumnRows& rows) {
  const std::size_t before = rows.values();
  bool added = false;
  switch (from.field.type) {
    case ArrowType::integer:
    case ArrowType::timestamp: added = add_integers(from.field, from.bytes, range, rows); break;
    case ArrowType::decimal:
      added = from.field.width == 1 ? add_stored<float>(from.bytes, range, rows.decimals)
                                    : add_stored<double>(from.bytes, range, rows.decimals);
      break;
    case ArrowType::boolean: added = add_bits(from.bytes, range, rows); break;
    default: added = add_texts(from.text, from.bytes, is_wide(from.field), range, rows);
  }
  if (!added || (from.valid.empty() && rows.present.empty())) return added;
  rows.present.resize(before, 1);
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    rows.present.push_back(from.valid.empty() || bit_at(from.valid, i) ? 1 : 0);
  }
  return true;
}

// ---- a column ----

/// Where lists begin among the elements.
static std::int64_t list_begin(const ArrowField& field, std::string_view offsets, std::size_t row) {
  if (field.type == ArrowType::fixed_list) return static_cast<std::int64_t>(row) * field.width;
  return is_wide(field) ? little_endian<std::int64_t>(offsets.data() + row * sizeof(std::int64_t))
                        : std::int64_t{little_endian<std::int32_t>(offsets.data() + row * sizeof(std::int32_t))};
}

/// Adds the elements of lists, whose lengths are known and whose offsets there are.
static Result<void> add_elements(BatchBuffers& buffers, const ArrowField& field, const ArrowField& element,
                                 std::span<const std::int64_t> lengths, ColumnRows& rows) {
  const auto too_few = [] { return corrupt_batch("its elements are too few"); };
  const auto node = buffers.node(element);
  if (!node) return tl::unexpected(node.error());
  const auto values = values_of(buffers, element);
  if (!values) return tl::unexpected(values.error());
  std::string_view offsets;
  if (field.type != ArrowType::fixed_list) {
    const auto bytes = buffers.buffer(field, 1);
    if (!bytes) return tl::unexpected(bytes.error());
    offsets = *bytes;
  }
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    if (lengths[row] <= 0) continue;
    const std::int64_t begin = list_begin(field, offsets, row);
    if (begin < 0 || begin > node->rows || lengths[row] > node->rows - begin) return too_few();
    const ValueRange range{.first = static_cast<std::size_t>(begin), .count = static_cast<std::size_t>(lengths[row])};
    if (!add_range(*values, range, rows)) return too_few();
  }
  return {};
}

/// Marks the rows as null that a field or a struct around it has none of.
static Result<void> add_null_rows(BatchBuffers& buffers, const ArrowField& field, std::size_t count, bool list,
                                  ColumnRows& rows) {
  const auto valid = validity(buffers, field);
  if (!valid) return tl::unexpected(valid.error());
  if (valid->empty() || count == 0) return {};
  if (valid->size() < (count + 7) / 8) return corrupt_batch("its bits of nulls are too few");
  const std::size_t first = (list ? rows.lengths.size() : rows.values()) - count;
  if (!list) rows.present.resize(first + count, 1);
  for (std::size_t i = 0; i < count; ++i) {
    if (bit_at(*valid, i)) continue;
    if (list) {
      rows.lengths[first + i] = null_length;
    } else {
      rows.present[first + i] = 0;
    }
  }
  return {};
}

static Result<void> read_rows_of(const ArrowFile& file, BatchBuffers& buffers, std::size_t column, std::size_t count,
                                 ColumnPart part, ColumnRows& rows) {
  const ArrowColumn& storage = file.storage[column];
  const ArrowField& field = file.fields[storage.field];
  const bool list = file.columns[column].lists;
  const auto node = buffers.node(field);
  if (!node) return tl::unexpected(node.error());
  if (static_cast<std::uint64_t>(node->rows) != count)
    return corrupt_batch("its fields have different numbers of rows");
  if (list) {
    if (auto added = add_list_lengths(buffers, field, count, rows.lengths); !added) return added;
    if (auto added = add_null_rows(buffers, field, count, true, rows); !added) return added;
  }
  for (const std::size_t parent : storage.parents) {
    if (!list) continue;
    if (auto added = add_null_rows(buffers, file.fields[parent], count, true, rows); !added) return added;
  }
  if (part == ColumnPart::lengths) return {};
  if (list) {
    const auto lengths = std::span<const std::int64_t>(rows.lengths).last(count);
    return add_elements(buffers, field, file.fields[*storage.element], lengths, rows);
  }
  const auto values = values_of(buffers, field);
  if (!values) return tl::unexpected(values.error());
  if (!add_range(*values, {.first = 0, .count = count}, rows)) return corrupt_batch("its values are too few");
  for (const std::size_t parent : storage.parents) {
    if (auto added = add_null_rows(buffers, file.fields[parent], count, false, rows); !added) return added;
  }
  return {};
}

static bool can_read(const ArrowFile& file, std::size_t column, ColumnPart part) {
  const TableColumn& described = file.columns[column];
  if (part == ColumnPart::lengths) return described.lists;
  const std::uint8_t type = file.fields[file.storage[column].field].type;
  const bool views = described.lists && (type == ArrowType::list_view || type == ArrowType::large_list_view);
  return described.kind != ColumnKind::other && !views;
}

Result<void> read_arrow_column(const ArrowFile& file, const Decompress& decompress, std::size_t column,
                               std::size_t batch, ColumnPart part, ColumnRows& rows) {
  const ArrowBatch& from = file.batches[batch];
  BatchBuffers buffers(from, decompress);
  Result<void> added = fail(ErrorCode::unsupported, "its type is not supported");
  if (can_read(file, column, part)) {
    added = read_rows_of(file, buffers, column, static_cast<std::size_t>(from.rows), part, rows);
  }
  if (added) return added;
  Error error = std::move(added.error());
  error.message = "column " + quote(file.columns[column].name) + ", record batch " + std::to_string(batch + 1) + ": " +
                  error.message;
  return tl::unexpected(std::move(error));
}

}  // namespace tuplepack
