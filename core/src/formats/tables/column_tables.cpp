#include "tuplepack/formats/tables/column_tables.hpp"

#include "base/decimal_text.hpp"
#include "formats/columnar/column_cursor.hpp"
#include "formats/text/text.hpp"
#include "table_columns.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tuplepack::formats {

namespace {

/// A column of a table, and some rows of it that are in memory.
struct CursorColumn {
  const TableColumn& about;
  ColumnCursor cursor;

  [[nodiscard]] const ColumnRows& rows() const { return cursor.rows(); }
  [[nodiscard]] bool is_null(std::size_t value) const { return !rows().present.empty() && rows().present[value] == 0; }
  [[nodiscard]] std::string_view text(std::size_t value) const {
    const std::size_t begin = value == 0 ? 0 : rows().text_ends[value - 1];
    return std::string_view(rows().text).substr(begin, rows().text_ends[value] - begin);
  }
  [[nodiscard]] double number(std::size_t value) const {
    if (about.kind == ColumnKind::floating) return rows().decimals[value];
    const std::int64_t integer = rows().integers[value];
    return rows().is_unsigned ? static_cast<double>(static_cast<std::uint64_t>(integer)) : static_cast<double>(integer);
  }
  [[nodiscard]] std::string integer_text(std::size_t value) const {
    const std::int64_t integer = rows().integers[value];
    return rows().is_unsigned ? std::to_string(static_cast<std::uint64_t>(integer)) : std::to_string(integer);
  }
};

/// Rows of a column that were not added: how many were, and why the next one was not.
struct WrongRow {
  std::size_t row = 0;
  Error error;
};
using Added = std::optional<WrongRow>;

/// Adds rows of columns to what is read from a table.
class ColumnTable {
 public:
  ColumnTable(const ColumnFile& file, const TableColumns& columns, TablePlaces places)
      : file_(file), columns_(columns), places_(std::move(places)) {}

  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] Result<void> read(const IdsSink& sink, const std::function<bool(double)>& keep_going);

 private:
  const ColumnFile& file_;
  const TableColumns& columns_;
  TablePlaces places_;
  std::int64_t before_ = 0;  // rows that are read
  std::vector<CursorColumn> ids_, features_, weights_, times_;
  std::vector<FeatureStore*> stores_;  // of features_
  std::string digits_;
  std::vector<std::string_view> id_cells_;
  std::vector<float> floats_;
  std::vector<std::string_view> texts_;

  [[nodiscard]] const TableColumn& about(std::size_t column) const { return file_.columns()[column]; }
  void enter(std::size_t group);
  template <typename Do>
  [[nodiscard]] Result<void> each(const Do& action);
  [[nodiscard]] Result<std::size_t> fill();
  [[nodiscard]] Result<void> add(std::size_t rows, const IdsSink& sink);
  [[nodiscard]] Result<void> add_ids(std::size_t rows, const IdsSink& sink);
  [[nodiscard]] FeatureValues values(const CursorColumn& column, graph::ExampleList list, std::size_t first,
                                     std::size_t count);
  [[nodiscard]] Added add_feature(const CursorColumn& column, FeatureStore& store, std::size_t rows);
  [[nodiscard]] tl::unexpected<Error> in_row(const CursorColumn& column, std::size_t row, const Error& error) const {
    const std::int64_t place = before_ + static_cast<std::int64_t>(row) + 1;
    return fail(error.code,
                "row " + std::to_string(place) + ", column " + quote(column.about.name) + ": " + error.message);
  }
};

}  // namespace

// ---- columns ----

static Result<void> require_kind(const TableColumn& column, std::initializer_list<ColumnKind> kinds,
                                 std::string_view what) {
  const bool fits = !column.lists && std::find(kinds.begin(), kinds.end(), column.kind) != kinds.end();
  if (fits) return {};
  return fail(ErrorCode::unsupported,
              "column " + quote(column.name) + " holds " + values_of(column) + ", not " + std::string(what));
}

Result<void> ColumnTable::check() const {
  using enum ColumnKind;
  for (const std::size_t id : places_.ids) {
    if (auto checked = require_kind(about(id), {text, whole}, "ids"); !checked) return checked;
  }
  for (const auto& feature : places_.features) {
    if (!feature || about(*feature).kind != other) continue;
    return fail(ErrorCode::unsupported, "column " + quote(about(*feature).name) + " holds " +
                                            values_of(about(*feature)) + ", which are not read");
  }
  if (places_.weight) {
    if (auto checked = require_kind(about(*places_.weight), {whole, floating}, "weights"); !checked) return checked;
  }
  if (places_.time) return require_kind(about(*places_.time), {whole, floating, time}, "times");
  return {};
}

void ColumnTable::enter(std::size_t group) {
  const auto open = [&](std::vector<CursorColumn>& into, std::size_t column) {
    into.push_back({.about = about(column), .cursor = ColumnCursor(file_, column, group, ColumnPart::values)});
  };
  for (auto* const columns : {&ids_, &features_, &weights_, &times_}) columns->clear();
  stores_.clear();
  for (const std::size_t id : places_.ids) open(ids_, id);
  for (std::size_t i = 0; i < places_.features.size(); ++i) {
    if (!places_.features[i]) continue;
    open(features_, *places_.features[i]);
    stores_.push_back(columns_.features[i]);
  }
  if (places_.weight) open(weights_, *places_.weight);
  if (places_.time) open(times_, *places_.time);
}

