#include "text_features.hpp"

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "files/files.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"
#include "tuplepack/formats/csv/csv_table.hpp"
#include "tuplepack/formats/numpy/npy_header.hpp"
#include "tuplepack/formats/numpy/npz.hpp"
#include "tuplepack/formats/rows/ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

namespace tuplepack::cli {

namespace {

/// The numbers of a feature, row by row.
struct Numbers {
  std::vector<double> values;
  std::size_t columns = 0;  // of a row; 0: no file yet
  bool whole = true;

  [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(values.size() / columns); }
};

/// The columns of a table that are used.
struct TextColumns {
  std::vector<std::size_t> feature;
  std::optional<std::size_t> ids{};  // of rows, which are checked
  std::string ids_name{};
};

}  // namespace

static std::optional<double> number_of(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Whether a first line is a row: numbers, which are not 0, 1, 2, … as the names of dimensions are.
static bool is_row(std::span<const std::string> names) {
  bool counts = true;
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (!number_of(names[column])) return false;
    counts = counts && names[column] == std::to_string(column);
  }
  return !counts;
}

/// The columns of a feature.
static Result<std::vector<std::size_t>> columns_of(std::span<const std::string> names,
                                                   const graph::FeatureChunks& feature, RowIds ids,
                                                   const std::string& source) {
  const bool named = !feature.column.empty();
  const auto found = std::find(names.begin(), names.end(), named ? feature.column : feature.name);
  if (found != names.end()) return std::vector<std::size_t>{static_cast<std::size_t>(found - names.begin())};
  if (named) {
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    return fail(ErrorCode::missing_column, "there is no column '" + visible(feature.column) + "'" +
                                               did_you_mean(names, feature.column) + "columns: " + visible(known, 200));
  }
  std::vector<std::size_t> all;
  std::string left;
  for (std::size_t column = 0; column < names.size(); ++column) {
    const bool is_left = ids != RowIds::numbers && names.size() > 1 && formats::names_node_ids(names[column]);
    if (is_left) left += (left.empty() ? "" : ", ") + ("'" + visible(names[column], 40) + "'");
    if (!names[column].empty() && !is_left) all.push_back(column);
  }
  if (!left.empty()) note(fmt::format("{}: {} left out of feature '{}', as ids", source, left, feature.name));
  const bool has_index = names.front().empty() && names.size() > 1;  // not a separator at the end
  if (has_index) note(source + ": the column without a name is ignored as an index");
  return all;
}

static Result<TextColumns> text_columns(std::span<const std::string> names, const graph::FeatureChunks& feature,
                                        RowIds ids, const std::string& source) {
  auto of_feature = columns_of(names, feature, ids, source);
  if (!of_feature) return tl::unexpected(std::move(of_feature.error()));
  if (of_feature->empty()) {
    return fail(ErrorCode::missing_column,
                "no column is left for feature '" + feature.name + "'; choose one by TYPE/NAME/COLUMN=FILE");
  }
  TextColumns columns{.feature = std::move(*of_feature)};
  for (std::size_t column = 0; ids == RowIds::checked && column < names.size() && !columns.ids; ++column) {
    const bool is_used = std::find(columns.feature.begin(), columns.feature.end(), column) != columns.feature.end();
    if (is_used || !formats::names_node_ids(names[column])) continue;
    columns.ids = column;
    columns.ids_name = names[column];
  }
  return columns;
}

/// What to do about a cell that is not a number.
static std::string way_out(std::string_view cell) {
  if (cell == "True" || cell == "False" || cell == "true" || cell == "false") return "; write 1 and 0";
  if (formats::may_be_missing_id(cell)) return "; write nan where a number is missing";
  return cell.find_first_of("; \t") == std::string_view::npos ? "" : "; separate the columns of features by commas";
}

static Result<void> add(std::string_view cell, Numbers& numbers) {
  constexpr double exact = 9007199254740992.0;
  const auto number = number_of(cell);
  if (!number) return fail(ErrorCode::malformed, "'" + visible(cell, 40) + "' is not a number" + way_out(cell));
  const bool is_whole = cell.find_first_of(".eEnN") == std::string_view::npos;
  if (is_whole && std::abs(*number) >= exact) {
    return fail(ErrorCode::too_large,
                "'" + visible(cell, 40) + "' is beyond 2^53, where text is read as floats; Parquet and .npy hold it");
  }
  numbers.whole = numbers.whole && std::abs(*number) <= exact && std::floor(*number) == *number;
  numbers.values.push_back(*number);
  return {};
}

static Result<void> set_width(std::size_t columns, Numbers& numbers) {
  if (numbers.columns != 0 && numbers.columns != columns) {
    return fail(ErrorCode::malformed,
                fmt::format("{} columns of the feature, and {} in the files before", columns, numbers.columns));
  }
  numbers.columns = columns;
  return {};
}

/// Whether a row is that of the node whose turn it is: rows count from 0 in all files, or in each.
static bool is_in_turn(std::string_view id, std::int64_t row, std::int64_t first_row) {
  const auto number = number_of(id);
  return number && (*number == static_cast<double>(row) || *number == static_cast<double>(row - first_row));
}

/// first  what was read of the source already
static void read_numbers(ByteSource& source, std::string_view first, const graph::FeatureChunks& feature, RowIds ids,
                         Numbers& numbers) {
  TextColumns columns;
  std::int64_t first_row = 0;
  formats::CsvTableReader reader(
      {.header = [&](std::span<const std::string> names) -> Result<void> {
         auto chosen = text_columns(names, feature, ids, source.name());
         if (!chosen) return tl::unexpected(std::move(chosen.error()));
         columns = std::move(*chosen);
         if (auto ok = set_width(columns.feature.size(), numbers); !ok) return ok;
         first_row = numbers.rows();
         if (!is_row(names)) return {};
         for (const std::size_t column : columns.feature) {
           if (auto ok = add(names[column], numbers); !ok) {
             return fail(ok.error().code, ok.error().message, 1);
           }
         }
         return {};
       },
       .rows = [&](const formats::CsvRows& rows) -> Result<void> {
         const std::size_t width = rows.cells().size() / rows.size();
         for (std::size_t row = 0; row < rows.size(); ++row) {
           if (columns.ids && numbers.rows() == first_row && !number_of(rows.cells()[*columns.ids])) {
             note(fmt::format("{}: column '{}' holds no numbers, so the rows are taken as those of nodes {}, {}, …",
                              source.name(), visible(columns.ids_name, 40), first_row, first_row + 1));
             columns.ids.reset();
           }
           const auto id = columns.ids ? rows.cells()[row * width + *columns.ids] : "";
           if (columns.ids && !is_in_turn(id, numbers.rows(), first_row)) {
             const Error error = formats::wrong_row_order(columns.ids_name, numbers.rows(), id);
             return fail(error.code, error.message, rows.place(row, *columns.ids).line);
           }
           for (const std::size_t column : columns.feature) {
             const auto ok = add(rows.cells()[row * width + column], numbers);
             if (ok) continue;
             const TextPlace place = rows.place(row, column);
             return fail(ok.error().code, ok.error().message, place.line, place.column);
           }
         }
         return {};
       }});
  for (std::string_view piece = first; !piece.empty();) {
    value(reader.feed(piece), source.name());
    const auto next = source.next();
    piece = std::string_view(next.data(), next.size());
  }
  value(reader.finish(), source.name());
}

static void write_numbers(const Numbers& numbers, const std::string& path) {
  std::vector<std::int64_t> shape{numbers.rows()};
  if (numbers.columns > 1) shape.push_back(static_cast<std::int64_t>(numbers.columns));
  auto file = value(files::FileWriter::create(path));
  value(file.write(formats::npy_header(numbers.whole ? "<i8" : "<f8", shape)));
  if (numbers.whole) {
    const std::vector<std::int64_t> whole(numbers.values.begin(), numbers.values.end());
    value(file.write(std::as_bytes(std::span(whole))));
  } else {
    value(file.write(std::as_bytes(std::span(numbers.values))));
  }
  value(file.close());
}

static bool is_text(std::string_view first) {
  return !first.starts_with(formats::npy_magic) && !first.starts_with(formats::zip_magic) &&
         !formats::column_format(first) && first.find('\0') == std::string_view::npos;
}

void convert_text_features(std::vector<graph::FeatureChunks>& features, const std::string& beginning, RowIds ids) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    graph::FeatureChunks& feature = features[f];
    Numbers numbers;
    std::size_t text_files = 0;
    for (const std::string& path : feature.files) {
      ByteSource source(path);
      const auto piece = source.next();
      const std::string_view first(piece.data(), piece.size());
      if (!is_text(first)) continue;
      read_numbers(source, first, feature, ids, numbers);
      ++text_files;
    }
    if (text_files == 0) continue;
    if (text_files < feature.files.size()) {
      throw Failure(fmt::format("{}: feature '{}' has files of text and others", feature.files[0], feature.name));
    }
    if (numbers.values.empty()) {
      throw Failure(fmt::format("{}: no row of feature '{}' follows the first line, which has names", feature.files[0],
                                feature.name));
    }
    const std::string path = fmt::format("{}{}.npy", beginning, f);
    write_numbers(numbers, path);
    feature.sources = {feature.files[0]};
    feature.files = {path};
    feature.column.clear();
  }
}

}  // namespace tuplepack::cli
