#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tuplepack::formats {

/// Seconds since 1970 of a date in the Gregorian calendar: "2019-01-31", with or without a time of day after a blank or T
/// ("2019-01-31T23:59:59", "2019-01-31 23:59Z"), which may have a fraction of zeros and an offset from UTC ("+01:00", "-0530", " UTC"). None
/// for other text, for fractions of seconds and for days that do not exist.
[[nodiscard]] std::optional<std::int64_t> date_seconds(std::string_view text);

/// Whether it begins as a date does, "2019-01-".
[[nodiscard]] bool resembles_date(std::string_view text);

}  // namespace tuplepack::formats
