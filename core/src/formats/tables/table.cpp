#include "tuplepack/formats/tables/table.hpp"

#include "formats/text/text.hpp"
#include "table_columns.hpp"
#include "tuplepack/formats/csv/csv_table.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <variant>

namespace tuplepack::formats {

// ---- formats ----

static bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Whether a word occurs in a text where `before` holds for the text before it, and `after` for the text after it.
template <typename Before, typename After>
static bool occurs(std::string_view text, std::string_view word, Before before, After after) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (before(text.substr(0, at)) && after(text.substr(at + word.size()))) return true;
  }
  return false;
}

std::optional<TableFormat> table_format(std::string_view filename) {
  const auto ends_in_separator = [](std::string_view text) {
    return !text.empty() && std::string_view("_.-").find(text.back()) != std::string_view::npos;
  };
  const auto ends_outside_word = [](std::string_view text) { return text.empty() || !is_word_character(text.back()); };
  const auto begins_outside_word = [](std::string_view text) {
    return text.empty() || !is_word_character(text.front());
  };
  const auto any = [](std::string_view) { return true; };
  if (occurs(filename, "tfrecord", ends_in_separator, any) ||
      occurs(filename, "tfr", ends_outside_word, begins_outside_word)) {
    return TableFormat::records;
  }
  if (occurs(filename, "csv", ends_in_separator, begins_outside_word)) return TableFormat::csv;
  for (const std::string_view word : {"parquet", "arrow", "feather"}) {
    if (occurs(filename, word, ends_in_separator, begins_outside_word)) return TableFormat::columns;
  }
  return std::nullopt;
}

// ---- weights and times ----

std::int64_t ordered_time(double time) {
  std::int64_t bits = 0;
  time += 0.0;  // −0 becomes 0
  std::memcpy(&bits, &time, sizeof bits);
  return bits >= 0 ? bits : std::int64_t{-0x7fff'ffff'ffff'ffff} - 1 - bits;
}

Result<std::int64_t> cell_time(std::string_view cell, std::optional<bool>& decimal) {
  if (!decimal) decimal = !cell_integer(cell).has_value();
  if (!*decimal) return cell_integer(cell);
  return cell_decimal(cell).and_then(decimal_time);
}

static Result<void> add_weight_cell(WeightColumn& column, std::string_view cell) {
  const auto weight = cell_decimal(cell);
  if (!weight) return tl::unexpected(weight.error());
  return add_weight(column, *weight, cell);
}

static Result<void> add_time_cell(TimeColumn& column, std::string_view cell) {
  const auto time = cell_time(cell, column.decimal);
  if (!time) return tl::unexpected(time.error());
  column.values.push_back(*time);
  column.are_plain = true;
  return {};
}

/// The one number of a feature of a tf.Example.
static Result<std::variant<std::int64_t, double>> one_number(const NamedFeature& feature) {
  using Either = std::variant<std::int64_t, double>;
  const auto* const integers = std::get_if<std::span<const std::int64_t>>(&feature.values);
  const auto* const floats = std::get_if<std::span<const float>>(&feature.values);
  if (integers != nullptr && integers->size() == 1) return Either(integers->front());
  if (floats != nullptr && floats->size() == 1) return Either(double{floats->front()});
  return fail(ErrorCode::malformed, "feature " + quote(feature.name) + " has " +
                                        std::to_string(size_of(feature.values)) + " " +
                                        std::string(kind_of(feature.values)) + " instead of one number");
}

static Result<void> add_weight_feature(WeightColumn& column, const NamedFeature& feature) {
  const auto number = one_number(feature);
  if (!number) return tl::unexpected(number.error());
  const double weight = number->index() == 0 ? static_cast<double>(std::get<0>(*number)) : std::get<1>(*number);
  return add_weight(column, weight, std::isnan(weight) ? "nan" : std::to_string(weight));
}

static Result<void> add_time_feature(TimeColumn& column, const NamedFeature& feature) {
  const auto number = one_number(feature);
  if (!number) return tl::unexpected(number.error());
  const bool decimal = number->index() == 1;
  column.are_plain = true;
  if (!column.decimal) column.decimal = decimal;
  if (*column.decimal != decimal) {
    return fail(ErrorCode::malformed,
                "feature " + quote(feature.name) + " is " +
                    (decimal ? "a float where times are integers" : "an integer where times are floats"));
  }
  if (!decimal) {
    column.values.push_back(std::get<0>(*number));
    return {};
  }
  const auto time = decimal_time(std::get<1>(*number));
  if (!time) return tl::unexpected(time.error());
  column.values.push_back(*time);
  return {};
}

// ---- CSV ----

/// Adds a column of some rows, by a function that takes a cell.
template <typename Add>
static Result<void> add_cells(const CsvRows& rows, const TablePlaces& places, std::optional<std::size_t> column,
                              const Add& add) {
  const auto cells = rows.cells();
  for (std::size_t row = 0; column && row < rows.size(); ++row) {
    const Result<void> added = add(cells[row * places.width + *column]);
    if (added) continue;
    const TextPlace place = rows.place(row, *column);
    return fail(added.error().code, added.error().message, place.line, place.column);
  }
  return {};
}

static Result<void> add_rows(const CsvRows& rows, const TablePlaces& places, const TableColumns& columns,
                             const IdsSink& sink, std::vector<std::string_view>& ids) {
  const auto cells = rows.cells();
  ids.clear();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::size_t column : places.ids) ids.push_back(cells[row * places.width + column]);
  }
  if (const auto wrong = sink(ids)) {
    const TextPlace place = rows.place(wrong->index / places.ids.size(), places.ids[wrong->index % places.ids.size()]);
    return fail(ErrorCode::malformed, wrong->message, place.line, place.column);
  }
  for (std::size_t i = 0; i < columns.features.size(); ++i) {
    const auto add = [&](std::string_view cell) -> Result<void> {
      auto added = columns.features[i]->add_cell(cell);
      if (!added) added.error().message.insert(0, quote(columns.features[i]->feature_name()) + ": ");
      return added;
    };
    if (auto added = add_cells(rows, places, places.features[i], add); !added) return added;
  }
  if (columns.weights != nullptr) {
    const auto add = [&](std::string_view cell) { return add_weight_cell(*columns.weights, cell); };
    if (auto added = add_cells(rows, places, places.weight, add); !added) return added;
  }
  if (columns.times != nullptr) {
    const auto add = [&](std::string_view cell) { return add_time_cell(*columns.times, cell); };
    if (auto added = add_cells(rows, places, places.time, add); !added) return added;
  }
  return {};
}

