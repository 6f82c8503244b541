#include "feature_reader.hpp"

#include "chunked_graph.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tuplepack::graph {

static tl::unexpected<Error> wrong_file(const std::string& path, ErrorCode code, const std::string& message) {
  return fail(code, path + ": " + message);
}

/// "3 columns of float32".
static std::string row_text(const FeatureLayout& layout) {
  const std::string type = formats::npy_type_name(layout.type);
  if (layout.columns == FeatureLayout::flat) return "one dimension of " + type;
  if (layout.columns == FeatureLayout::unknown) return "lists of " + type;
  return std::to_string(layout.columns) + (layout.columns == 1 ? " column of " : " columns of ") + type;
}

/// Whether lists without rows may be as long as others.
static bool agree(std::int64_t columns, std::int64_t others) {
  if (columns == FeatureLayout::unknown) return others != FeatureLayout::flat;
  return columns == others || (others == FeatureLayout::unknown && columns != FeatureLayout::flat);
}

/// What messages call a file of a feature.
static std::string shown(const FeatureChunks& feature, std::size_t file, const std::string& folder) {
  return feature.sources.empty() ? chunk_path(folder, feature.files[file]) : feature.sources[file];
}

/// Opens a file of a feature and checks that its rows are like those of the first.
static Result<FeatureSource> open_like(const FeatureChunks& feature, std::size_t file, const std::string& folder,
                                       const std::optional<FeatureLayout>& first, const std::string& first_path) {
  const std::string path = shown(feature, file, folder);
  auto source = FeatureSource::open(feature, chunk_path(folder, feature.files[file]), path);
  if (!source || !first) return source;
  const FeatureLayout& layout = source->layout();
  if (layout.type == first->type && agree(layout.columns, first->columns)) return source;
  return wrong_file(path, ErrorCode::malformed, row_text(layout) + ", but " + first_path + " has " + row_text(*first));
}

Result<FeatureLayout> feature_layout(const FeatureChunks& feature, std::optional<std::int64_t> rows,
                                     const std::string& folder) {
  std::optional<FeatureLayout> total;
  std::string first_path, path = chunk_path(folder, "metadata.json");
  for (std::size_t file = 0; file < feature.files.size(); ++file) {
    path = shown(feature, file, folder);
    const auto source = open_like(feature, file, folder, total, first_path);
    if (!source) return tl::unexpected(source.error());
    FeatureLayout layout = source->layout();
    if (!total) total = FeatureLayout{.type = layout.type, .columns = layout.columns, .row_bytes = layout.row_bytes};
    if (first_path.empty() || total->columns == FeatureLayout::unknown) {
      total->columns = layout.columns;
      total->row_bytes = layout.row_bytes;
      first_path = path;
    }
    total->rows += layout.rows;
    total->file_rows.push_back(layout.rows);
  }
  if (!total) return wrong_file(path, ErrorCode::empty, "feature '" + feature.name + "' has no file");
  if (total->columns == FeatureLayout::unknown) total->columns = 0;
  if (!rows || total->rows == *rows) return *total;
  return wrong_file(path, ErrorCode::malformed,
                    "feature '" + feature.name + "' has " + std::to_string(total->rows) +
                        " rows in all files, expected " + std::to_string(*rows));
}

FeatureRows::FeatureRows(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& folder)
    : feature_(feature), layout_(layout), folder_(folder), ends_(layout.file_rows.size()) {
  std::inclusive_scan(layout.file_rows.begin(), layout.file_rows.end(), ends_.begin());
}

Result<void> FeatureRows::open(std::size_t file) {
  if (open_ && open_file_ == file) return {};
  open_.reset();  // two files are not open at once
  auto source = open_like(feature_, file, folder_, layout_, "the first file");
  if (!source) return tl::unexpected(source.error());
  if (source->layout().rows != layout_.file_rows[file]) {
    return wrong_file(source->path(), ErrorCode::malformed, "the file changed while being read");
  }
  open_ = std::move(*source);
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
    if (auto read = open_->read(within, here); !read) return read;
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

}  // namespace tuplepack::graph
