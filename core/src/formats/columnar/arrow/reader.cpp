#include "batch_buffers.hpp"
#include "formats/text/text.hpp"
#include "types.hpp"
#include "values.hpp"

#include <algorithm>

namespace tuplepack::formats {

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
