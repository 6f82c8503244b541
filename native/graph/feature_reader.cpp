#include "graph/feature_reader.hpp"

#include "graph/chunked_graph.hpp"
#include "graph/files.hpp"
#include "tuplepack/formats/npy_type.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tuplepack {

static tl::unexpected<Error> wrong_file(const std::string& path, ErrorCode code, const std::string& message) {
  return fail(code, path + ": " + message);
}

/// "<f4", whatever byte order numpy writes for single bytes.
static Result<std::string> little_endian(const std::string& type, std::int64_t width, const std::string& path) {
  const std::string code = type.find_first_of("<>|=") == 0 ? type.substr(1) : type;
  if (width == 1) return "|" + code;
  if (!type.starts_with('>')) return "<" + code;
  return wrong_file(path, ErrorCode::unsupported, "the array is big-endian; convert it with .astype('<" + code + "')");
}

static Result<FeatureLayout> layout_of(const NpyFile& array) {
  const std::string& path = array.file.path();
  const auto& shape = array.header.shape;
  if (shape.size() != 1 && shape.size() != 2) {
    return wrong_file(path, ErrorCode::unsupported, describe_shape(shape) + "; features have one or two dimensions");
  }
  const std::int64_t width = *npy_number_width(array.header.type);
  auto type = little_endian(array.header.type, width, path);
  if (!type) return tl::unexpected(std::move(type.error()));
  const std::int64_t columns = shape.size() == 1 ? -1 : shape[1];
  return FeatureLayout{.type = std::move(*type),
                       .rows = shape[0],
                       .columns = columns,
                       .row_bytes = columns < 0 ? width : columns * width,
                       .file_rows = {shape[0]}};
}

/// "3 columns of float32".
static std::string row_text(const FeatureLayout& layout) {
  const std::string type = npy_type_name(layout.type);
  if (layout.columns < 0) return "one dimension of " + type;
  return std::to_string(layout.columns) + (layout.columns == 1 ? " column of " : " columns of ") + type;
}

/// Opens a file of a feature and checks that its rows are like those of the first.
static Result<NpyFile> open_like(const std::string& path, const std::optional<FeatureLayout>& first,
                                 const std::string& first_path) {
  auto array = open_npy(path);
  if (!array) return array;
  const auto layout = layout_of(*array);
  if (!layout) return tl::unexpected(layout.error());
  if (first && (layout->type != first->type || layout->columns != first->columns)) {
    return wrong_file(path, ErrorCode::malformed,
                      row_text(*layout) + ", but " + first_path + " has " + row_text(*first));
  }
  return array;
}

Result<FeatureLayout> feature_layout(const FeatureChunks& feature, std::optional<std::int64_t> rows,
                                     const std::string& folder) {
  std::optional<FeatureLayout> total;
  std::string first_path, path = chunk_path(folder, "metadata.json");
  for (const std::string& file : feature.files) {
    path = chunk_path(folder, file);
    if (feature.format != ChunkFormat::numpy) {
      return wrong_file(path, ErrorCode::unsupported, "features are read from numpy only; convert the file");
    }
    const auto array = open_like(path, total, first_path);
    if (!array) return tl::unexpected(array.error());
    const FeatureLayout layout = *layout_of(*array);
    if (total) {
      total->rows += layout.rows;
      total->file_rows.push_back(layout.rows);
    } else {
      total = layout;
      first_path = path;
    }
  }
  if (!total) return wrong_file(path, ErrorCode::empty, "feature '" + feature.name + "' has no file");
  if (!rows || total->rows == *rows) return *total;
  return wrong_file(path, ErrorCode::malformed,
                    "feature '" + feature.name + "' has " + std::to_string(total->rows) + " rows in all files, but " +
                        std::to_string(*rows) + " are expected");
}

/// Reads rows of an array whose columns follow each other in the file.
static Result<void> read_transposed(const NpyFile& array, const FeatureLayout& layout, std::int64_t first,
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

FeatureRows::FeatureRows(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& folder)
    : feature_(feature), layout_(layout), folder_(folder), ends_(layout.file_rows.size()) {
  std::inclusive_scan(layout.file_rows.begin(), layout.file_rows.end(), ends_.begin());
}

Result<void> FeatureRows::open(std::size_t file) {
  if (open_ && open_file_ == file) return {};
  auto array = open_like(chunk_path(folder_, feature_.files[file]), layout_, "the first file");
  if (!array) return tl::unexpected(array.error());
  if (array->header.shape[0] != layout_.file_rows[file]) {
    return wrong_file(array->file.path(), ErrorCode::malformed, "the file changed while it was read");
  }
  open_ = std::move(*array);
  open_file_ = file;
  return {};
}

Result<void> FeatureRows::read(std::int64_t first, std::span<std::byte> rows) {
  while (!rows.empty()) {
    const auto file = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), first) - ends_.begin());
    if (auto opened = open(file); !opened) return opened;
    const std::int64_t left = ends_[file] - first;
    const auto here = rows.first(std::min(rows.size(), static_cast<std::size_t>(left * layout_.row_bytes)));
    const std::int64_t within = layout_.file_rows[file] - left;
    const bool transposed = open_->header.fortran_order && layout_.columns > 1;
    auto read = transposed ? read_transposed(*open_, layout_, within, here, column_)
                           : open_->file.read(open_->data + within * layout_.row_bytes, here);
    if (!read) return read;
    first += static_cast<std::int64_t>(here.size()) / layout_.row_bytes;
    rows = rows.subspan(here.size());
  }
  return {};
}

Result<void> read_feature_rows(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& folder,
                               std::int64_t begin, std::int64_t end, const FeatureSink& sink,
                               const KeepGoing& keep_going) {
  constexpr std::int64_t block_bytes = std::int64_t{1} << 20;
  if (layout.row_bytes == 0) return {};
  const std::int64_t block_rows = std::max<std::int64_t>(block_bytes / layout.row_bytes, 1);
  FeatureRows reader(feature, layout, folder);
  std::vector<std::byte> rows;
  for (std::int64_t first = begin; first < end;) {
    const std::int64_t some = std::min(block_rows, end - first);
    rows.resize(static_cast<std::size_t>(some * layout.row_bytes));
    if (auto read = reader.read(first, rows); !read) return read;
    if (auto taken = sink(rows, first); !taken) return taken;
    first += some;
    const double fraction = static_cast<double>(first - begin) / static_cast<double>(end - begin);
    if (keep_going && !keep_going(fraction)) return fail(ErrorCode::stopped, "stopped");
  }
  return {};
}

Result<void> read_feature(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& folder,
                          const FeatureSink& sink, const KeepGoing& keep_going) {
  return read_feature_rows(feature, layout, folder, 0, layout.rows, sink, keep_going);
}

}  // namespace tuplepack
