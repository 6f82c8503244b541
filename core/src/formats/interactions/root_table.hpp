#pragma once

#include "temporal_rows.hpp"
#include "tuplepack/formats/interactions/roots.hpp"

namespace tuplepack::formats {

/// Checks roots, which were read as sources.
/// nodes   the number of nodes
/// errors  empty · negative · out_of_range (a node that does not exist) · malformed (a time that is not a finite number)
[[nodiscard]] Result<RootTable> root_table(TemporalRows rows, std::int64_t nodes);

}  // namespace tuplepack::formats
