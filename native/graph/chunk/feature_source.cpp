#include "feature_source.hpp"

#include "codecs/decompress.hpp"
#include "tuplepack/formats/columnar/id_column.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"
#include "tuplepack/formats/rows/row_ids.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

namespace tuplepack::graph {

// ---- arrays ----

static tl::unexpected<Error> refuse_file(const std::string& path, ErrorCode code, const std::string& message) {
  return fail(code, path + ": " + message);
}

/// "<f4", whatever byte order numpy writes for single bytes.
static Result<std::string> little_endian(const std::string& type, std::int64_t width, const std::string& path) {
  const std::string code = type.find_first_of("<>|=") == 0 ? type.substr(1) : type;
  if (width == 1) return "|" + code;
  if (!type.starts_with('>')) return "<" + code;
  return refuse_file(path, ErrorCode::unsupported, "the array is big-endian; convert it with .astype('<" + code + "')");
}

static Result<FeatureLayout> array_layout(const files::NpyFile& array) {
  const std::string& path = array.file.path();
  const auto& shape = array.header.shape;
  if (shape.size() != 1 && shape.size() != 2) {
    return refuse_file(path, ErrorCode::unsupported,
                       formats::describe_shape(shape) + "; features have one or two dimensions");
  }
  const std::int64_t width = *formats::npy_number_width(array.header.type);
  auto type = little_endian(array.header.type, width, path);
  if (!type) return tl::unexpected(std::move(type.error()));
  const std::int64_t columns = shape.size() == 1 ? FeatureLayout::flat : shape[1];
  return FeatureLayout{.type = std::move(*type),
                       .rows = shape[0],
                       .columns = columns,
                       .row_bytes = columns < 0 ? width : columns * width,
                       .file_rows = {shape[0]}};
}

/// Reads rows of an array whose columns follow each other in the file.
static Result<void> read_transposed(const files::NpyFile& array, const FeatureLayout& layout, std::int64_t first,
                                    std::span<std::byte> rows, std::vector<std::byte>& column_bytes) {
  const auto row_bytes = static_cast<std::size_t>(layout.row_bytes);
  const std::size_t width = row_bytes / static_cast<std::size_t>(layout.columns);
  const std::size_t n = rows.size() / row_bytes;
  column_bytes.resize(n * width);
  for (std::int64_t column = 0; column < layout.columns; ++column) {
    const std::int64_t element = column * array.header.shape[0] + first;
    const std::int64_t offset = array.data + element * static_cast<std::int64_t>(width);
    if (auto read = array.file.read(offset, column_bytes); !read) return read;
    const std::size_t place = static_cast<std::size_t>(column) * width;
    for (std::size_t row = 0; row < n; ++row) {
      std::copy_n(column_bytes.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                  rows.begin() + static_cast<std::ptrdiff_t>(row * row_bytes + place));
    }
  }
  return {};
}

Result<FeatureSource> FeatureSource::open_array(const FeatureChunks& feature, files::InputFile file) {
  const std::string path = file.path();
  if (!feature.column.empty()) {
    return refuse_file(path, ErrorCode::unsupported, "a column was given, but this is not a Parquet or Arrow file");
  }
  const std::int64_t end = file.size();
  auto array = require_numbers(open_any_npy(std::move(file), 0, end));
  if (!array) return tl::unexpected(array.error());
  auto layout = array_layout(*array);
  if (!layout) return tl::unexpected(layout.error());
  return FeatureSource(path, std::move(*layout), Array{.file = std::move(*array)});
}

// ---- tables ----

/// The column of a feature, or those of its dimensions.
static Result<std::vector<std::size_t>> columns_of_feature(const formats::ColumnFile& file,
                                                           const FeatureChunks& feature) {
  const auto column = feature_column(file, feature.column, feature.name);
  if (column) return std::vector<std::size_t>{*column};
  if (!feature.column.empty()) return tl::unexpected(column.error());
  auto dimensions = dimension_columns(file, feature.name);
  if (!dimensions || !dimensions->empty()) return dimensions;
  return fail(column.error().code, column.error().message + "; columns that are dimensions are named 0, 1, … in order");
}

static FeatureLayout table_layout(const std::vector<formats::ColumnFeature>& columns) {
  const formats::ColumnFeature& first = columns.front();
  FeatureLayout layout{.type = std::string(first.type()),
                       .rows = first.rows(),
                       .columns = FeatureLayout::flat,
                       .row_bytes = static_cast<std::int64_t>(first.row_bytes() * columns.size()),
                       .file_rows = {first.rows()}};
  if (columns.size() > 1) layout.columns = static_cast<std::int64_t>(columns.size());
  if (first.lists()) layout.columns = first.width() == 0 ? FeatureLayout::unknown : first.width();
  return layout;
}

Result<FeatureSource> FeatureSource::open_table(const FeatureChunks& feature, const std::string& path) {
  auto mapped = files::MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  const auto format = formats::column_format(mapped->bytes());
  if (!format) return refuse_file(path, ErrorCode::malformed, "neither a Parquet nor an Arrow file");
  auto opened = formats::ColumnFile::open(mapped->bytes(), *format, codecs::decompress);
  if (!opened) return tl::unexpected(files::in_file(opened.error(), path));
  auto file = std::make_unique<formats::ColumnFile>(std::move(*opened));
  const auto chosen = columns_of_feature(*file, feature);
  if (!chosen) return tl::unexpected(files::in_file(chosen.error(), path));
  std::vector<formats::ColumnFeature> columns;
  for (const std::size_t column : *chosen) {
    auto rows = formats::ColumnFeature::open(*file, column);
    if (!rows) return tl::unexpected(files::in_file(rows.error(), path));
    columns.push_back(std::move(*rows));
  }
  FeatureLayout layout = table_layout(columns);
  return FeatureSource(
      path, std::move(layout),
      Table{.mapped = std::move(*mapped), .file = std::move(file), .columns = std::move(columns), .unreleased = 0});
}

Result<void> FeatureSource::read_columns(Table& table, std::int64_t first, std::span<std::byte> rows) {
  if (table.columns.size() == 1) return table.columns.front().read(first, rows);
  const std::size_t width = table.columns.front().row_bytes(), row_bytes = width * table.columns.size();
  const std::size_t n = rows.size() / row_bytes;
  table.values.resize(n * width);
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (auto read = table.columns[column].read(first, table.values); !read) return read;
    for (std::size_t row = 0; row < n; ++row) {
      std::memcpy(rows.data() + row * row_bytes + column * width, table.values.data() + row * width, width);
    }
  }
  return {};
}

