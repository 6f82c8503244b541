#include "flat_table.hpp"
#include "tuplepack/formats/columnar/arrow.hpp"
#include "types.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::formats {

// ---- fields ----

static bool has_views(const ArrowField& field) {
  return !field.is_dictionary && (field.type == ArrowType::binary_view || field.type == ArrowType::utf8_view);
}

/// The buffers of a field in a record batch, without those of its children and the further ones of views.
static std::size_t buffer_count(const ArrowField& field, bool old_unions, bool dense) {
  if (field.is_dictionary) return 2;
  switch (field.type) {
    case ArrowType::null:
    case ArrowType::run_ends: return 0;
    case ArrowType::structure:
    case ArrowType::fixed_list: return 1;
    case ArrowType::united: return (dense ? 2 : 1) + (old_unions ? 1U : 0U);
    case ArrowType::binary:
    case ArrowType::utf8:
    case ArrowType::large_binary:
    case ArrowType::large_utf8:
    case ArrowType::list_view:
    case ArrowType::large_list_view: return 3;
    default: return 2;
  }
}

/// Indices are signed and have 32 bits, unless it is said.
static void add_index(const FlatTable& encoding, ArrowField& field) {
  field.dictionary = encoding.number<std::int64_t>(0);
  field.width = encoding.has(1) ? encoding.table(1).number<std::int32_t>(0) : 32;
  field.is_signed = !encoding.has(1) || encoding.table(1).number<std::uint8_t>(1) != 0;
}

static ArrowField read_arrow_field(const FlatTable& table) {
  ArrowField field{.type = table.number<std::uint8_t>(2), .is_dictionary = table.has(4)};
  if (!table.has(3)) return field;
  const FlatTable type = table.table(3);
  if (field.type == ArrowType::integer) {
    field.width = type.number<std::int32_t>(0);
    field.is_signed = type.number<std::uint8_t>(1) != 0;
  } else if (field.type == ArrowType::timestamp) {
    constexpr std::string_view units[] = {"s", "ms", "us", "ns"};
    const std::int16_t unit = type.number<std::int16_t>(0);
    if (unit >= 0 && unit < 4) field.unit = units[unit];
    field.width = 64;
    field.is_signed = true;
  } else if (field.type == ArrowType::decimal || field.type == ArrowType::united) {
    field.width = type.number<std::int16_t>(0);
  } else if (field.type == ArrowType::fixed_list) {
    field.width = type.number<std::int32_t>(0);
  }
  if (field.is_dictionary) add_index(table.table(4), field);
  return field;
}

static ColumnKind value_kind(const ArrowField& field) {
  switch (field.type) {
    case ArrowType::integer:
      return field.width == 8 || field.width == 16 || field.width == 32 || field.width == 64 ? ColumnKind::whole
                                                                                             : ColumnKind::other;
    case ArrowType::decimal: return field.width == 1 || field.width == 2 ? ColumnKind::floating : ColumnKind::other;
    case ArrowType::boolean: return ColumnKind::boolean;
    case ArrowType::timestamp: return ColumnKind::time;
    case ArrowType::binary:
    case ArrowType::utf8:
    case ArrowType::large_binary:
    case ArrowType::large_utf8: return ColumnKind::text;
    default: return ColumnKind::other;
  }
}

/// What a field holds, where it is not read and has a name.
static std::string_view unread_values(const ArrowField& field) {
  if (value_kind(field) != ColumnKind::other) return "";
  switch (field.type) {
    case ArrowType::decimal: return "floats of 16 bits";
    case ArrowType::fixed_point: return "decimals";
    case ArrowType::date: return "dates";
    case ArrowType::time_of_day: return "times of day";
    case ArrowType::duration: return "durations";
    case ArrowType::interval: return "intervals";
    case ArrowType::fixed_bytes: return "bytes of a fixed length";
    case ArrowType::map: return "maps";
    case ArrowType::null: return "nothing but nulls";
    default: return "";
  }
}

static ColumnKind arrow_kind(const ArrowField& field) {
  const ColumnKind kind = value_kind(field);
  return field.is_dictionary && kind != ColumnKind::text ? ColumnKind::other : kind;
}

static std::string_view arrow_number(const ArrowField& field) {
  const std::int64_t bits = field.type == ArrowType::decimal ? 32 * field.width : field.width;
  return number_type(arrow_kind(field), bits, !field.is_signed);
}

static bool is_list(const ArrowField& field) {
  constexpr std::uint8_t lists[] = {ArrowType::list, ArrowType::large_list, ArrowType::fixed_list, ArrowType::list_view,
                                    ArrowType::large_list_view};
  return !field.is_dictionary && std::find(std::begin(lists), std::end(lists), field.type) != std::end(lists);
}

// ---- columns ----

static constexpr std::size_t max_fields = 20'000;

