#include "tuplepack/formats/interactions/events.hpp"

#include "bipartite.hpp"
#include "formats/text/text.hpp"
#include "temporal_rows.hpp"

namespace tuplepack::formats {

Result<temporal::Events> make_events(TemporalRows rows, const EventReadOptions& options) {
  if (rows.counts_from_zero && options.note) {
    options.note("the first line, 0,1,2, is an interaction; pandas writes it above columns without names");
  }
  note_rows(rows, options.note);
  if (auto ok = settle_bipartite(rows.columns, rows.names, options.bipartite, options.note); !ok) {
    return tl::unexpected(ok.error());
  }
  auto events = make_events(std::move(rows.columns), options.events);
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
