#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tuplepack {

/// Seconds since 1970 of a date in the Gregorian calendar: "2019-01-31", with or without a time of day after a blank or T
/// ("2019-01-31T23:59:59", "2019-01-31 23:59Z"). None for other text and for days that there are not.
[[nodiscard]] std::optional<std::int64_t> date_seconds(std::string_view text);

}  // namespace tuplepack
