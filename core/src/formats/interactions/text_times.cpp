#include "text_times.hpp"

#include "formats/text/date_text.hpp"
#include "formats/text/text.hpp"

#include <fast_float/fast_float.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace tuplepack::formats {

static constexpr std::int64_t exact_in_double = std::int64_t{1} << 53;

static std::string describe_inexact(std::int64_t time) {
  return "time " + std::to_string(time) + " exceeds 2^53 and is not exact when mixed with fractional times";
}

/// From the first fractional time on, all times are doubles.
Result<void> TextTimes::add_fractional(double time, std::span<const std::int64_t> lines) {
  if (!has_fractions_) {
    for (std::size_t e = 0; e < whole_.size(); ++e) {
      if (std::abs(whole_[e]) > exact_in_double) {
        return fail(ErrorCode::too_large, describe_inexact(whole_[e]), lines[e]);
      }
      fractional_.push_back(static_cast<double>(whole_[e]));
    }
    has_fractions_ = true;
  }
  fractional_.push_back(time);
  return {};
}

Result<void> TextTimes::read_fractional(const CsvField& field, std::int64_t line, std::span<const std::int64_t> lines) {
  const char* const end = field.text.data() + field.text.size();
  double time = 0;
  const auto [rest, error] = fast_float::from_chars(field.text.data(), end, time);
  if (error != std::errc() || rest != end || !std::isfinite(time)) {
    const std::string_view way_out =
        field.text.find(',') == std::string_view::npos ? "" : "; write numbers with a point, and without commas";
    return fail(ErrorCode::malformed,
                field.text.empty() ? "a time is missing"
                                   : "time " + quote(field.text) + " is not a finite number" + std::string(way_out),
                line, field.column);
  }
  return add_fractional(time, lines);
}

Result<void> TextTimes::add(const CsvField& field, std::int64_t line, std::span<const std::int64_t> lines) {
  last_length_ = field.text.size();
  longest_ = std::max(longest_, last_length_);
  const auto date = date_seconds(field.text);
  if (date && (has_dates_ || lines.empty())) {
    has_dates_ = true;
    whole_.push_back(*date);
    return {};
  }
  if (!date && resembles_date(field.text)) {
    return fail(ErrorCode::malformed,
                "time " + quote(field.text) +
                    " is not a date in whole seconds, such as 2019-01-31 or 2019-01-31T23:59:59+01:00",
                line, field.column);
  }
  if (date || has_dates_) {
    return fail(ErrorCode::malformed,
                "time " + quote(field.text) + (date ? " is a date, but the times" : " is not a date, but the times") +
                    " before it are " + (date ? "numbers" : "dates"),
                line, field.column);
  }
  const char* const end = field.text.data() + field.text.size();
  std::int64_t time = 0;
  const auto [rest, error] = std::from_chars(field.text.data(), end, time);
  if (rest != end || error == std::errc::invalid_argument) return read_fractional(field, line, lines);
  if (error != std::errc() || time < -temporal::max_time || time > temporal::max_time) {
    return fail(ErrorCode::too_large, "time " + quote(field.text) + " is beyond 2^62", line, field.column);
  }
  if (!has_fractions_) {
    whole_.push_back(time);
    return {};
  }
  if (std::abs(time) > exact_in_double) {
    return fail(ErrorCode::too_large, describe_inexact(time), line, field.column);
  }
  return add_fractional(static_cast<double>(time), lines);
}

temporal::Times TextTimes::take() && {
  return has_fractions_ ? temporal::Times(std::move(fractional_)) : temporal::Times(std::move(whole_));
}

}  // namespace tuplepack::formats
