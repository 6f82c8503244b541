#include "batch_buffers.hpp"
#include "formats/text/text.hpp"
#include "types.hpp"

#include <algorithm>

namespace tuplepack::formats {

namespace {

/// A range of the rows or the values of a field.
struct ValueRange {
  std::size_t first = 0, count = 0;
};

}  // namespace

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

static Result<void> add_list_lengths(BatchBuffers& buffers, const ArrowField& field, ValueRange range,
                                     std::vector<std::int64_t>& lengths) {
  if (field.type == ArrowType::fixed_list) {
    if (field.width < 0) return corrupt_batch("negative list length");
    lengths.resize(lengths.size() + range.count, field.width);
    return {};
  }
  const bool views = field.type == ArrowType::list_view || field.type == ArrowType::large_list_view;
  const auto bytes = buffers.buffer(field, views ? 2 : 1);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::size_t width = is_wide(field) ? sizeof(std::int64_t) : sizeof(std::int32_t);
  const std::string_view from = bytes->substr(std::min(range.first, bytes->size() / width) * width);
  bool added = false;
  if (views) {
    added = is_wide(field) ? add_sizes<std::int64_t>(from, range.count, lengths)
                           : add_sizes<std::int32_t>(from, range.count, lengths);
  } else {
    added = is_wide(field) ? add_differences<std::int64_t>(from, range.count, lengths)
                           : add_differences<std::int32_t>(from, range.count, lengths);
  }
  if (!added) return corrupt_batch("offsets are missing or not monotonic");
  return {};
}

// ---- values ----

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
  const auto valid = buffers.validity(field);
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

// ---- dictionaries ----

/// The values of the field's dictionary that hold for a record batch.
static Result<ColumnRows> dictionary_of(const ArrowFile& file, const ArrowField& field, std::size_t batch,
                                        const Decompress& decompress) {
  ColumnRows all;
  const ArrowField values{.type = field.type};
  for (const ArrowDictionary& dictionary : file.dictionaries) {
    if (dictionary.id != field.dictionary || dictionary.from > batch) continue;
    if (!dictionary.appends) all.clear();
    BatchBuffers buffers(dictionary, decompress);
    const auto node = buffers.node(values);
    if (!node) return tl::unexpected(node.error());
    const auto found = values_of(buffers, values);
    if (!found) return tl::unexpected(found.error());
    if (!add_range(*found, {.first = 0, .count = static_cast<std::size_t>(node->rows)}, all)) {
      return corrupt_batch("the dictionary has too few values");
    }
  }
  return all;
}

/// Adds the values of some indices.
static Result<void> add_entries(BatchBuffers& buffers, const ArrowField& field, const ColumnRows& dictionary,
                                ValueRange range, ColumnRows& rows) {
  ArrowField whole = field;
  whole.type = ArrowType::integer;
  const auto stored = values_of(buffers, whole);
  if (!stored) return tl::unexpected(stored.error());
  ColumnRows indices;
  if (!add_range(*stored, range, indices)) return corrupt_batch("too few dictionary indices");
  const bool all_present = indices.present.empty() && dictionary.present.empty() && rows.present.empty();
  if (!all_present) rows.present.resize(rows.values(), 1);
  for (std::size_t i = 0; i < range.count; ++i) {
    const auto index = static_cast<std::uint64_t>(indices.integers[i]);
    bool is_present = indices.present.empty() || indices.present[i] != 0;
    if (is_present) {
      if (index >= dictionary.values()) return corrupt_batch("a dictionary index is out of range");
      const auto at = static_cast<std::size_t>(index);
      const std::size_t begin = at == 0 ? 0 : dictionary.text_ends[at - 1];
      rows.text.append(dictionary.text, begin, dictionary.text_ends[at] - begin);
      is_present = dictionary.present.empty() || dictionary.present[at] != 0;
    }
    rows.text_ends.push_back(rows.text.size());
    if (!all_present) rows.present.push_back(is_present ? 1 : 0);
  }
  return {};
}

// ---- a column ----

/// Where lists begin among the elements.
static std::int64_t list_begin(const ArrowField& field, std::string_view offsets, std::size_t row) {
  if (field.type == ArrowType::fixed_list) return static_cast<std::int64_t>(row) * field.width;
  return is_wide(field) ? little_endian<std::int64_t>(offsets.data() + row * sizeof(std::int64_t))
                        : std::int64_t{little_endian<std::int32_t>(offsets.data() + row * sizeof(std::int32_t))};
}

/// Adds the elements of lists, whose lengths are known and whose offsets there are.
/// first  the row of the first list
static Result<void> add_elements(BatchBuffers& buffers, const ArrowField& field, const ArrowField& element,
                                 std::size_t first, std::span<const std::int64_t> lengths, ColumnRows& rows) {
  const auto too_few = [] { return corrupt_batch("the child array is too short"); };
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
    const std::int64_t begin = list_begin(field, offsets, first + row);
    if (begin < 0 || begin > node->rows || lengths[row] > node->rows - begin) return too_few();
    const ValueRange range{.first = static_cast<std::size_t>(begin), .count = static_cast<std::size_t>(lengths[row])};
    if (!add_range(*values, range, rows)) return too_few();
  }
  return {};
}

