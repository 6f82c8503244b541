#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/temporal/events.hpp"

#include <string>
#include <string_view>

namespace tuplepack::temporal {

/// The unit of an abbreviation, as numpy's datetime64 has them: Y, M, W, D, h, m, s, ms, us, ns; unknown for others, such
/// as 10s.
[[nodiscard]] TimeUnit time_unit_of(std::string_view abbreviation);

/// "seconds since 1970"; "plain numbers".
[[nodiscard]] std::string describe_times(TimeUnit unit);

/// Whether times of the units can be compared as they are: those of one unit, unknown ones too, and plain numbers with any,
/// which may count the same.
[[nodiscard]] bool comparable(TimeUnit a, TimeUnit b);

/// Times in a finer unit.
/// errors  unsupported (a coarser unit, or one whose length is not fixed or unknown) · too_large (a time beyond max_time)
/// cost    O(times)
[[nodiscard]] Result<void> convert(Times& times, TimeUnit from, TimeUnit to);

}  // namespace tuplepack::temporal
