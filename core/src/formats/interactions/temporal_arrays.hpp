#pragma once

#include "temporal_rows.hpp"

#include <string_view>

namespace tuplepack::formats {

// read_temporal_rows of arrays of numpy. Ids are whole numbers, or text that is numbered; times are integers, floats, or
// datetime64 in its own unit.

/// Columns are those of an array of n × k, or the fields of a structured one.
[[nodiscard]] Result<TemporalRows> read_temporal_npy(std::string_view bytes, const TemporalReading& reading);

/// Columns are arrays of n elements each, with their names; or those of the only array.
[[nodiscard]] Result<TemporalRows> read_temporal_npz(std::string_view archive, const TemporalReading& reading);

}  // namespace tuplepack::formats
