#include "npy_columns.hpp"

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/numpy/npy_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tuplepack::formats {

// ---- columns ----

/// The columns of an array without fields.
static Result<std::vector<NpyColumn>> plain_columns(const NpyHeader& header, std::string_view data) {
  const std::string what = describe_shape(header.shape);
  const auto width = npy_element_width(header.type);
  if (!width) return tl::unexpected(npy_type(header.type).error());
  const std::int64_t k = header.shape.size() == 1 ? 1 : header.shape[1];
  if (k == 0) return fail(ErrorCode::empty, "no items: " + what);
  if (k > max_npy_columns || header.shape[0] > max_exact / (k * std::max<std::int64_t>(*width, 1))) {
    return fail(ErrorCode::too_large, what + " is too large");
  }
  if (auto ok = check_npy_data(header.shape[0] * k * *width, static_cast<std::int64_t>(data.size())); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  const auto rows = static_cast<std::size_t>(header.shape[0]), bytes = static_cast<std::size_t>(*width);
  const auto columns = static_cast<std::size_t>(k);
  std::vector<NpyColumn> found;
  for (std::size_t c = 0; c < columns; ++c) {
    found.push_back({.name = "",
                     .what = "",
                     .type = header.type,
                     .first = data.data() + c * bytes * (header.fortran_order ? rows : 1),
                     .stride = header.fortran_order ? bytes : columns * bytes,
                     .width = bytes,
                     .rows = rows,
                     .index_end = header.shape.size() == 1 ? "]" : ", " + std::to_string(c) + "]"});
  }
  return found;
}

static Result<std::vector<NpyColumn>> field_columns(const NpyHeader& header, std::string_view data) {
  const auto places = npy_field_places(header);
  if (!places) return tl::unexpected(places.error());
  if (header.shape[0] > max_exact / std::max<std::int64_t>(places->back(), 1)) {
    return fail(ErrorCode::too_large, describe_shape(header.shape) + " is too large");
  }
  const std::int64_t bytes = header.shape[0] * places->back();
  if (auto ok = check_npy_data(bytes, static_cast<std::int64_t>(data.size())); !ok) {
    return tl::unexpected(std::move(ok.error()));
  }
  std::vector<NpyColumn> found;
  for (std::size_t f = 0; f < header.fields.size(); ++f) {
    const NpyField& field = header.fields[f];
    if (field.name.empty()) continue;  // only filling
    found.push_back({.name = field.name,
                     .what = "field " + quote(field.name),
                     .type = field.shape.empty() ? field.type : "",
                     .first = data.data() + (*places)[f],
                     .stride = static_cast<std::size_t>(places->back()),
                     .width = static_cast<std::size_t>((*places)[f + 1] - (*places)[f]),
                     .rows = static_cast<std::size_t>(header.shape[0]),
                     .index_end = "]['" + field.name + "']"});
  }
  return found;
}

Result<std::vector<NpyColumn>> npy_columns(std::string_view file) {
  const auto header = npy_header_of(file);
  if (!header) return tl::unexpected(header.error());
  const std::string what = describe_shape(header->shape);
  const bool has_fields = !header->fields.empty();
  if (header->shape.size() != 1 && (has_fields || header->shape.size() != 2)) {
    return fail(ErrorCode::unsupported, what + "; expected n or n × k, one row per item");
  }
  const std::string_view data = file.substr(*npy_header_size(file));
  auto columns = has_fields ? field_columns(*header, data) : plain_columns(*header, data);
  if (columns && header->shape[0] == 0) return fail(ErrorCode::empty, "no items: " + what);
  return columns;
}

// ---- their values ----

static std::string index_of(const NpyColumn& column, std::size_t row) {
  return visible("[" + std::to_string(row) + column.index_end, 100);
}

static tl::unexpected<Error> in_column(const NpyColumn& column, const Error& error) {
  return fail(error.code, column.what + (column.what.empty() ? "" : ": ") + error.message);
}

tl::unexpected<Error> at_element(const NpyColumn& column, const Error& error) {
  return column.name.empty() ? in_column(column, error) : fail(error.code, error.message);  // the index has its field
}

Error wrong_npy_number(const NpyType& type, const char* element, std::string_view index) {
  const std::string text = type.text(element);
  const ErrorCode code = parse_number(text).wrong.value_or(ErrorCode::not_an_integer);
  return {.code = code,
          .message = "the value " + text + " at " + std::string(index) + " " + std::string(predicate(code))};
}

static Result<NpyType> number_type(const NpyColumn& column, std::string_view type) {
  if (type.empty()) {
    return in_column(column, {.code = ErrorCode::unsupported, .message = "elements are arrays, not numbers"});
  }
  auto found = npy_type(type);
  if (!found) return in_column(column, found.error());
  return found;
}

Result<std::vector<std::int64_t>> npy_whole_numbers(const NpyColumn& column) {
  const auto type = number_type(column, column.type);
  if (!type) return tl::unexpected(type.error());
  std::vector<std::int64_t> values(column.rows);
  for (std::size_t row = 0; row < column.rows; ++row) {
    type->decode(column.at(row), 1, &values[row]);
    if (static_cast<std::uint64_t>(values[row]) <= static_cast<std::uint64_t>(max_exact)) continue;
    return at_element(column, wrong_npy_number(*type, column.at(row), index_of(column, row)));
  }
  return values;
}

using NpyTimes = std::variant<std::vector<std::int64_t>, std::vector<double>>;

static NpyTimes float_times(const NpyColumn& column, const NpyType& type) {
  std::vector<double> times;
  for (std::size_t row = 0; row < column.rows; ++row) times.push_back(type.number(column.at(row)));
  const auto is_whole = [](double time) { return std::abs(time) <= double{max_exact} && std::floor(time) == time; };
  if (!std::all_of(times.begin(), times.end(), is_whole)) return times;
  return std::vector<std::int64_t>(times.begin(), times.end());
}

static Result<NpyTimes> integer_times(const NpyColumn& column, const NpyType& type, std::int64_t most) {
  const bool may_be_missing = npy_is_time(column.type);
  const std::int64_t least = npy_is_unsigned(column.type) ? 0 : -most;
  std::vector<std::int64_t> times(column.rows);
  for (std::size_t row = 0; row < column.rows; ++row) {
    type.decode(column.at(row), 1, &times[row]);
    if (may_be_missing && times[row] == std::numeric_limits<std::int64_t>::min()) {
      return at_element(column, {.code = ErrorCode::malformed,
                                 .message = "the time at " + index_of(column, row) + " is missing (NaT)"});
    }
    if (times[row] <= most && times[row] >= least) continue;
    return at_element(
        column, {.code = ErrorCode::too_large,
                 .message = "time " + type.text(column.at(row)) + " at " + index_of(column, row) + " is beyond 2^62"});
  }
  return times;
}

Result<NpyTimes> npy_times(const NpyColumn& column, std::int64_t most) {
  if (npy_is_text(column.type)) {
    return in_column(
        column,
        {.code = ErrorCode::unsupported,
         .message = "times are text; convert them with .astype('int64'), or dates with .astype('datetime64[s]')"});
  }
  const std::string_view date = column.type.starts_with('>') ? ">i8" : "<i8";
  if (npy_is_time(column.type) && column.width != sizeof(std::int64_t)) {
    return in_column(column, {.code = ErrorCode::unsupported,
                              .message = "times have 64 bits, not " + std::to_string(8 * column.width)});
  }
  const auto type = number_type(column, npy_is_time(column.type) ? date : column.type);
  if (!type) return tl::unexpected(type.error());
  if (npy_is_integer(column.type) || npy_is_time(column.type)) return integer_times(column, *type, most);
  return float_times(column, *type);
}

}  // namespace tuplepack::formats