/// The column that says which nodes a table's rows are of.
static std::optional<std::pair<std::size_t, formats::RowOrder::Kind>> column_of_row_ids(const formats::ColumnFile& file,
                                                                                        const FeatureChunks& feature) {
  const auto& columns = file.columns();
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const formats::TableColumn& column : columns) names.push_back(column.name);
  if (names.size() == 1) return std::nullopt;
  const std::string& wanted = feature.column.empty() ? feature.name : feature.column;
  return formats::find_row_ids(names, {}, [&](std::size_t column) {
    return columns[column].kind == formats::ColumnKind::whole && !columns[column].lists && names[column] != wanted;
  });
}

/// before  rows in the files before
/// result  the rows in this one
static Result<std::int64_t> check_row_ids(const FeatureChunks& feature, const std::string& path, std::int64_t before) {
  const auto mapped = files::MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  const auto format = formats::column_format(mapped->bytes());
  if (!format) return 0;
  const auto file = formats::ColumnFile::open(mapped->bytes(), *format, codecs::decompress);
  if (!file) return tl::unexpected(files::in_file(file.error(), path));
  const auto found = column_of_row_ids(*file, feature);
  if (!found) return file->rows();
  const bool is_index = found->second == formats::RowOrder::Kind::index;  // may be missing
  const auto ids = is_index ? file->read_column(found->first) : read_full_column(*file, found->first);
  if (!ids) return tl::unexpected(files::in_file(ids.error(), path));
  formats::RowOrder order(file->columns()[found->first].name, found->second);
  order.begin_file(before);
  for (std::size_t row = 0; row < ids->integers.size(); ++row) {
    const bool is_there = ids->present.empty() || ids->present[row] != 0;
    const std::int64_t id = ids->integers[row];
    const std::string text = ids->is_unsigned ? std::to_string(static_cast<std::uint64_t>(id)) : std::to_string(id);
    auto ok = order.add(is_there ? std::optional(id) : std::nullopt, text);
    if (!ok) return tl::unexpected(files::in_file(ok.error(), path));
  }
  return file->rows();
}

Result<void> check_row_ids(const FeatureChunks& feature) {
  std::int64_t before = 0;
  for (const std::string& path : feature.files) {
    const auto rows = check_row_ids(feature, path, before);
    if (!rows) return tl::unexpected(rows.error());
    before += *rows;
  }
  return {};
}

// ---- a file ----

/// Whether a file begins as Parquet and Arrow do.
static Result<bool> is_table(const files::InputFile& file) {
  std::array<char, 8> first{};
  if (file.size() < static_cast<std::int64_t>(first.size())) return false;
  if (auto read = file.read(0, std::as_writable_bytes(std::span(first))); !read) return tl::unexpected(read.error());
  return formats::column_format({first.data(), first.size()}).has_value();
}

Result<FeatureSource> FeatureSource::open(const FeatureChunks& feature, const std::string& path,
                                          const std::string& shown) {
  auto file = files::InputFile::open(path, shown);
  if (!file) return tl::unexpected(std::move(file.error()));
  const auto table = is_table(*file);
  if (!table) return tl::unexpected(table.error());
  if (*table || feature.format == ChunkFormat::parquet) return open_table(feature, path);
  return open_array(feature, std::move(*file));
}

Result<void> FeatureSource::read(std::int64_t first, std::span<std::byte> rows) {
  if (auto* const array = std::get_if<Array>(&content_)) {
    const files::NpyFile& file = array->file;
    if (file.header.fortran_order && layout_.columns > 1) {
      return read_transposed(file, layout_, first, rows, array->column);
    }
    return file.file.read(file.data + first * layout_.row_bytes, rows);
  }
  constexpr std::size_t until_release = std::size_t{1} << 24;
  Table& table = std::get<Table>(content_);
  if (auto read = read_columns(table, first, rows); !read) return tl::unexpected(files::in_file(read.error(), path_));
  table.unreleased += rows.size();
  if (table.unreleased >= until_release) {
    table.mapped.release();
    table.unreleased = 0;
  }
  return {};
}

}  // namespace tuplepack::graph
