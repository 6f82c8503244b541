#include "tuplepack/formats/columnar/column_features.hpp"

#include "column_cursor.hpp"
#include "formats/rows/columns.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

namespace tuplepack::formats {

Result<std::size_t> feature_column(const ColumnFile& file, const std::string& wanted, const std::string& feature) {
  std::vector<std::string> names;
  names.reserve(file.columns().size());
  for (const TableColumn& column : file.columns()) names.push_back(column.name);
  if (!wanted.empty()) return column_named(wanted, names, names.size());
  if (std::find(names.begin(), names.end(), feature) != names.end()) return column_named(feature, names, names.size());
  if (names.size() == 1) return 0;
  return fail(ErrorCode::missing_column, "there is no column " + quote(feature) + did_you_mean(names, feature) +
                                             known_columns(names, names.size()));
}

/// Whether columns are numbered from 0 after a prefix.
static bool numbered_from_zero(const std::vector<TableColumn>& columns, const std::string& prefix) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name != prefix + std::to_string(i)) return false;
  }
  return !columns.empty();
}

Result<std::vector<std::size_t>> dimension_columns(const ColumnFile& file, const std::string& feature) {
  const std::vector<TableColumn>& columns = file.columns();
  std::vector<std::size_t> dimensions;
  const bool numbered = numbered_from_zero(columns, "") || numbered_from_zero(columns, feature + "_") ||
                        numbered_from_zero(columns, feature);
  if (!numbered) return dimensions;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const TableColumn& column = columns[i];
    if (column.number.empty() || column.lists || column.number != columns.front().number) {
      return fail(ErrorCode::unsupported,
                  "column " + quote(column.name) +
                      " does not have the numeric type of the columns before it, which form the rows "
                      "of feature " +
                      quote(feature) + "; give all of them the same type");
    }
    dimensions.push_back(i);
  }
  return dimensions;
}

// ---- numbers ----

/// Writes numbers as they are stored. Returns how many fit their type: all, or those before the first that does not.
template <typename Stored, typename Value>
static std::size_t store_as(std::span<const Value> values, std::byte* out) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto stored = static_cast<Stored>(values[i]);
    if constexpr (sizeof(Stored) < sizeof(Value) && std::is_integral_v<Value>) {
      if (static_cast<Value>(stored) != values[i]) return i;
    }
    std::memcpy(out + i * sizeof(Stored), &stored, sizeof(Stored));
  }
  return values.size();
}

static std::size_t store_integers(std::string_view type, std::span<const std::int64_t> values, std::byte* out) {
  if (type == "|i1") return store_as<std::int8_t>(values, out);
  if (type == "<i2") return store_as<std::int16_t>(values, out);
  if (type == "<i4") return store_as<std::int32_t>(values, out);
  if (type == "|u1" || type == "|b1") return store_as<std::uint8_t>(values, out);
  if (type == "<u2") return store_as<std::uint16_t>(values, out);
  if (type == "<u4") return store_as<std::uint32_t>(values, out);
  return store_as<std::int64_t>(values, out);  // unsigned ones keep their bits
}

/// first  the place of the first value
static std::size_t store_numbers(std::string_view type, const ColumnRows& rows, std::size_t first, std::size_t count,
                                 std::byte* out) {
  if (type == "<f4") return store_as<float>(std::span(rows.decimals).subspan(first, count), out);
  if (type == "<f8") return store_as<double>(std::span(rows.decimals).subspan(first, count), out);
  return store_integers(type, std::span(rows.integers).subspan(first, count), out);
}

// ---- rows ----

struct ColumnFeature::State {
  const ColumnFile& file;
  std::size_t column;
  std::vector<std::int64_t> group_ends{};  // rows of the groups up to each one
  std::size_t width = 1;                   // numbers in a row
  std::size_t number_bytes = 0;
  std::size_t group = 0;  // that the cursor is in
  std::optional<ColumnCursor> cursor{};
  std::int64_t at = 0;  // the row that the cursor is at

  [[nodiscard]] const TableColumn& about() const { return file.columns()[column]; }
  [[nodiscard]] std::int64_t rows() const { return group_ends.empty() ? 0 : group_ends.back(); }
  [[nodiscard]] std::int64_t group_begin() const { return group == 0 ? 0 : group_ends[group - 1]; }

  [[nodiscard]] tl::unexpected<Error> wrong_row(std::int64_t row, const std::string& reason) const {
    return fail(ErrorCode::malformed, "column " + quote(about().name) + ", " + file.group_name(group) + ", row " +
                                          std::to_string(row + 1) + ": " + reason);
  }
  [[nodiscard]] Result<void> find_width();
  void enter(std::size_t next_group);
  [[nodiscard]] Result<void> fill();
  [[nodiscard]] Result<void> seek(std::int64_t row);
  [[nodiscard]] Result<void> check(std::size_t count) const;
  [[nodiscard]] Result<void> store(std::size_t count, std::byte* out) const;
};

/// The length of the first list; 0 without rows.
Result<void> ColumnFeature::State::find_width() {
  constexpr std::int64_t longest = std::int64_t{1} << 24;
  width = 0;
  for (group = 0; group < group_ends.size(); ++group) {
    if (group_ends[group] == 0) continue;
    ColumnCursor lists(file, column, group, ColumnPart::lengths);
    if (auto filled = lists.fill(); !filled) return filled;
    if (lists.available() == 0) return wrong_row(0, "the row is missing; the file may be truncated");
    const std::int64_t length = lists.rows().lengths.front();
    if (length == null_length) return wrong_row(0, "the list is missing (null)");
    if (length == 0) return wrong_row(0, "the list is empty; every row of a feature needs at least one number");
    if (length > longest) return wrong_row(0, "the list has " + std::to_string(length) + " numbers, which is too many");
    width = static_cast<std::size_t>(length);
    return {};
  }
  return {};
}

