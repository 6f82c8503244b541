#include "tuplepack/temporal/time_unit.hpp"

#include <array>
#include <cstdint>

namespace tuplepack::temporal {

namespace {

struct UnitRow {
  TimeUnit unit{};
  std::string_view abbreviation;
  std::string_view plural;
  std::int64_t nanoseconds = 0;  // none: not always as long
};

}  // namespace

static constexpr auto units = std::to_array<UnitRow>({
    {TimeUnit::years, "Y", "years", 0},
    {TimeUnit::months, "M", "months", 0},
    {TimeUnit::weeks, "W", "weeks", 604'800'000'000'000},
    {TimeUnit::days, "D", "days", 86'400'000'000'000},
    {TimeUnit::hours, "h", "hours", 3'600'000'000'000},
    {TimeUnit::minutes, "m", "minutes", 60'000'000'000},
    {TimeUnit::seconds, "s", "seconds", 1'000'000'000},
    {TimeUnit::milliseconds, "ms", "milliseconds", 1'000'000},
    {TimeUnit::microseconds, "us", "microseconds", 1'000},
    {TimeUnit::nanoseconds, "ns", "nanoseconds", 1},
});

static const UnitRow* row_of(TimeUnit unit) {
  for (const UnitRow& row : units) {
    if (row.unit == unit) return &row;
  }
  return nullptr;
}

TimeUnit time_unit_of(std::string_view abbreviation) {
  for (const UnitRow& row : units) {
    if (row.abbreviation == abbreviation) return row.unit;
  }
  return TimeUnit::unknown;
}

std::string describe_times(TimeUnit unit) {
  if (unit == TimeUnit::plain) return "plain numbers";
  const UnitRow* const row = row_of(unit);
  return row == nullptr ? "dates in an unknown unit" : std::string(row->plural) + " since 1970";
}

bool comparable(TimeUnit a, TimeUnit b) {
  return a == b || a == TimeUnit::plain || b == TimeUnit::plain;
}

Result<void> convert(Times& times, TimeUnit from, TimeUnit to) {
  const UnitRow* const coarse = row_of(from);
  const UnitRow* const fine = row_of(to);
  auto* const whole = std::get_if<std::vector<std::int64_t>>(&times);
  const bool is_exact =
      coarse != nullptr && fine != nullptr && fine->nanoseconds > 0 && coarse->nanoseconds >= fine->nanoseconds;
  if (whole == nullptr || !is_exact) {
    return fail(ErrorCode::unsupported,
                "times that are " + describe_times(from) + " cannot be converted to " + describe_times(to));
  }
  const std::int64_t factor = coarse->nanoseconds / fine->nanoseconds;
  for (std::int64_t& time : *whole) {
    if (time > max_time / factor || time < -(max_time / factor)) {
      return fail(ErrorCode::too_large, "time " + std::to_string(time) + " (" + describe_times(from) +
                                            ") exceeds 2^62 " + describe_times(to));
    }
    time *= factor;
  }
  return {};
}

}  // namespace tuplepack::temporal
