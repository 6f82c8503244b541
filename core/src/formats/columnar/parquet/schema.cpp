#include "schema.hpp"

namespace tuplepack::formats {

namespace {

enum class Repetition : std::uint8_t { required, optional, repeated };

struct SchemaField {
  std::optional<ParquetColumn::Type> type;  // none: a group
  std::int64_t width = 0;
  Repetition repetition = Repetition::required;
  std::string_view name;
  std::int64_t children = 0;
  std::optional<std::int64_t> converted;  // the older annotation
  std::int16_t logical = 0;               // the newer one; 0: none
  bool is_unsigned = false;
  std::int64_t bits = 0;   // of an annotated integer
  std::int64_t scale = 0;  // digits behind the point of a decimal
  std::string_view unit;   // of timestamps
};

}  // namespace

static constexpr std::int64_t converted_map = 1, converted_map_key_value = 2, converted_list = 3;
static constexpr std::int64_t converted_uint_8 = 11, converted_uint_64 = 14, converted_int_8 = 15,
                              converted_int_64 = 18;
static constexpr std::int64_t converted_milliseconds = 9, converted_microseconds = 10;
static constexpr std::int64_t converted_decimal = 5, converted_date = 6, converted_time_of_day = 7,
                              converted_time_of_day_micros = 8;
static constexpr std::int16_t logical_map = 2, logical_list = 3, logical_decimal = 5, logical_date = 6,
                              logical_time_of_day = 7, logical_timestamp = 8, logical_integer = 10, logical_uuid = 14,
                              logical_half = 15;

static void read_integer_type(ThriftReader& reader, SchemaField& field) {
  for (reader.open(); reader.next();) {
    switch (reader.id()) {
      case 1: field.bits = reader.integer(); break;
      case 2: field.is_unsigned = !reader.flag(); break;
      default: reader.skip();
    }
  }
}

static void read_decimal_type(ThriftReader& reader, SchemaField& field) {
  for (reader.open(); reader.next();) {
    if (reader.id() == 1) {
      field.scale = reader.integer();
    } else {
      reader.skip();
    }
  }
}

static void read_timestamp_type(ThriftReader& reader, SchemaField& field) {
  constexpr std::string_view units[] = {"ms", "us", "ns"};
  for (reader.open(); reader.next();) {
    if (reader.id() != 2) {
      reader.skip();
      continue;
    }
    for (reader.open(); reader.next(); reader.skip()) {
      if (reader.id() >= 1 && reader.id() <= 3) field.unit = units[reader.id() - 1];
    }
  }
}

static void read_logical_type(ThriftReader& reader, SchemaField& field) {
  for (reader.open(); reader.next();) {
    field.logical = reader.id();
    if (field.logical == logical_integer) {
      read_integer_type(reader, field);
    } else if (field.logical == logical_decimal) {
      read_decimal_type(reader, field);
    } else if (field.logical == logical_timestamp) {
      read_timestamp_type(reader, field);
    } else {
      reader.skip();
    }
  }
}

static SchemaField read_schema_field(ThriftReader& reader) {
  SchemaField field;
  for (reader.open(); reader.next();) {
    switch (reader.id()) {
      case 1: field.type = static_cast<ParquetColumn::Type>(reader.integer() & 7); break;
      case 2: field.width = reader.integer(); break;
      case 3: field.repetition = static_cast<Repetition>(reader.integer() & 3); break;
      case 4: field.name = reader.bytes(); break;
      case 5: field.children = reader.integer(); break;
      case 6: field.converted = reader.integer(); break;
      case 7: field.scale = reader.integer(); break;
      case 10: read_logical_type(reader, field); break;
      default: reader.skip();
    }
  }
  if (field.children > 0) field.type.reset();
  if (field.converted >= converted_uint_8 && field.converted <= converted_uint_64) {
    field.is_unsigned = true;
    field.bits = std::int64_t{8} << (*field.converted - converted_uint_8);
  } else if (field.converted >= converted_int_8 && field.converted <= converted_int_64) {
    field.bits = std::int64_t{8} << (*field.converted - converted_int_8);
  }
  return field;
}

static bool is_decimal(const SchemaField& field) {
  return field.logical == logical_decimal || field.converted == converted_decimal;
}

/// What a leaf holds that is not read, where it has a name.
static std::string_view unread_values(const SchemaField& field) {
  const std::int64_t converted = field.converted.value_or(0);
  if (is_decimal(field)) return "decimals";
  if (field.logical == logical_date || converted == converted_date) return "dates";
  if (field.logical == logical_uuid) return "UUIDs";
  if (field.logical == logical_half) return "floats of 16 bits";
  if (field.type == ParquetColumn::Type::int96) return "times of INT96";
  const bool is_time_of_day = field.logical == logical_time_of_day || converted == converted_time_of_day ||
                              converted == converted_time_of_day_micros;
  return is_time_of_day ? "times of day" : "";
}

/// Whole decimals are integers: databases export those so.
static ColumnKind leaf_kind(const SchemaField& field) {
  using Type = ParquetColumn::Type;
  const bool is_integer =
      (is_decimal(field) && field.scale == 0) || (field.converted.value_or(converted_int_64) >= converted_uint_8 &&
                                                  field.converted.value_or(converted_int_64) <= converted_int_64 &&
                                                  (field.logical == 0 || field.logical == logical_integer));
  const bool is_time = field.logical == logical_timestamp || field.converted == converted_milliseconds ||
                       field.converted == converted_microseconds;
  if (is_time && field.type == Type::int64) return ColumnKind::time;
  switch (*field.type) {
    case Type::boolean: return ColumnKind::boolean;
    case Type::int32:
    case Type::int64: return is_integer ? ColumnKind::whole : ColumnKind::other;
    case Type::float32:
    case Type::float64: return ColumnKind::floating;
    case Type::bytes: return ColumnKind::text;
    default: return ColumnKind::other;
  }
}

/// The newer annotation counts: the older one has no nanoseconds.
static std::string_view time_unit(const SchemaField& field) {
  if (!field.unit.empty()) return field.unit;
  return field.converted == converted_milliseconds ? "ms" : field.converted == converted_microseconds ? "us" : "";
}

static std::string_view leaf_number(const SchemaField& field) {
  const bool narrow = field.type == ParquetColumn::Type::int32 || field.type == ParquetColumn::Type::float32;
  const std::int64_t stored = narrow ? 32 : 64;
  const bool annotated = leaf_kind(field) == ColumnKind::whole && field.bits > 0 && field.bits < stored;
  return number_type(leaf_kind(field), annotated ? field.bits : stored, field.is_unsigned);
}

static bool is_map(const SchemaField& field) {
  const std::int64_t converted = field.converted.value_or(0);
  return converted == converted_map || converted == converted_map_key_value || field.logical == logical_map;
}

namespace {

/// A group that the traversal is in.
struct OpenGroup {
  std::int64_t left = 0;  // children to come
  std::string path;       // of its children, with a dot at the end
  unsigned repetition = 0, definition = 0;
  bool nested = false;                 // a struct, not the table
  bool list = false;                   // annotated as one: its repeated child is not a list itself
  bool map = false;                    // not read
  std::optional<std::size_t> lists{};  // the column that is being described, within a list
};

/// Turns the fields into columns.
class SchemaColumns {
 public:
  explicit SchemaColumns(ParquetFile& file) : file_(file) {}

