#include "base/decimal_text.hpp"
#include "base/name_table.hpp"
#include "tuplepack/formats/rows/read_options.hpp"
#include "tuplepack/options/options.hpp"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace tuplepack::options {

static constexpr NameTable<OptionKind, 10> kind_names{{{OptionKind::flag, "flag"},
                                                       {OptionKind::count, "count"},
                                                       {OptionKind::counts, "counts"},
                                                       {OptionKind::decimal, "decimal"},
                                                       {OptionKind::bytes, "bytes"},
                                                       {OptionKind::choice, "choice"},
                                                       {OptionKind::choices, "choices"},
                                                       {OptionKind::input_file, "input-file"},
                                                       {OptionKind::output_file, "output-file"},
                                                       {OptionKind::text, "text"}}};

std::string_view name(OptionKind kind) {
  return name_in(kind_names, kind);
}

static constexpr NameTable<OptionGroup, 6> group_names{{{OptionGroup::own, "own"},
                                                        {OptionGroup::limits, "limits"},
                                                        {OptionGroup::method, "method"},
                                                        {OptionGroup::input, "input"},
                                                        {OptionGroup::output, "output"},
                                                        {OptionGroup::general, "general"}}};

std::string_view name(OptionGroup group) {
  return name_in(group_names, group);
}

static std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

Result<std::int64_t> read_count(std::string_view text) {
  std::int64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error == std::errc::result_out_of_range) return fail(ErrorCode::too_large, std::string(text) + " is too large");
  if (error == std::errc() && end == last) return number;
  return fail(ErrorCode::not_an_integer, quoted(text) + " is not a whole number");
}

Result<double> read_decimal(std::string_view text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = fast_float::from_chars(text.data(), last, number);
  if (end == last && error == std::errc() && std::isfinite(number)) return number;
  return fail(ErrorCode::malformed, quoted(text) + " is not a number");
}

Result<std::int64_t> read_bytes(std::string_view text) {
  static constexpr std::string_view units = "KMGT";
  const std::size_t unit = text.empty() ? std::string_view::npos : units.find(text.back());
  const int shift = unit == std::string_view::npos ? 0 : 10 * (static_cast<int>(unit) + 1);
  const auto number = read_count(shift == 0 ? text : text.substr(0, text.size() - 1));
  if (!number) return fail(number.error().code, "invalid memory size " + quoted(text) + "; use e.g. 500M or 2G");
  if (*number <= (std::numeric_limits<std::int64_t>::max() >> shift) && *number >= 0) return *number << shift;
  return fail(ErrorCode::out_of_range, quoted(text) + " exceeds the largest supported memory size");
}

/// "at least 1", "0 to 1000", "above 0, at most 1".
static std::string described(const OptionRange& range) {
  const bool bounded = std::isfinite(range.most);
  if (!std::isfinite(range.least)) return "at most " + number_text(range.most);
  if (range.above) return "above " + number_text(range.least) + (bounded ? ", at most " + number_text(range.most) : "");
  return bounded ? number_text(range.least) + " to " + number_text(range.most) : "at least " + number_text(range.least);
}

template <typename Number>
static Result<void> check_range(const OptionRange& range, Number number) {
  const auto place = static_cast<double>(number);
  if (place <= range.most && (range.above ? place > range.least : place >= range.least)) return {};
  return fail(ErrorCode::out_of_range, number_text(number) + " is out of range (" + described(range) + ")");
}

static Result<void> check_count(const Option& option, std::string_view text) {
  const auto number = read_count(text);
  if (!number) return tl::unexpected(number.error());
  return check_range(option.range, *number);
}

static Result<void> check_choice(const Option& option, std::string_view text) {
  const auto names = option.choices();
  if (std::find(names.begin(), names.end(), text) != names.end()) return {};
  if (option.choices == &formats::format_names) return tl::unexpected(formats::format_by_name(text).error());
  return not_among(names, text);
}

/// Each part between commas by itself.
static Result<void> check_each(const Option& option, std::string_view text,
                               Result<void> (*check_one)(const Option&, std::string_view)) {
  for (const std::string_view part : parts(text, ',')) {
    if (auto checked = check_one(option, part); !checked) return checked;
  }
  return {};
}

static Result<void> check_text(const Option& option, std::string_view text) {
  switch (option.kind) {
    case OptionKind::counts: return check_each(option, text, check_count);
    case OptionKind::choice: return check_choice(option, text);
    case OptionKind::choices: return check_each(option, text, check_choice);
    case OptionKind::input_file:
    case OptionKind::output_file:
      if (text.empty()) return fail(ErrorCode::empty, "the name of the file is empty");
      return {};
    default: return {};
  }
}

Result<void> check(const Option& option, OptionValue value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return check_range(option.range, *number);
  if (const auto* number = std::get_if<double>(&value)) return check_range(option.range, *number);
  if (const auto* text = std::get_if<std::string_view>(&value)) return check_text(option, *text);
  return {};
}

static Result<OptionValue> read_unchecked(OptionKind kind, std::string_view text) {
  switch (kind) {
    case OptionKind::flag: return OptionValue(true);
    case OptionKind::count: return read_count(text).map([](std::int64_t number) { return OptionValue(number); });
    case OptionKind::bytes: return read_bytes(text).map([](std::int64_t number) { return OptionValue(number); });
    case OptionKind::decimal: return read_decimal(text).map([](double number) { return OptionValue(number); });
    default: return OptionValue(text);
  }
}

Result<OptionValue> read_value(const Option& option, std::string_view text) {
  auto value = read_unchecked(option.kind, text);
  if (!value) return value;
  if (const auto checked = check(option, *value); !checked) return tl::unexpected(checked.error());
  return value;
}

std::string value_text(OptionValue value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return number_text(*number);
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  return {};
}

std::string help_line(const Option& option) {
  static constexpr std::string_view mark = "{choices}";
  std::string line(option.help);
  if (const std::size_t at = line.find(mark); at != std::string::npos) {
    line.replace(at, mark.size(), alternatives(option.choices()));
  }
  return line;
}

}  // namespace tuplepack::options