namespace {

/// A field that the traversal is yet to reach.
struct PendingField {
  std::size_t position = 0;  // in the metadata
  std::string path{};        // of its siblings, with a dot at the end
  std::vector<std::size_t> parents{};
  bool column = false;                   // rather than a part of one
  std::optional<std::size_t> list_of{};  // the column whose elements it holds
};

}  // namespace

/// Nothing where they are more than a schema may have; corrupt offsets may lead back to where they came from.
static bool push_children(FlatBytes& bytes, const FlatTable& table, std::size_t children, const PendingField& like,
                          std::vector<PendingField>& pending) {
  const FlatVector found = table.vector(children, sizeof(std::uint32_t));
  if (found.size > max_fields - pending.size()) return false;
  for (std::size_t i = found.size; i-- > 0;) {
    pending.push_back(like);
    pending.back().position = bytes.target(found.first + i * sizeof(std::uint32_t));
  }
  return true;
}

static void add_arrow_column(const FlatTable& table, const PendingField& at, const ArrowField& field, ArrowFile& file) {
  file.columns.push_back({.name = at.path + std::string(table.text(0)),
                          .kind = is_list(field) ? ColumnKind::other : arrow_kind(field),
                          .lists = is_list(field),
                          .nested = !at.parents.empty(),
                          .number = is_list(field) ? "" : arrow_number(field),
                          .unit = field.unit,
                          .unread = is_list(field) ? "" : unread_values(field)});
  file.storage.push_back({.field = file.fields.size() - 1, .parents = at.parents, .element = {}});
}

static Result<ArrowFile> read_arrow_schema(FlatBytes& bytes, const FlatTable& schema, bool old_unions) {
  constexpr std::size_t deepest = 100, longest_path = 1000;
  const auto corrupt = [] { return fail(ErrorCode::malformed, "the schema of the Arrow file is corrupt"); };
  if (schema.number<std::int16_t>(0) != 0) {
    return fail(ErrorCode::unsupported, "the Arrow file is big-endian, which is not supported");
  }
  ArrowFile file;
  std::size_t buffers = 0, views = 0;
  std::vector<PendingField> pending;
  if (!push_children(bytes, schema, 1, {.column = true}, pending)) return corrupt();
  while (!pending.empty() && bytes.good()) {
    const PendingField at = std::move(pending.back());
    pending.pop_back();
    const FlatTable table(bytes, at.position);
    ArrowField field = read_arrow_field(table);
    field.node = file.fields.size();
    field.buffer = buffers;
    field.views_before = views;
    buffers += buffer_count(field, old_unions, field.type == ArrowType::united && field.width == 1);
    views += has_views(field) ? 1 : 0;
    file.fields.push_back(field);
    if (file.fields.size() > max_fields || at.parents.size() > deepest ||
        at.path.size() + table.text(0).size() > longest_path) {
      return corrupt();
    }
    if (at.list_of) {
      file.columns[*at.list_of].kind = field.is_dictionary ? ColumnKind::other : arrow_kind(field);
      file.columns[*at.list_of].unread = unread_values(field);
      file.columns[*at.list_of].number = arrow_number(field);
      file.storage[*at.list_of].element = field.node;
    }
    const bool in_struct = at.column && field.type == ArrowType::structure && !field.is_dictionary;
    PendingField child;
    if (in_struct) {
      child = {.path = at.path + std::string(table.text(0)) + ".", .parents = at.parents, .column = true};
      child.parents.push_back(field.node);
    } else if (at.column) {
      add_arrow_column(table, at, field, file);
      if (file.columns.back().lists) child.list_of = file.columns.size() - 1;
    }
    if (!field.is_dictionary && !push_children(bytes, table, 5, child, pending)) return corrupt();
  }
  if (!bytes.good()) return corrupt();
  return file;
}

// ---- messages ----

namespace {

struct ArrowMessage {
  std::string_view metadata, body;
};

}  // namespace

/// Cuts the next message off a stream; one without metadata at its end.
static Result<ArrowMessage> cut_message(std::string_view& stream) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const auto refuse = [] {
    return fail(ErrorCode::malformed, "the Arrow file ends inside a message; the file may be truncated");
  };
  if (stream.starts_with(arrow_stream_magic)) stream.remove_prefix(word);  // absent before version 0.15
  if (stream.empty()) return ArrowMessage{};
  if (stream.size() < word) return refuse();
  const std::size_t size = little_endian<std::uint32_t>(stream.data());
  stream.remove_prefix(word);
  if (size == 0) return ArrowMessage{};
  if (size > stream.size()) return refuse();
  ArrowMessage message{.metadata = stream.substr(0, size), .body = {}};
  stream.remove_prefix(size);
  FlatBytes bytes(message.metadata);
  const auto body = FlatTable(bytes).number<std::int64_t>(3);
  if (body < 0 || static_cast<std::uint64_t>(body) > stream.size()) return refuse();
  message.body = stream.substr(0, static_cast<std::size_t>(body));
  stream.remove_prefix(message.body.size());
  return message;
}