  void start(const SchemaField& root) { open_.push_back({.left = root.children, .path = ""}); }
  [[nodiscard]] bool complete() const { return open_.empty(); }
  [[nodiscard]] std::size_t leaves() const { return leaves_; }

  /// errors  malformed
  [[nodiscard]] Result<void> add(const SchemaField& field);

 private:
  ParquetFile& file_;
  std::vector<OpenGroup> open_;
  std::size_t leaves_ = 0;

  [[nodiscard]] std::size_t add_column(const OpenGroup& parent, const SchemaField& field);
  void describe(std::size_t column, const SchemaField& leaf, const OpenGroup& levels);
};

}  // namespace

std::size_t SchemaColumns::add_column(const OpenGroup& parent, const SchemaField& field) {
  file_.columns.push_back({.name = parent.path + std::string(field.name), .nested = parent.nested});
  file_.storage.emplace_back();
  return file_.columns.size() - 1;
}

/// The lengths of a list are those of its first leaf; its elements are read where that is the only one, and no list.
void SchemaColumns::describe(std::size_t column, const SchemaField& leaf, const OpenGroup& levels) {
  TableColumn& described = file_.columns[column];
  ParquetColumn& storage = file_.storage[column];
  if (storage.max_definition != 0) {  // a further leaf
    described.kind = ColumnKind::other;
    described.number = "";
    return;
  }
  storage.leaf = leaves_;
  storage.type = *leaf.type;
  storage.width = static_cast<std::size_t>(leaf.width);
  storage.is_unsigned = leaf.is_unsigned;
  storage.max_repetition = levels.repetition;
  storage.max_definition = levels.definition;
  const unsigned readable = described.lists ? 1 : 0;
  described.kind = levels.repetition == readable ? leaf_kind(leaf) : ColumnKind::other;
  described.number = levels.repetition == readable ? leaf_number(leaf) : "";
  described.unit = described.kind == ColumnKind::time ? time_unit(leaf) : "";
  if (described.kind == ColumnKind::other && levels.repetition == readable) described.unread = unread_values(leaf);
}

Result<void> SchemaColumns::add(const SchemaField& field) {
  constexpr std::size_t deepest = 100, longest_path = 1000;
  OpenGroup& parent = open_.back();
  if (open_.size() == deepest || parent.path.size() + field.name.size() > longest_path) {
    return fail(ErrorCode::malformed, "the schema is nested too deeply");
  }
  if (!field.type && field.children < 0) {
    return fail(ErrorCode::malformed, "the schema has a group of fewer than no fields");
  }
  --parent.left;
  if (!field.type && field.children == 0) {  // a struct without fields has no values
    while (!open_.empty() && open_.back().left <= 0) open_.pop_back();
    return {};
  }
  OpenGroup levels{.left = field.children,
                   .path = parent.path + std::string(field.name) + ".",
                   .repetition = parent.repetition,
                   .definition = parent.definition,
                   .nested = true,
                   .map = parent.map,
                   .lists = parent.lists};
  const bool repeats = field.repetition == Repetition::repeated;
  if (field.repetition != Repetition::required) ++levels.definition;
  if (repeats) ++levels.repetition;
  if (is_map(field)) levels.map = true;
  const bool is_list = field.converted == converted_list || field.logical == logical_list;
  if (!levels.map && !levels.lists && (repeats || (is_list && !field.type))) {
    levels.lists = add_column(parent, field);
    levels.list = is_list && !repeats;
    file_.columns[*levels.lists].lists = true;
    file_.storage[*levels.lists].list_definition = repeats ? parent.definition : levels.definition;
    file_.storage[*levels.lists].element_definition = levels.definition + (repeats ? 0 : 1);
  }
  if (field.type) {
    describe(levels.lists ? *levels.lists : add_column(parent, field), field, levels);
    ++leaves_;
  } else {
    open_.push_back(std::move(levels));
  }
  while (!open_.empty() && open_.back().left <= 0) open_.pop_back();
  return {};
}

Result<void> read_parquet_schema(ThriftReader& reader, ParquetFile& file, std::size_t& leaves) {
  const std::size_t fields = reader.list();
  SchemaColumns columns(file);
  for (std::size_t i = 0; i < fields; ++i) {
    const SchemaField field = read_schema_field(reader);
    if (!reader.good()) return {};
    if (i == 0) {
      columns.start(field);
    } else if (columns.complete()) {
      return fail(ErrorCode::malformed, "the schema has more elements than num_children declares");
    } else if (auto added = columns.add(field); !added) {
      return added;
    }
  }
  leaves = columns.leaves();
  for (std::size_t c = 0; c < file.columns.size(); ++c) {
    if (file.storage[c].max_repetition == 0) file.columns[c].lists = false;  // declared as one, but nothing repeats
  }
  if (columns.complete() || fields < 2) return {};
  return fail(ErrorCode::malformed, "the schema has fewer elements than num_children declares");
}

}  // namespace tuplepack::formats
