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
#include "tuplepack/formats/rows/row_ids.hpp"

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
  std::size_t empty_from = 0;        // those from here on follow from a separator at the end; 0: there are none
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

/// The columns but for those after separators at the end.
static std::size_t filled_width(std::span<const std::string> names) {
  std::size_t width = names.size();
  while (width > 1 && names[width - 1].empty()) --width;
  return width;
}

/// Whether a first line is a row: numbers, which are not 0, 1, 2, … as the names of dimensions are. One may be missing, but the
/// first, whose column may be an index.
static bool is_row(std::span<const std::string> names) {
  bool counts = true;
  names = names.first(filled_width(names));
  for (std::size_t column = 0; column < names.size(); ++column) {
    if (!number_of(names[column]) && (column == 0 || !names[column].empty())) return false;
    counts = counts && names[column] == std::to_string(column);
  }
  return !counts;
}

/// The columns that say which node or edge a row is of, rather than what it is like.
static std::vector<std::size_t> columns_of_ids(std::span<const std::string> names, RowIds ids) {
  std::vector<std::size_t> found;
  for (std::size_t column = 0; column < names.size(); ++column) {
    const std::string& name = names[column];
    if (ids == RowIds::of_edges ? formats::names_edge_ids(name) : formats::names_node_ids(name))
      found.push_back(column);
  }
  if (ids != RowIds::of_edges || !formats::are_edge_columns(names, {})) return found;
  const auto ends = formats::choose_edge_columns(names, names.size(), {});
  if (ends) found.insert(found.end(), ends->begin(), ends->end());
  return found;
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
  const std::size_t width = filled_width(names);
  std::vector<std::size_t> all;
  if (width == 1 && !names.front().empty()) return std::vector<std::size_t>{0};
  if (is_row(names)) {
    for (std::size_t column = 0; column < width; ++column) all.push_back(column);
    return all;
  }
  const auto of_ids = columns_of_ids(names, ids);
  std::string left, indices;
  for (std::size_t column = 0; column < width; ++column) {
    const std::string& name = names[column];
    const bool is_id = std::find(of_ids.begin(), of_ids.end(), column) != of_ids.end();
    const bool is_index = formats::names_row_index(name) && (column == 0 || !name.empty());
    if (is_id) left += (left.empty() ? "" : ", ") + ("'" + visible(name, 40) + "'");
    if (is_index) indices = name.empty() ? "the column without a name" : "column '" + visible(name, 40) + "'";
    if (!name.empty() && !is_id && !is_index) all.push_back(column);
  }
  if (!left.empty()) note(fmt::format("{}: {} left out of feature '{}', as ids", source, left, feature.name));
  if (!indices.empty()) note(fmt::format("{}: {} is ignored as an index", source, indices));
  return all;
}

/// order  of rows, if they are checked
static Result<TextColumns> text_columns(std::span<const std::string> names, const graph::FeatureChunks& feature,
                                        RowIds ids, const std::string& source,
                                        std::optional<formats::RowOrder>& order) {
  auto of_feature = columns_of(names, feature, ids, source);
  if (!of_feature) return tl::unexpected(std::move(of_feature.error()));
  if (of_feature->empty()) {
    return fail(ErrorCode::missing_column,
                "no column is left for feature '" + feature.name + "'; choose one by TYPE/NAME/COLUMN=FILE");
  }
  TextColumns columns{.feature = std::move(*of_feature)};
  if (is_row(names)) columns.empty_from = filled_width(names);
  if (ids != RowIds::checked || is_row(names)) return columns;
  if (const auto found = formats::find_row_ids(names, columns.feature, [](std::size_t) { return true; })) {
    columns.ids = found->first;
    order.emplace(names[found->first], found->second);
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

/// A whole number, which may have a point: 3.0.
static std::optional<std::int64_t> whole_number_of(std::string_view text) {
  constexpr double most = 9007199254740992.0;
  const auto number = number_of(text);
  if (!number || std::floor(*number) != *number || std::abs(*number) > most) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

/// Notes a column of ids that are words, which say nothing of the order.
static bool are_words(const formats::RowOrder& order, std::string_view first, std::int64_t row,
                      const std::string& source) {
  if (number_of(first)) return false;
  if (order.kind() == formats::RowOrder::Kind::ids) {
    note(fmt::format("{}: column '{}' holds no numbers, so the rows are taken as those of nodes {}, {}, …", source,
                     visible(order.column(), 40), row, row + 1));
  }
  return true;
}

/// first  what was read of the source already
static void read_numbers(ByteSource& source, std::string_view first, const graph::FeatureChunks& feature, RowIds ids,
                         Numbers& numbers) {
  TextColumns columns;
  std::optional<formats::RowOrder> order;
  const std::int64_t first_row = numbers.columns == 0 ? 0 : numbers.rows();
  formats::CsvTableReader reader(
      {.header = [&](std::span<const std::string> names) -> Result<void> {
         auto chosen = text_columns(names, feature, ids, source.name(), order);
         if (!chosen) return tl::unexpected(std::move(chosen.error()));
         columns = std::move(*chosen);
         if (auto ok = set_width(columns.feature.size(), numbers); !ok) return ok;
         if (order) order->begin_file(first_row);
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
           const auto id = columns.ids ? rows.cells()[row * width + *columns.ids] : "";
           if (order && numbers.rows() == first_row && are_words(*order, id, first_row, source.name())) order.reset();
           if (order) {
             const auto ok = order->add(whole_number_of(id), id);
             if (!ok) return fail(ok.error().code, ok.error().message, rows.place(row, *columns.ids).line);
           }
           for (std::size_t column = columns.empty_from; columns.empty_from > 0 && column < width; ++column) {
             const auto cell = rows.cells()[row * width + column];
             if (cell.empty()) continue;
             const TextPlace place = rows.place(row, column);
             return fail(ErrorCode::extra_column,
                         "'" + visible(cell, 40) + "' is in a column that is empty in the first row", place.line,
                         place.column);
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
      if (!is_text(first)) {
        require_plain_file(source);
        continue;
      }
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
