#include "tuplepack/formats/events.hpp"

#include "temporal_rows.hpp"

namespace tuplepack {

Result<Events> read_events(std::span<const char> bytes, const EventReadOptions& options) {
  auto rows = read_temporal_rows(bytes, options.format,
                                 {.table = TemporalTable::events,
                                  .wanted = options.columns,
                                  .number = options.number,
                                  .bipartite = options.bipartite});
  if (!rows) return tl::unexpected(rows.error());
  if (rows->dates && options.note) options.note("times are dates, and counted in seconds since 1970");
  if (auto ok = settle_bipartite(rows->columns, rows->names, options.bipartite, options.note); !ok) {
    return tl::unexpected(ok.error());
  }
  return make_events(std::move(rows->columns), options.events);
}

}  // namespace tuplepack
