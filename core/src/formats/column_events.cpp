#include "tuplepack/formats/column_events.hpp"

#include "root_table.hpp"
#include "temporal_rows.hpp"
#include "text.hpp"

#include <algorithm>

namespace tuplepack {

/// Reads a column of numbers, none of which is missing.
/// what  "times", which need not be whole, or "node ids" or "feature rows"
static Result<ColumnRows> read_numbers(const ColumnFile& file, std::size_t column, std::string_view what) {
  const TableColumn& about = file.columns()[column];
  const bool readable = about.kind == ColumnKind::whole ||
                        (what == "times" && (about.kind == ColumnKind::decimal || about.kind == ColumnKind::time));
  if (about.lists || !readable) {
    return fail(ErrorCode::unsupported, "column " + quote(about.name) + " does not hold " + std::string(what));
  }
  auto rows = file.read_column(column);
  if (!rows) return rows;
  const auto missing = std::find(rows->present.begin(), rows->present.end(), 0);
  if (missing == rows->present.end()) return rows;
  return fail(ErrorCode::not_an_integer, "row " + std::to_string(missing - rows->present.begin() + 1) + ", column " +
                                             quote(about.name) + ": the value is missing (null)");
}

/// Unsigned numbers beyond 2^63 become negative, which is refused for what they are.
static Result<TemporalRows> read_temporal_columns(const ColumnFile& file, const TemporalReading& reading) {
  const TemporalTable table = reading.table;
  std::vector<std::string> names;
  names.reserve(file.columns().size());
  for (const TableColumn& column : file.columns()) names.push_back(column.name);
  const auto chosen = choose_temporal_columns(table, names, names.size(), reading.wanted);
  if (!chosen) return tl::unexpected(chosen.error());
  EventColumns events;
  auto sources = read_numbers(file, chosen->places[0], "node ids");
  if (!sources) return tl::unexpected(sources.error());
  events.sources = std::move(sources->integers);
  if (table == TemporalTable::events) {
    auto destinations = read_numbers(file, chosen->places[1], "node ids");
    if (!destinations) return tl::unexpected(destinations.error());
    events.destinations = std::move(destinations->integers);
  }
  auto times = read_numbers(file, chosen->places[2], "times");
  if (!times) return tl::unexpected(times.error());
  if (times->decimals.empty()) {
    events.times = std::move(times->integers);
  } else {
    events.times = std::move(times->decimals);
  }
  TemporalRows rows{.columns = std::move(events), .names = chosen->names};
  if (chosen->feature_rows) {
    auto feature_rows = read_numbers(file, *chosen->feature_rows, "feature rows");
    if (!feature_rows) return tl::unexpected(feature_rows.error());
    rows.columns.feature_rows = std::move(feature_rows->integers);
    if (reading.wanted.empty()) rows.feature_rows = names[*chosen->feature_rows];
  }
  if (auto ok = renumber(rows, reading); !ok) return tl::unexpected(std::move(ok.error()));
  return rows;
}

Result<Events> read_column_events(const ColumnFile& file, const EventReadOptions& options) {
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
  return root_table(std::move(rows->columns), nodes);
}

}  // namespace tuplepack