static Result<void> read_csv_table(const TextPieces& pieces, const TableColumns& columns, const IdsSink& sink) {
  TablePlaces places;
  std::vector<std::string_view> ids;
  CsvTableReader reader({.header = [&](std::span<const std::string> names) -> Result<void> {
                           auto found = table_places(names, columns);
                           if (!found) return fail(found.error().code, found.error().message, 1);
                           places = std::move(*found);
                           return {};
                         },
                         .rows = [&](const CsvRows& rows) { return add_rows(rows, places, columns, sink, ids); }});
  for (std::string_view piece = pieces(); !piece.empty(); piece = pieces()) {
    if (auto fed = reader.feed(piece); !fed) return fed;
  }
  return reader.finish();
}

// ---- TFRecords ----

namespace {

/// Ids of some records: copies, since a record is gone when the next one is read.
struct RecordedIds {
  std::string bytes;
  std::vector<std::size_t> ends;
  std::vector<std::string_view> views;
  std::vector<std::int64_t> offsets;  // of the records

  void clear() {
    bytes.clear();
    ends.clear();
    offsets.clear();
  }
};

}  // namespace

static Result<void> flush_ids(RecordedIds& ids, std::size_t width, const IdsSink& sink) {
  ids.views.clear();
  std::size_t begin = 0;
  for (const std::size_t end : ids.ends) {
    ids.views.push_back(std::string_view(ids.bytes).substr(begin, end - begin));
    begin = end;
  }
  const auto wrong = ids.views.empty() ? std::nullopt : sink(ids.views);
  if (wrong) {
    const Error error{.code = ErrorCode::malformed, .message = wrong->message};
    return tl::unexpected(in_record(error, ids.offsets[wrong->index / width]));
  }
  ids.clear();
  return {};
}

