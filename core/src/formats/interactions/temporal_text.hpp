#pragma once

#include "temporal_rows.hpp"

#include <string_view>

namespace tuplepack::formats {

/// read_temporal_rows of lines.
[[nodiscard]] Result<TemporalRows> read_temporal_text(std::string_view text, const TemporalReading& reading);

}  // namespace tuplepack::formats
