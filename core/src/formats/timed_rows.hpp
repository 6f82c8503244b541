#pragma once

#include "timed_columns.hpp"
#include "tuplepack/formats/sizes.hpp"
#include "tuplepack/temporal/events.hpp"

#include <span>
#include <string>

namespace tuplepack {

/// Reads a table whose rows have a time. Ids are 0 … 2^53 − 1 and times are finite; nothing else is checked yet.
/// wanted  as for choose_timed_columns
/// result  with lines, where the format has them; of roots, sources are the nodes, and there are no destinations
/// errors  as read_events
[[nodiscard]] Result<EventColumns> read_timed_rows(std::span<const char> bytes, TimedTable table, Format format,
                                                   std::span<const std::string> wanted);

}  // namespace tuplepack