template <typename Do>
Result<void> ColumnTable::each(const Do& action) {
  for (auto* const columns : {&ids_, &features_, &weights_, &times_}) {
    for (CursorColumn& column : *columns) {
      if (Result<void> done = action(column); !done) return done;
    }
  }
  return {};
}

/// How many rows all columns have in memory; 0 at the end of a group.
Result<std::size_t> ColumnTable::fill() {
  constexpr std::size_t at_once = 4096;
  std::size_t fewest = at_once, most = 0;
  auto filled = each([&](CursorColumn& column) -> Result<void> {
    if (auto done = column.cursor.fill(); !done) return done;
    fewest = std::min(fewest, column.cursor.available());
    most = std::max(most, column.cursor.available());
    return {};
  });
  if (!filled) return tl::unexpected(filled.error());
  if (fewest > 0 || most == 0) return fewest;
  return fail(ErrorCode::malformed, "the columns have different numbers of rows; the file may be truncated");
}

// ---- ids ----

static Error missing(std::string_view what) {
  return {.code = ErrorCode::malformed, .message = std::string(what) + " is missing (null)"};
}

Result<void> ColumnTable::add_ids(std::size_t rows, const IdsSink& sink) {
  constexpr std::size_t longest = 20;
  const std::size_t width = ids_.size();
  digits_.clear();
  digits_.reserve(rows * width * longest);  // views of it stay valid
  id_cells_.resize(rows * width);
  for (std::size_t end = 0; end < width; ++end) {
    const CursorColumn& column = ids_[end];
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t at = column.cursor.taken() + row;
      if (column.is_null(at)) return in_row(column, row, missing("the id"));
      std::string_view& cell = id_cells_[row * width + end];
      if (column.about.kind == ColumnKind::text) {
        cell = column.text(at);
        continue;
      }
      const std::size_t begin = digits_.size();
      digits_ += column.integer_text(at);
      cell = std::string_view(digits_).substr(begin);
    }
  }
  const auto wrong = sink(id_cells_);
  if (!wrong) return {};
  return in_row(ids_[wrong->index % width], wrong->index / width,
                {.code = ErrorCode::malformed, .message = wrong->message});
}

// ---- features ----

/// Some values of a column, as tf.Example has them. Valid until the next call.
FeatureValues ColumnTable::values(const CursorColumn& column, graph::ExampleList list, std::size_t first,
                                  std::size_t count) {
  if (count == 0) return {};
  if (column.about.kind == ColumnKind::text) {
    texts_.clear();
    for (std::size_t i = first; i < first + count; ++i) texts_.push_back(column.text(i));
    return std::span<const std::string_view>(texts_);
  }
  if (column.about.kind == ColumnKind::floating || list == graph::ExampleList::floats) {
    floats_.clear();
    for (std::size_t i = first; i < first + count; ++i) floats_.push_back(static_cast<float>(column.number(i)));
    return std::span<const float>(floats_);
  }
  return std::span<const std::int64_t>(column.rows().integers).subspan(first, count);
}

/// The first of some numbers that a tf.Example cannot store as the type of a feature, though it would take the bits of an
/// integer, and infinity for a float. Empty: it can store all.
static std::string beyond_type(const CursorColumn& column, const FeatureStore& store, std::size_t first,
                               std::size_t count) {
  const bool has_floats = column.about.kind == ColumnKind::floating;
  const bool has_integers = !has_floats && column.about.kind != ColumnKind::text;
  const bool keeps_sign = column.rows().is_unsigned == (store.type() == graph::FeatureType::uint64);
  for (std::size_t i = first; i < first + count; ++i) {
    if (has_floats && store.list() == graph::ExampleList::floats) {
      const double number = column.number(i);
      if (std::isfinite(number) && !std::isfinite(static_cast<float>(number))) return number_text(number);
    }
    if (has_integers && store.list() == graph::ExampleList::int64s && !keeps_sign && column.rows().integers[i] < 0) {
      return column.integer_text(i);
    }
  }
  return {};
}

Added ColumnTable::add_feature(const CursorColumn& column, FeatureStore& store, std::size_t rows) {
  NamedFeature feature{.name = store.feature_name(), .values = {}};
  std::size_t at = column.cursor.taken_values();
  for (std::size_t row = 0; row < rows; ++row) {
    const bool lists = column.about.lists;
    const std::int64_t length = lists ? column.rows().lengths[column.cursor.taken() + row] : 1;
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(length, 0));
    const bool none = !lists && column.is_null(at);
    for (std::size_t i = at; lists && i < at + count; ++i) {
      if (column.is_null(i)) return WrongRow{.row = row, .error = missing("a value of the list")};
    }
    if (const std::string beyond = none ? "" : beyond_type(column, store, at, count); !beyond.empty()) {
      const bool is_double = store.type() == graph::FeatureType::float64;  // stored in 32 bits, too
      const std::string_view type = name(is_double ? graph::FeatureType::float32 : store.type());
      return WrongRow{.row = row,
                      .error = {.code = ErrorCode::out_of_range,
                                .message = "feature " + quote(store.feature_name()) + " has " + beyond +
                                           ", which is beyond the range of " + std::string(type)}};
    }
    feature.values = values(column, store.list(), at, none ? 0 : count);
    if (auto added = store.add_example(std::span(&feature, 1)); !added) {
      return WrongRow{.row = row, .error = std::move(added.error())};
    }
    at += count;
  }
  return std::nullopt;
}

