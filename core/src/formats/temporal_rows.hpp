#pragma once

#include "temporal_columns.hpp"
#include "tuplepack/formats/sizes.hpp"
#include "tuplepack/temporal/events.hpp"

#include <span>
#include <string>

namespace tuplepack {

struct TemporalRows {
  EventColumns columns;
  EndNames names = EndNames::nodes;  ///< of sources and destinations
};

/// Reads a table with a time in every row. Checks that ids are 0 … 2^53 − 1 and times are finite, nothing else.
/// wanted  as for choose_temporal_columns
/// result  with lines if the format has them, and not settled whether it is bipartite; for roots, sources are the nodes, and there are no destinations
/// errors  as read_events
[[nodiscard]] Result<TemporalRows> read_temporal_rows(std::span<const char> bytes, TemporalTable table, Format format,
                                                      std::span<const std::string> wanted);

}  // namespace tuplepack
