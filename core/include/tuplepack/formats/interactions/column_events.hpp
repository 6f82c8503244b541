#pragma once

#include "events.hpp"
#include "roots.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

namespace tuplepack::formats {

// Temporal interactions and their roots in tables that are stored column after column: ids are whole numbers, or text
// that is numbered; times are whole numbers, timestamps or floats. Columns are chosen as those of a header are.

/// errors  those of ColumnFile · missing_column · unsupported (a column of another type) · malformed (a null) ·
///         not_an_integer (text that is not numbered) · as make_events, with the number of the event
[[nodiscard]] Result<temporal::Events> read_column_events(const ColumnFile& file, const EventReadOptions& options);

/// errors  as above, and as read_roots
[[nodiscard]] Result<RootTable> read_column_roots(const ColumnFile& file, std::int64_t nodes,
                                                  const RootReadOptions& options);

}  // namespace tuplepack::formats