/// Marks the rows as null that a field or a struct around it has none of.
static Result<void> add_null_rows(BatchBuffers& buffers, const ArrowField& field, ValueRange range, bool list,
                                  ColumnRows& rows) {
  const auto valid = buffers.validity(field);
  if (!valid) return tl::unexpected(valid.error());
  if (valid->empty() || range.count == 0) return {};
  if (valid->size() < (range.first + range.count + 7) / 8) return corrupt_batch("the validity bitmap is too short");
  const std::size_t first = (list ? rows.lengths.size() : rows.values()) - range.count;
  if (!list) rows.present.resize(first + range.count, 1);
  for (std::size_t i = 0; i < range.count; ++i) {
    if (bit_at(*valid, range.first + i)) continue;
    if (list) {
      rows.lengths[first + i] = null_length;
    } else {
      rows.present[first + i] = 0;
    }
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

struct ArrowReader::State {
  State(const ArrowFile& table, const Decompress& decompress, std::size_t of_column, std::size_t of_batch,
        ColumnPart which)
      : file(table),
        column(of_column),
        batch(of_batch),
        part(which),
        unpack(decompress),
        buffers(table.batches[of_batch], decompress) {}

  const ArrowFile& file;
  std::size_t column, batch;
  ColumnPart part;
  const Decompress& unpack;
  BatchBuffers buffers;
  std::optional<ColumnRows> dictionary;
  std::size_t done = 0;  // rows

  [[nodiscard]] const ArrowField& field() const { return file.fields[file.storage[column].field]; }
  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(file.batches[batch].rows); }
  [[nodiscard]] Result<void> check();
  [[nodiscard]] std::size_t rows_at_once();
  [[nodiscard]] Result<void> add_values(ValueRange range, ColumnRows& to);
  [[nodiscard]] Result<void> add(ValueRange range, ColumnRows& to);
  [[nodiscard]] Result<bool> next(ColumnRows& to);
};

Result<void> ArrowReader::State::check() {
  constexpr std::size_t max_rows = std::size_t{1} << 26;  // no buffer says that they are there
  if (!can_read(file, column, part)) return fail(ErrorCode::unsupported, "its type is not supported");
  const auto node = buffers.node(field());
  if (!node) return tl::unexpected(node.error());
  if (static_cast<std::uint64_t>(node->rows) != rows()) {
    return corrupt_batch("its fields have different numbers of rows");
  }
  if (field().type == ArrowType::fixed_list && rows() > max_rows) {
    return fail(ErrorCode::unsupported, "it has too many rows");
  }
  return {};
}

/// As many as have a few hundred thousand values.
std::size_t ArrowReader::State::rows_at_once() {
  constexpr std::size_t values = std::size_t{1} << 18;
  const auto& element = file.storage[column].element;
  if (part == ColumnPart::lengths || !element) return values;
  const auto elements = buffers.node(file.fields[*element]);
  if (!elements || elements->rows <= 0) return values;
  return std::max<std::size_t>(1, values / (static_cast<std::size_t>(elements->rows) / rows() + 1));
}

Result<void> ArrowReader::State::add_values(ValueRange range, ColumnRows& to) {
  if (!field().is_dictionary) {
    const auto values = values_of(buffers, field());
    if (!values) return tl::unexpected(values.error());
    return add_range(*values, range, to) ? Result<void>() : corrupt_batch("too few values");
  }
  if (!dictionary) {
    auto read = dictionary_of(file, field(), batch, unpack);
    if (!read) return tl::unexpected(std::move(read.error()));
    dictionary = std::move(*read);
  }
  return add_entries(buffers, field(), *dictionary, range, to);
}

Result<void> ArrowReader::State::add(ValueRange range, ColumnRows& to) {
  const ArrowColumn& storage = file.storage[column];
  const bool list = file.columns[column].lists;
  if (list) {
    if (auto added = add_list_lengths(buffers, field(), range, to.lengths); !added) return added;
    if (auto added = add_null_rows(buffers, field(), range, true, to); !added) return added;
  } else if (auto added = add_values(range, to); !added) {
    return added;
  }
  for (const std::size_t parent : storage.parents) {
    if (auto added = add_null_rows(buffers, file.fields[parent], range, list, to); !added) return added;
  }
  if (!list || part == ColumnPart::lengths) return {};
  const auto lengths = std::span<const std::int64_t>(to.lengths).last(range.count);
  return add_elements(buffers, field(), file.fields[*storage.element], range.first, lengths, to);
}

Result<bool> ArrowReader::State::next(ColumnRows& to) {
  if (auto checked = check(); !checked) return tl::unexpected(checked.error());
  if (done == rows()) return false;
  const ValueRange range{.first = done, .count = std::min(rows() - done, rows_at_once())};
  if (auto added = add(range, to); !added) return tl::unexpected(added.error());
  done += range.count;
  return true;
}

ArrowReader::ArrowReader(const ArrowFile& file, const Decompress& decompress, std::size_t column, std::size_t batch,
                         ColumnPart part)
    : state_(std::make_unique<State>(file, decompress, column, batch, part)) {}

ArrowReader::~ArrowReader() = default;
ArrowReader::ArrowReader(ArrowReader&&) noexcept = default;
ArrowReader& ArrowReader::operator=(ArrowReader&&) noexcept = default;

Result<bool> ArrowReader::next(ColumnRows& rows) {
  auto more = state_->next(rows);
  if (more) return more;
  more.error().message.insert(0, "column " + quote(state_->file.columns[state_->column].name) + ", record batch " +
                                     std::to_string(state_->batch + 1) + ": ");
  return more;
}

Result<void> read_arrow_column(const ArrowFile& file, const Decompress& decompress, std::size_t column,
                               std::size_t batch, ColumnPart part, ColumnRows& rows) {
  ArrowReader reader(file, decompress, column, batch, part);
  while (true) {
    const auto more = reader.next(rows);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
}

}  // namespace tuplepack::formats