void ColumnFeature::State::enter(std::size_t next_group) {
  group = next_group;
  at = group_begin();
  cursor.emplace(file, column, group, ColumnPart::values);
}

/// Reads until there are rows in memory, in the next groups if it has to.
/// assumes  that there are rows to come
Result<void> ColumnFeature::State::fill() {
  while (true) {
    if (auto filled = cursor->fill(); !filled) return filled;
    const std::int64_t left = group_ends[group] - at;
    const auto available = static_cast<std::int64_t>(cursor->available());
    if (available > left || (available == 0 && left > 0)) {
      return wrong_row(at, left > 0 ? "the row is missing; the file may be truncated"
                                    : "the row group has more rows than its metadata declares");
    }
    if (available > 0) return {};
    enter(group + 1);
  }
}

Result<void> ColumnFeature::State::seek(std::int64_t row) {
  const auto of_row =
      static_cast<std::size_t>(std::upper_bound(group_ends.begin(), group_ends.end(), row) - group_ends.begin());
  if (!cursor || row < at || group < of_row) enter(of_row);
  while (at < row) {
    if (auto filled = fill(); !filled) return filled;
    const std::size_t some = std::min(cursor->available(), static_cast<std::size_t>(row - at));
    cursor->pass(some);
    at += static_cast<std::int64_t>(some);
  }
  return {};
}

/// Whether rows in memory are all there, and as long as the first.
Result<void> ColumnFeature::State::check(std::size_t count) const {
  const ColumnRows& rows = cursor->rows();
  for (std::size_t i = 0; about().lists && i < count; ++i) {
    const std::int64_t length = rows.lengths[cursor->taken() + i];
    if (length == static_cast<std::int64_t>(width)) continue;
    const std::int64_t row = at + static_cast<std::int64_t>(i);
    if (length == null_length) return wrong_row(row, "the list is missing (null)");
    return wrong_row(
        row, "the list has " + std::to_string(length) + " numbers, but the list of row 1 has " + std::to_string(width));
  }
  if (rows.present.empty()) return {};
  const auto first = rows.present.begin() + static_cast<std::ptrdiff_t>(cursor->taken_values());
  const auto end = first + static_cast<std::ptrdiff_t>(count * width);
  const auto missing = std::find(first, end, 0);
  if (missing == end) return {};
  return wrong_row(at + (missing - first) / static_cast<std::ptrdiff_t>(width), "a number is missing (null)");
}

Result<void> ColumnFeature::State::store(std::size_t count, std::byte* out) const {
  const std::size_t numbers = count * width;
  const std::size_t stored = store_numbers(about().number, cursor->rows(), cursor->taken_values(), numbers, out);
  if (stored == numbers) return {};
  return wrong_row(at + static_cast<std::int64_t>(stored / width),
                   "the number " + std::to_string(cursor->rows().integers[cursor->taken_values() + stored]) +
                       " is out of range for the column's type");
}

// ---- the feature ----

ColumnFeature::ColumnFeature(std::unique_ptr<State> state) : state_(std::move(state)) {}
ColumnFeature::~ColumnFeature() = default;
ColumnFeature::ColumnFeature(ColumnFeature&&) noexcept = default;
ColumnFeature& ColumnFeature::operator=(ColumnFeature&&) noexcept = default;

Result<ColumnFeature> ColumnFeature::open(const ColumnFile& file, std::size_t column) {
  const TableColumn& about = file.columns()[column];
  if (about.number.empty()) {
    return fail(ErrorCode::unsupported, "column " + quote(about.name) + " holds " + values_of(about) + ", not numbers");
  }
  auto state = std::make_unique<State>(State{.file = file, .column = column});
  state->number_bytes = static_cast<std::size_t>(about.number.back() - '0');
  state->group_ends = file.group_rows();
  std::partial_sum(state->group_ends.begin(), state->group_ends.end(), state->group_ends.begin());
  if (about.lists) {
    if (auto found = state->find_width(); !found) return tl::unexpected(found.error());
  }
  return ColumnFeature(std::move(state));
}

std::string_view ColumnFeature::type() const {
  return state_->about().number;
}
std::int64_t ColumnFeature::rows() const {
  return state_->rows();
}
bool ColumnFeature::lists() const {
  return state_->about().lists;
}
std::int64_t ColumnFeature::width() const {
  return static_cast<std::int64_t>(state_->width);
}
std::size_t ColumnFeature::row_bytes() const {
  return state_->width * state_->number_bytes;
}

Result<void> ColumnFeature::read(std::int64_t first, std::span<std::byte> rows) {
  State& state = *state_;
  if (rows.empty()) return {};
  if (auto found = state.seek(first); !found) return found;
  while (!rows.empty()) {
    if (auto filled = state.fill(); !filled) return filled;
    const std::size_t some = std::min(state.cursor->available(), rows.size() / row_bytes());
    if (auto checked = state.check(some); !checked) return checked;
    if (auto stored = state.store(some, rows.data()); !stored) return stored;
    state.cursor->pass(some);
    state.at += static_cast<std::int64_t>(some);
    rows = rows.subspan(some * row_bytes());
  }
  return {};
}

}  // namespace tuplepack::formats
