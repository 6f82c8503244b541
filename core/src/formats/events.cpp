#include "tuplepack/formats/events.hpp"

#include "temporal_rows.hpp"

namespace tuplepack {

Result<Events> read_events(std::span<const char> bytes, const EventReadOptions& options) {
  auto columns = read_temporal_rows(bytes, TemporalTable::events, options.format, options.columns);
  if (!columns) return tl::unexpected(columns.error());
  return make_events(std::move(*columns), options.events);
}

}  // namespace tuplepack
