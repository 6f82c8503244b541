#include "temporal_rows.hpp"

#include "formats/detection/opening.hpp"
#include "temporal_arrays.hpp"
#include "temporal_text.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/text/line_ends.hpp"

#include <algorithm>
#include <variant>

namespace tuplepack::formats {

Result<TemporalRows> read_temporal_rows(std::span<const char> bytes, Format format, const TemporalReading& reading) {
  Opening opening(format);
  const auto known = opening.add(std::string_view(bytes.data(), bytes.size()), true);
  if (!known) return tl::unexpected(known.error());
  if (*known == Format::csv) return read_temporal_text(opening.text(), reading);
  if (*known == Format::npy) return read_temporal_npy(opening.text(), reading);
  if (*known == Format::npz) return read_temporal_npz(opening.text(), reading);
  return fail(ErrorCode::unsupported, std::string(rows_of(reading.table)) + " are read from " +
                                          alternatives(formats_of(Content::interactions)) + ", not from " +
                                          std::string(name(**known)));
}

/// Whether a number is a date, 20240131, or one with the time of day, 20240131235959.
static bool may_be_date(std::int64_t number) {
  constexpr std::int64_t with_time = 10'000'000'000'000;
  if (number >= with_time) {
    const std::int64_t time = number % 1'000'000;
    if (time / 10'000 > 23 || time / 100 % 100 > 59 || time % 100 > 59) return false;
    number /= 1'000'000;
  }
  const std::int64_t month = number / 100 % 100, day = number % 100;
  return number >= 19'000'101 && number <= 21'001'231 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/// Of plain numbers that are all dates: between months there are gaps.
static std::string note_on_dates(const temporal::Times& times) {
  const auto* const numbers = std::get_if<std::vector<std::int64_t>>(&times);
  if (numbers == nullptr || !std::all_of(numbers->begin(), numbers->end(), may_be_date) || numbers->empty()) return {};
  return "times such as " + std::to_string(numbers->front()) +
         " may be dates, and are read as plain numbers; write dates as 2024-01-31 for times in seconds";
}

void note_rows(const TemporalRows& rows, const std::function<void(const std::string& text)>& note) {
  if (!note) return;
  if (!rows.format.empty()) note("read as " + rows.format);
  if (rows.ends_open) note(std::string(cut_note));
  if (!rows.times.empty()) note("times are " + rows.times);
  const std::string dates = rows.unit == temporal::TimeUnit::plain ? note_on_dates(rows.columns.times) : "";
  if (!dates.empty()) note(dates);
}

}  // namespace tuplepack::formats
