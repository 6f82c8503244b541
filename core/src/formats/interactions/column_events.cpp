#include "tuplepack/formats/interactions/column_events.hpp"

#include "formats/text/text.hpp"
#include "root_table.hpp"
#include "temporal_rows.hpp"
#include "tuplepack/formats/columnar/id_column.hpp"
#include "tuplepack/temporal/time_unit.hpp"

#include <algorithm>
#include <initializer_list>

namespace tuplepack::formats {

static Result<ColumnRows> read_numbers(const ColumnFile& file, std::size_t column,
                                       std::initializer_list<ColumnKind> kinds, std::string_view what) {
  const TableColumn& about = file.columns()[column];
  if (about.lists || std::find(kinds.begin(), kinds.end(), about.kind) == kinds.end()) {
    return fail(ErrorCode::unsupported,
                "column " + quote(about.name) + " holds " + values_of(about) + ", not " + std::string(what));
  }
  return read_signed_column(file, column);
}

static Result<temporal::Times> read_times(const ColumnFile& file, std::size_t column) {
  auto times = read_numbers(file, column, {ColumnKind::whole, ColumnKind::floating, ColumnKind::time}, "times");
  if (!times) return tl::unexpected(std::move(times.error()));
  if (times->decimals.empty()) return std::move(times->integers);
  return std::move(times->decimals);
}

/// In the order of the rows, a source before its destination.
/// ends  sources, or sources and destinations
static Result<void> number_ends(std::span<IdColumn> ends, const TemporalReading& reading, EndNames names,
                                temporal::EventColumns& events) {
  const std::size_t rows = ends[0].rows();
  const std::size_t second = are_two_kinds(reading.bipartite, names) ? 1 : 0;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t end = 0; end < ends.size(); ++end) {
      const auto number = reading.number(ends[end].text(row), end == 0 ? 0 : second);
      if (!number) {
        return fail(number.error().code, number.error().message + " (row " + std::to_string(row + 1) + ")");
      }
      (end == 0 ? events.sources : events.destinations).push_back(*number);
    }
  }
  return {};
}

static Result<void> read_ends(const ColumnFile& file, std::span<const std::size_t> columns,
                              const TemporalReading& reading, EndNames names, temporal::EventColumns& events) {
  const bool numbered = static_cast<bool>(reading.number);
  std::vector<IdColumn> ends;
  for (const std::size_t column : columns) {
    auto ids = IdColumn::read(file, column, numbered);
    if (!ids) return tl::unexpected(std::move(ids.error()));
    ends.push_back(std::move(*ids));
  }
  if (numbered) return number_ends(ends, reading, names, events);
  events.sources = std::move(ends[0]).take_numbers();
  if (ends.size() == 2) events.destinations = std::move(ends[1]).take_numbers();
  return {};
}

static Result<TemporalRows> read_temporal_columns(const ColumnFile& file, const TemporalReading& reading) {
  const TemporalTable table = reading.table;
  std::vector<std::string> names;
  names.reserve(file.columns().size());
  for (const TableColumn& column : file.columns()) names.push_back(column.name);
  const auto chosen = choose_temporal_columns(table, names, names.size(), reading.wanted);
  if (!chosen) return tl::unexpected(chosen.error());
  TemporalRows rows{.columns = {}, .names = chosen->names};
  const auto ends = std::span(chosen->places).first(table == TemporalTable::events ? 2 : 1);
  if (auto ok = read_ends(file, ends, reading, chosen->names, rows.columns); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  auto times = read_times(file, chosen->places[2]);
  if (!times) return tl::unexpected(std::move(times.error()));
  rows.columns.times = std::move(*times);
  const TableColumn& time = file.columns()[chosen->places[2]];
  if (time.kind == ColumnKind::time) {
    rows.unit = temporal::time_unit_of(time.unit);
    rows.times = "timestamps, and counted in the unit of their column";
  }
  if (chosen->feature_rows) {
    auto feature_rows = read_numbers(file, *chosen->feature_rows, {ColumnKind::whole}, "feature rows");
    if (!feature_rows) return tl::unexpected(std::move(feature_rows.error()));
    rows.columns.feature_rows = std::move(feature_rows->integers);
    if (reading.wanted.empty()) rows.feature_rows = names[*chosen->feature_rows];
  }
  return rows;
}

Result<temporal::Events> read_column_events(const ColumnFile& file, const EventReadOptions& options) {
  auto rows = read_temporal_columns(file, {.table = TemporalTable::events,
                                           .wanted = options.columns,
                                           .number = options.number,
                                           .bipartite = options.bipartite});
  if (!rows) return tl::unexpected(rows.error());
  return make_events(std::move(*rows), options);
}

Result<RootTable> read_column_roots(const ColumnFile& file, std::int64_t nodes, const RootReadOptions& options) {
  auto rows =
      read_temporal_columns(file, {.table = TemporalTable::roots, .wanted = options.columns, .number = options.number});
  if (!rows) return tl::unexpected(rows.error());
  note_rows(*rows, options.note);
  return root_table(std::move(*rows), nodes);
}

}  // namespace tuplepack::formats