// ---- weights and times ----

static Result<void> add_weight_value(WeightColumn& weights, const CursorColumn& column, std::size_t at) {
  if (column.is_null(at)) return tl::unexpected(missing("the weight"));
  const double weight = column.number(at);
  const bool decimal = column.about.kind == ColumnKind::floating;
  return add_weight(weights, weight,
                    !decimal           ? column.integer_text(at)
                    : weight == weight ? number_text(weight)
                                       : "nan");
}

static Result<void> add_time_value(TimeColumn& times, const CursorColumn& column, std::size_t at) {
  const bool decimal = column.about.kind == ColumnKind::floating;
  if (column.is_null(at)) return tl::unexpected(missing("the time"));
  if (!times.decimal) times.decimal = decimal;
  if (!*times.decimal && decimal) return fail(ErrorCode::malformed, "a float where times are integers");
  if (!*times.decimal) {
    const std::int64_t time = column.rows().integers[at];
    if (column.rows().is_unsigned && time < 0) {
      return fail(ErrorCode::too_large, "the time " + column.integer_text(at) + " is 2^63 or more");
    }
    times.values.push_back(time);
    return {};
  }
  const auto time = decimal_time(column.number(at));
  if (!time) return tl::unexpected(time.error());
  times.values.push_back(*time);
  return {};
}

// ---- the table ----

Result<void> ColumnTable::add(std::size_t rows, const IdsSink& sink) {
  if (auto added = add_ids(rows, sink); !added) return added;
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (const Added wrong = add_feature(features_[i], *stores_[i], rows)) {
      return in_row(features_[i], wrong->row, wrong->error);
    }
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (const CursorColumn& column : weights_) {
      const auto added = add_weight_value(*columns_.weights, column, column.cursor.taken() + row);
      if (!added) return in_row(column, row, added.error());
    }
    for (const CursorColumn& column : times_) {
      const auto added = add_time_value(*columns_.times, column, column.cursor.taken() + row);
      if (!added) return in_row(column, row, added.error());
    }
  }
  return each([&](CursorColumn& column) -> Result<void> {
    column.cursor.pass(rows);
    return {};
  });
}

Result<void> ColumnTable::read(const IdsSink& sink, const std::function<bool(double)>& keep_going) {
  const std::vector<std::int64_t> groups = file_.group_rows();
  std::int64_t end = 0;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    end += groups[group];
    for (enter(group);;) {
      const auto rows = fill();
      if (!rows) return tl::unexpected(rows.error());
      if (*rows == 0) break;
      if (auto added = add(*rows, sink); !added) return added;
      before_ += static_cast<std::int64_t>(*rows);
      const double share = static_cast<double>(before_) / static_cast<double>(std::max<std::int64_t>(file_.rows(), 1));
      if (keep_going && !keep_going(share)) return fail(ErrorCode::stopped, "stopped");
    }
    if (before_ == end) continue;
    return fail(ErrorCode::malformed, file_.group_name(group) + ": it has " +
                                          std::to_string(before_ - end + groups[group]) + " rows instead of " +
                                          std::to_string(groups[group]));
  }
  return {};
}

/// Timestamps have one unit in all tables.
static Result<void> settle_unit(TimeColumn& times, const TableColumn& column) {
  if (column.unit.empty()) {
    times.are_plain = true;
    return {};
  }
  if (times.unit.empty()) times.unit = column.unit;
  if (times.unit == column.unit) return {};
  return fail(ErrorCode::unsupported, "column " + quote(column.name) + " counts time in " + std::string(column.unit) +
                                          ", but timestamps before are in " + times.unit + "; write all in one unit");
}

Result<void> read_column_table(const ColumnFile& file, const TableColumns& columns, const IdsSink& sink,
                               const std::function<bool(double)>& keep_going) {
  std::vector<std::string> names;
  names.reserve(file.columns().size());
  for (const TableColumn& column : file.columns()) names.push_back(column.name);
  auto places = table_places(names, columns);
  if (!places) return tl::unexpected(std::move(places.error()));
  const auto time = places->time;
  ColumnTable table(file, columns, std::move(*places));
  if (auto checked = table.check(); !checked) return checked;
  if (time) {
    if (auto settled = settle_unit(*columns.times, file.columns()[*time]); !settled) return settled;
  }
  return table.read(sink, keep_going);
}

}  // namespace tuplepack::formats