/// Adds what a message brings: a record batch, or values of a dictionary.
static Result<void> add_arrow_message(const ArrowMessage& message, ArrowFile& file) {
  constexpr std::uint8_t dictionary = 2, record_batch = 3;
  constexpr std::int64_t max_rows = std::int64_t{1} << 53;
  FlatBytes bytes(message.metadata);
  const FlatTable table(bytes);
  if (!table.has(2)) return {};
  if (table.number<std::uint8_t>(1) == dictionary) {
    const FlatTable values = table.table(2);
    if (!values.has(1)) return fail(ErrorCode::malformed, "a dictionary has no values");
    file.dictionaries.push_back({.id = values.number<std::int64_t>(0),
                                 .from = file.batches.size(),
                                 .appends = values.number<std::uint8_t>(2) != 0,
                                 .metadata = message.metadata,
                                 .body = message.body});
  }
  if (table.number<std::uint8_t>(1) != record_batch) return {};
  const auto rows = table.table(2).number<std::int64_t>(0);
  if (!bytes.good() || rows < 0 || rows > max_rows) {
    return fail(ErrorCode::malformed,
                "record batch " + std::to_string(file.batches.size() + 1) + ": its metadata is corrupt");
  }
  file.batches.push_back({.rows = rows, .metadata = message.metadata, .body = message.body});
  return {};
}

/// Adds the next message of a stream; false at its end.
static Result<bool> add_next(std::string_view& stream, ArrowFile& file) {
  const auto message = cut_message(stream);
  if (!message) return tl::unexpected(message.error());
  if (message->metadata.empty()) return false;
  if (auto added = add_arrow_message(*message, file); !added) return tl::unexpected(added.error());
  return true;
}

/// table    that names the version of the metadata first
/// schema   the field with the schema
static Result<ArrowFile> read_schema_of(FlatBytes& bytes, const FlatTable& table, std::size_t schema) {
  constexpr std::int16_t last_with_old_unions = 3;
  if (!table.has(schema)) return fail(ErrorCode::malformed, "the Arrow file has no schema");
  return read_arrow_schema(bytes, table.table(schema), table.number<std::int16_t>(0) <= last_with_old_unions);
}

static Result<ArrowFile> read_arrow_stream(std::string_view stream) {
  constexpr std::uint8_t schema = 1;
  const auto message = cut_message(stream);
  if (!message) return tl::unexpected(message.error());
  FlatBytes bytes(message->metadata);
  const FlatTable table(bytes);
  if (table.number<std::uint8_t>(1) != schema) return fail(ErrorCode::malformed, "the Arrow stream has no schema");
  auto file = read_schema_of(bytes, table, 2);
  while (file) {
    const auto more = add_next(stream, *file);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  return file;
}

/// Its footer has the schema, and the places of dictionaries and record batches, which are messages as in a stream.
static Result<ArrowFile> read_arrow_file(std::string_view bytes) {
  constexpr std::size_t head = 8, block = 24, word = sizeof(std::uint32_t);
  constexpr std::size_t dictionaries = 2, batches = 3;  // fields of the footer
  const auto incomplete = [] { return fail(ErrorCode::malformed, "no Arrow footer found; the file may be truncated"); };
  if (bytes.size() < head + word + arrow_magic.size() || !bytes.ends_with(arrow_magic)) return incomplete();
  const std::string_view content = bytes.substr(0, bytes.size() - arrow_magic.size() - word);
  const std::size_t size = little_endian<std::uint32_t>(content.data() + content.size());
  if (size > content.size() - head) return incomplete();
  FlatBytes footer(content.substr(content.size() - size));
  const FlatTable table(footer);
  auto file = read_schema_of(footer, table, 1);
  if (!file) return file;
  for (const std::size_t blocks : {dictionaries, batches}) {
    const FlatVector places = table.vector(blocks, block);
    for (std::size_t i = 0; i < places.size; ++i) {
      const auto begin = footer.at<std::uint64_t>(places.first + i * block);
      if (begin > content.size()) return incomplete();
      std::string_view stream = content.substr(static_cast<std::size_t>(begin));
      if (const auto added = add_next(stream, *file); !added) return tl::unexpected(added.error());
    }
  }
  if (!footer.good()) return incomplete();
  return file;
}

Result<ArrowFile> read_arrow(std::string_view bytes) {
  return bytes.starts_with(arrow_magic) ? read_arrow_file(bytes) : read_arrow_stream(bytes);
}

std::int64_t ArrowFile::rows() const {
  return std::accumulate(batches.begin(), batches.end(), std::int64_t{0},
                         [](std::int64_t sum, const ArrowBatch& batch) { return sum + batch.rows; });
}

}  // namespace tuplepack::formats
