#include "temporal_arrays.hpp"

#include "formats/numpy/npy_columns.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/temporal/time_unit.hpp"

#include <array>
#include <optional>
#include <utility>

namespace tuplepack::formats {

// ---- ids ----

namespace {

/// The ids of a column: text and integers of any size as text where they are numbered, else numbers.
class ArrayIds {
 public:
  [[nodiscard]] static Result<ArrayIds> read(const NpyColumn& column, bool numbered) {
    if (npy_is_text(column.type)) return ArrayIds(column, {}, {});
    if (numbered && npy_is_integer(column.type)) {
      const auto type = npy_type(column.type);
      if (!type) return tl::unexpected(type.error());
      return ArrayIds(column, {}, *type);
    }
    auto numbers = npy_whole_numbers(column);
    if (!numbers) return tl::unexpected(std::move(numbers.error()));
    return ArrayIds(column, std::move(*numbers), {});
  }

  [[nodiscard]] Result<std::string> text(std::size_t row) const {
    if (!numbers_.empty()) return std::to_string(numbers_[row]);
    if (integer_) {
      std::string number = integer_->text(column_.at(row));
      if (!number.starts_with('-')) return number;
      return at_element(column_, {.code = ErrorCode::negative, .message = "node id " + number + " is negative"});
    }
    auto id = npy_text(column_.type, {column_.at(row), column_.width});
    if (!id) return at_element(column_, id.error());
    if (is_missing_id(*id)) {
      return at_element(column_, {.code = ErrorCode::malformed, .message = describe_missing_id("node id", *id)});
    }
    return id;
  }
  [[nodiscard]] std::vector<std::int64_t> take_numbers() && { return std::move(numbers_); }

 private:
  ArrayIds(const NpyColumn& column, std::vector<std::int64_t> numbers, std::optional<NpyType> integer)
      : column_(column), numbers_(std::move(numbers)), integer_(integer) {}

  const NpyColumn& column_;
  std::vector<std::int64_t> numbers_;  // unless they are taken as text
  std::optional<NpyType> integer_;     // whose elements are
};

}  // namespace

/// In the order of the rows, a source before its destination.
static Result<void> number_ends(std::span<const ArrayIds> ends, std::size_t rows, const TemporalReading& reading,
                                EndNames names, temporal::EventColumns& events) {
  const std::size_t second = are_two_kinds(reading.bipartite, names) ? 1 : 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t end = 0; end < ends.size(); ++end) {
      const auto id = ends[end].text(row);
      const auto number = id ? reading.number(*id, end == 0 ? 0 : second) : tl::unexpected(id.error());
      if (!number) return fail(number.error().code, number.error().message + " (row " + std::to_string(row) + ")");
      (end == 0 ? events.sources : events.destinations).push_back(*number);
    }
  }
  return {};
}

/// columns  of sources, or of sources and destinations
static Result<void> read_ends(std::span<const NpyColumn* const> columns, const TemporalReading& reading, EndNames names,
                              temporal::EventColumns& events) {
  std::vector<ArrayIds> ends;
  for (const NpyColumn* const column : columns) {
    if (!reading.number && npy_is_text(column->type)) {
      return fail(ErrorCode::not_an_integer,
                  "node ids in " + (column->what.empty() ? "the array" : column->what) + " are text");
    }
    auto ids = ArrayIds::read(*column, static_cast<bool>(reading.number));
    if (!ids) return tl::unexpected(std::move(ids.error()));
    ends.push_back(std::move(*ids));
  }
  if (reading.number) return number_ends(ends, columns[0]->rows, reading, names, events);
  events.sources = std::move(ends[0]).take_numbers();
  if (ends.size() == 2) events.destinations = std::move(ends[1]).take_numbers();
  return {};
}

// ---- rows ----

