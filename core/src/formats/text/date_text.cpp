#include "date_text.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

/// Takes a number of a given number of digits from the front.
static std::optional<std::int64_t> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = 10 * number + (c - '0');
  }
  text.remove_prefix(digits);
  return number;
}

/// Takes a number after a mark.
static std::optional<std::int64_t> take_after(std::string_view& text, std::string_view marks, std::size_t digits) {
  if (text.empty() || marks.find(text.front()) == std::string_view::npos) return std::nullopt;
  text.remove_prefix(1);
  return take_digits(text, digits);
}

static bool is_leap(std::int64_t year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static std::int64_t days_before(std::int64_t year) {
  const std::int64_t past = year - 1;
  return past * 365 + past / 4 - past / 100 + past / 400;
}

/// Days since 1970; none where there is no such day.
static std::optional<std::int64_t> days(std::int64_t year, std::int64_t month, std::int64_t day) {
  constexpr std::array<std::int64_t, 12> lengths{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1 || month < 1 || month > 12 || day < 1) return std::nullopt;
  const auto length = [&](std::int64_t of) {
    return lengths[static_cast<std::size_t>(of - 1)] + (of == 2 && is_leap(year) ? 1 : 0);
  };
  if (day > length(month)) return std::nullopt;
  std::int64_t before = days_before(year) - days_before(1970);
  for (std::int64_t past = 1; past < month; ++past) before += length(past);
  return before + day - 1;
}

/// Takes a fraction of zeros, if there is one. Whether nothing is lost.
static bool take_zeros(std::string_view& text) {
  if (!text.starts_with('.')) return true;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  const bool has_only_zeros = end > 1 && text.substr(1, end - 1).find_first_not_of('0') == std::string_view::npos;
  text.remove_prefix(end);
  return has_only_zeros;
}

/// Takes the offset from UTC at the end, in seconds: "Z", " UTC", "+01", "+01:30", "+0130"; of no text 0.
static std::optional<std::int64_t> take_offset(std::string_view& text) {
  if (text.empty() || text == "Z" || text == " UTC") return text = {}, 0;
  const std::int64_t sign = text.front() == '-' ? -1 : 1;
  const auto hours = take_after(text, "+-", 2);
  if (text.size() == 3 && text.front() == ':') text.remove_prefix(1);
  const auto minutes = text.empty() ? std::optional<std::int64_t>(0) : take_digits(text, 2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return sign * (*hours * 3'600 + *minutes * 60);
}

std::optional<std::int64_t> date_seconds(std::string_view text) {
  const auto year = take_digits(text, 4), month = take_after(text, "-", 2), day = take_after(text, "-", 2);
  if (!year || !month || !day) return std::nullopt;
  const auto date = days(*year, *month, *day);
  if (!date) return std::nullopt;
  if (text.empty()) return *date * 86'400;
  const auto hour = take_after(text, " T", 2), minute = take_after(text, ":", 2);
  const auto second = text.starts_with(':') ? take_after(text, ":", 2) : std::optional<std::int64_t>(0);
  if (!take_zeros(text)) return std::nullopt;
  const auto offset = take_offset(text);
  if (!hour || !minute || !second || !offset || !text.empty()) return std::nullopt;
  if (*hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  return *date * 86'400 + *hour * 3'600 + *minute * 60 + *second - *offset;
}

bool resembles_date(std::string_view text) {
  return take_digits(text, 4) && take_after(text, "-", 2) && text.starts_with('-');
}

}  // namespace tuplepack::formats
