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
static Result<std::vector<std::size_t>> columns_of(std::span<const std::string> names, const FeatureChunks& feature,
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
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (!names[column].empty()) all.push_back(column);
  }
  if (all.size() < names.size() && !names.front().empty()) return all;  // a separator at the end
  if (all.size() < names.size()) note(source + ": the column without a name is ignored as an index");
  return all;
}

static Result<void> add(std::string_view cell, Numbers& numbers) {
  constexpr double exact = 9007199254740992.0;
  const auto number = number_of(cell);
  if (!number) {
    const bool has_separator = cell.find_first_of("; \t") != std::string_view::npos;
    return fail(ErrorCode::malformed, "'" + visible(cell, 40) + "' is not a number" +
                                          (has_separator ? "; separate the columns of features by commas" : ""));
  }
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

/// first  what was read of the source already
static void read_numbers(ByteSource& source, std::string_view first, const FeatureChunks& feature, Numbers& numbers) {
  std::vector<std::size_t> columns;
  CsvTableReader reader({.header = [&](std::span<const std::string> names) -> Result<void> {
                           auto chosen = columns_of(names, feature, source.name());
                           if (!chosen) return tl::unexpected(std::move(chosen.error()));
                           columns = std::move(*chosen);
                           if (auto ok = set_width(columns.size(), numbers); !ok || !is_row(names)) return ok;
                           for (const std::size_t column : columns) {
                             if (auto ok = add(names[column], numbers); !ok) {
                               return fail(ok.error().code, ok.error().message, 1);
                             }
                           }
                           return {};
                         },
                         .rows = [&](const CsvRows& rows) -> Result<void> {
                           const std::size_t width = rows.cells().size() / rows.size();
                           for (std::size_t row = 0; row < rows.size(); ++row) {
                             for (const std::size_t column : columns) {
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
  const auto rows = static_cast<std::int64_t>(numbers.values.size() / numbers.columns);
  std::vector<std::int64_t> shape{rows};
  if (numbers.columns > 1) shape.push_back(static_cast<std::int64_t>(numbers.columns));
  auto file = value(FileWriter::create(path));
  value(file.write(npy_header(numbers.whole ? "<i8" : "<f8", shape)));
  if (numbers.whole) {
    const std::vector<std::int64_t> whole(numbers.values.begin(), numbers.values.end());
    value(file.write(std::as_bytes(std::span(whole))));
  } else {
    value(file.write(std::as_bytes(std::span(numbers.values))));
  }
  value(file.close());
}

static bool is_text(std::string_view first) {
  return !first.starts_with(npy_magic) && !first.starts_with(zip_magic) && !column_format(first) &&
         first.find('\0') == std::string_view::npos;
}

void convert_text_features(std::vector<FeatureChunks>& features, const std::string& beginning) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    FeatureChunks& feature = features[f];
    Numbers numbers;
    std::size_t text_files = 0;
    for (const std::string& path : feature.files) {
      ByteSource source(path);
      const auto piece = source.next();
      const std::string_view first(piece.data(), piece.size());
      if (!is_text(first)) continue;
      read_numbers(source, first, feature, numbers);
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