/// columns  of which those that were chosen have values
/// names    of columns, in their order; empty: they have none
static Result<TemporalRows> read_columns(std::span<const NpyColumn> columns, std::span<const std::string> names,
                                         const TemporalColumns& chosen, const TemporalReading& reading) {
  TemporalRows rows{.columns = {}, .names = chosen.names};
  rows.is_by_place = names.empty() && reading.wanted.empty();
  const std::array<const NpyColumn*, 2> ends{&columns[chosen.places[0]], &columns[chosen.places[1]]};
  const std::size_t end_count = reading.table == TemporalTable::events ? 2 : 1;
  if (auto ok = read_ends(std::span(ends).first(end_count), reading, chosen.names, rows.columns); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  auto times = npy_times(columns[chosen.places[2]], temporal::max_time);
  if (!times) return tl::unexpected(std::move(times.error()));
  rows.columns.times = std::move(*times);
  const NpyColumn& time = columns[chosen.places[2]];
  rows.times = describe_npy_times(time.type);
  if (npy_is_date(time.type)) rows.unit = temporal::time_unit_of(npy_time_unit(time.type));
  if (!chosen.feature_rows) return rows;
  auto feature_rows = npy_whole_numbers(columns[*chosen.feature_rows]);
  if (!feature_rows) return tl::unexpected(std::move(feature_rows.error()));
  rows.columns.feature_rows = std::move(*feature_rows);
  if (reading.wanted.empty() && !names.empty()) rows.feature_rows = names[*chosen.feature_rows];
  return rows;
}

Result<TemporalRows> read_temporal_npy(std::string_view bytes, const TemporalReading& reading) {
  const auto columns = npy_columns(bytes);
  if (!columns) return tl::unexpected(columns.error());
  std::vector<std::string> names;
  for (const NpyColumn& column : *columns) {
    if (!column.name.empty()) names.push_back(column.name);
  }
  const auto chosen = choose_temporal_columns(reading.table, names, columns->size(), reading.wanted);
  if (!chosen) return tl::unexpected(chosen.error());
  return read_columns(*columns, names, *chosen, reading);
}

// ---- archives ----

/// errors  those of unpack_zip_member; where nothing can be decompressed, with the way out
static Result<void> unpack_member(ZipMember& member, const Inflate& inflate, std::string& room) {
  auto unpacked = unpack_zip_member(member, inflate, room);
  if (!unpacked && !inflate && unpacked.error().code == ErrorCode::unsupported) {
    unpacked.error().message += "; save it with numpy.savez";
  }
  return unpacked;
}

/// An array as a column of its archive.
static Result<NpyColumn> column_of(ZipMember& member, const std::string& name, const Inflate& inflate,
                                   std::string& room) {
  if (auto ok = unpack_member(member, inflate, room); !ok) return tl::unexpected(std::move(ok.error()));
  auto columns = npy_columns(member.bytes);
  const std::string what = "array " + quote(name);
  if (!columns) return fail(columns.error().code, what + ": " + columns.error().message);
  if (columns->size() != 1 || !columns->front().name.empty()) {
    return fail(ErrorCode::unsupported, what + " has fields or several columns; each array must be a single column");
  }
  columns->front().what = what;
  return std::move(columns->front());
}

/// The places of the columns that are read, each once.
static std::vector<std::size_t> used(const TemporalColumns& chosen, TemporalTable table) {
  std::vector<std::size_t> places{chosen.places[0]};
  if (table == TemporalTable::events) places.push_back(chosen.places[1]);
  places.push_back(chosen.places[2]);
  if (chosen.feature_rows) places.push_back(*chosen.feature_rows);
  return places;
}

static Result<void> check_rows(const NpyColumn& column, const NpyColumn& first, TemporalTable table) {
  if (column.rows == first.rows) return {};
  return fail(ErrorCode::component_mismatch, first.what + " has " + std::to_string(first.rows) + " values, but " +
                                                 column.what + " has " + std::to_string(column.rows) +
                                                 choose_columns_of(table));
}

Result<TemporalRows> read_temporal_npz(std::string_view archive, const TemporalReading& reading) {
  constexpr std::string_view extension = ".npy";
  auto members = list_packed_members(archive);
  if (!members) return tl::unexpected(members.error());
  if (const auto kind = other_than_arrays(*members); !kind.empty()) {
    return fail(ErrorCode::unsupported, "this is " + std::string(kind));
  }
  std::vector<std::string> rooms(members->size());
  if (members->size() == 1) {
    auto ok = unpack_member(members->front(), reading.inflate, rooms.front());
    return ok ? read_temporal_npy(members->front().bytes, reading) : tl::unexpected(std::move(ok.error()));
  }
  std::vector<std::string> names;
  for (const ZipMember& member : *members) {
    const std::size_t end = member.name.ends_with(extension) ? extension.size() : 0;
    names.push_back(member.name.substr(0, member.name.size() - end));
  }
  const auto chosen = choose_temporal_columns(reading.table, names, names.size(), reading.wanted);
  if (!chosen) return tl::unexpected(chosen.error());
  std::vector<NpyColumn> columns(names.size());
  for (const std::size_t place : used(*chosen, reading.table)) {
    auto column = column_of((*members)[place], names[place], reading.inflate, rooms[place]);
    if (!column) return tl::unexpected(std::move(column.error()));
    columns[place] = std::move(*column);
    if (auto ok = check_rows(columns[place], columns[chosen->places[0]], reading.table); !ok) {
      return tl::unexpected(std::move(ok.error()));
    }
  }
  return read_columns(columns, names, *chosen, reading);
}

}  // namespace tuplepack::formats