static Result<void> add_id(RecordedIds& ids, std::span<const NamedFeature> features, const std::string& name) {
  const NamedFeature* const found = named_feature(features, name);
  const auto* const texts = found == nullptr ? nullptr : std::get_if<std::span<const std::string_view>>(&found->values);
  if (texts == nullptr || texts->size() != 1) {
    if (found == nullptr) return fail(ErrorCode::missing_column, "feature " + quote(name) + " is missing");
    return fail(ErrorCode::malformed, "feature " + quote(name) + " has " + std::to_string(size_of(found->values)) +
                                          " " + std::string(kind_of(found->values)) + " instead of one id in bytes");
  }
  ids.bytes += texts->front();
  ids.ends.push_back(ids.bytes.size());
  return {};
}

static Result<const NamedFeature*> number_feature(std::span<const NamedFeature> features,
                                                  const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const NamedFeature* const found = named_feature(features, name)) return found;
  }
  return fail(ErrorCode::missing_column, "feature " + names_text(names) + " is missing");
}

/// Where features are optional, the first record says which the table has.
static void find_left_out(std::span<const NamedFeature> features, const TableColumns& columns,
                          std::vector<bool>& left_out) {
  for (const FeatureStore* const store : columns.features) {
    left_out.push_back(columns.optional && named_feature(features, store->feature_name()) == nullptr);
  }
}

static Result<void> add_example_features(std::span<const NamedFeature> features, const TableColumns& columns,
                                         const std::vector<bool>& left_out) {
  for (std::size_t i = 0; i < columns.features.size(); ++i) {
    FeatureStore& store = *columns.features[i];
    if (!left_out[i]) {
      if (auto added = store.add_example(features); !added) return added;
    } else if (named_feature(features, store.feature_name()) != nullptr) {
      return fail(ErrorCode::malformed,
                  "feature " + quote(store.feature_name()) + " is missing from the first record, but present here");
    }
  }
  return {};
}

static Result<void> add_example_row(std::span<const NamedFeature> features, const TableColumns& columns,
                                    const std::vector<bool>& left_out, RecordedIds& ids) {
  for (const std::string& id : columns.ids) {
    if (auto added = add_id(ids, features, id); !added) return added;
  }
  if (auto added = add_example_features(features, columns, left_out); !added) return added;
  if (columns.weights != nullptr) {
    const auto found = number_feature(features, columns.weights->names);
    if (!found) return tl::unexpected(found.error());
    if (auto added = add_weight_feature(*columns.weights, **found); !added) return added;
  }
  if (columns.times != nullptr) {
    const auto found = number_feature(features, columns.times->names);
    if (!found) return tl::unexpected(found.error());
    if (auto added = add_time_feature(*columns.times, **found); !added) return added;
  }
  return {};
}

static Result<void> read_record_table(TextPieces pieces, const TableColumns& columns, const IdsSink& sink) {
  constexpr std::size_t at_once = 256;
  RecordReader records(std::move(pieces));
  ExampleReader reader;
  Record record;
  RecordedIds ids;
  std::vector<bool> left_out;
  while (true) {
    const auto more = records.next(record);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return flush_ids(ids, columns.ids.size(), sink);
    const auto features = reader.read(record.data);
    if (!features) return tl::unexpected(in_record(features.error(), record.offset));
    ids.offsets.push_back(record.offset);
    if (left_out.empty()) find_left_out(*features, columns, left_out);
    if (auto added = add_example_row(*features, columns, left_out, ids); !added) {
      return tl::unexpected(in_record(added.error(), record.offset));
    }
    if (ids.offsets.size() < at_once) continue;
    if (auto flushed = flush_ids(ids, columns.ids.size(), sink); !flushed) return flushed;
  }
}

Result<void> read_table(TextPieces pieces, TableFormat format, const TableColumns& columns, const IdsSink& sink) {
  assert(format != TableFormat::columns);
  if (format == TableFormat::csv) return read_csv_table(pieces, columns, sink);
  return read_record_table(std::move(pieces), columns, sink);
}

}  // namespace tuplepack::formats
