#include "tuplepack/formats/interactions/events.hpp"

#include "bipartite.hpp"
#include "formats/text/text.hpp"
#include "temporal_rows.hpp"

#include <algorithm>
#include <variant>

namespace tuplepack::formats {

/// Whether the first of three columns without names may have the times: it ascends, unlike the last, and beyond that.
static bool may_begin_with_times(const TemporalRows& rows) {
  const auto* const times = std::get_if<std::vector<std::int64_t>>(&rows.columns.times);
  const std::vector<std::int64_t>& first = rows.columns.sources;
  return rows.is_by_place && times != nullptr && first.size() > 2 && std::is_sorted(first.begin(), first.end()) &&
         !std::is_sorted(times->begin(), times->end()) &&
         first.back() > *std::max_element(times->begin(), times->end());
}

Result<temporal::Events> make_events(TemporalRows rows, const EventReadOptions& options) {
  if (rows.counts_from_zero && options.note) {
    options.note("the first line, 0,1,2, is an interaction; pandas writes it above columns without names");
  }
  note_rows(rows, options.note);
  if (auto ok = settle_bipartite(rows.columns, rows.names, options.bipartite, options.note); !ok) {
    return tl::unexpected(ok.error());
  }
  const bool has_times_first = may_begin_with_times(rows);
  auto events = make_events(std::move(rows.columns), options.events);
  if (has_times_first) {
    const std::string way_out = "if the first column, which ascends, has the times: --columns 2,3,1";
    if (!events) events.error().message += "; " + way_out;
    if (events && options.note) options.note("columns are read as source, destination and time; " + way_out);
  }
  if (events) {
    events->unit = rows.unit;
    events->features = rows.features;
  }
  if (events && !events->feature_rows.empty() && !rows.feature_rows.empty() && options.note) {
    options.note("column " + quote(rows.feature_rows) +
                 " has the row of each interaction in a table of edge features (--columns SOURCE,DESTINATION,TIME: "
                 "they are in the order of the file)");
  }
  return events;
}

Result<std::vector<std::size_t>> event_columns(std::span<const std::string> names,
                                               std::span<const std::string> wanted) {
  const auto chosen = choose_temporal_columns(TemporalTable::events, names, names.size(), wanted);
  if (!chosen) return tl::unexpected(chosen.error());
  std::vector<std::size_t> columns(chosen->places.begin(), chosen->places.end());
  if (chosen->feature_rows) columns.push_back(*chosen->feature_rows);
  return columns;
}

Result<temporal::Events> read_events(std::span<const char> bytes, const EventReadOptions& options) {
  auto rows = read_temporal_rows(bytes, options.format,
                                 {.table = TemporalTable::events,
                                  .wanted = options.columns,
                                  .number = options.number,
                                  .bipartite = options.bipartite,
                                  .inflate = options.inflate});
  if (!rows) return tl::unexpected(rows.error());
  return make_events(std::move(*rows), options);
}

}  // namespace tuplepack::formats
