#include "chunk_writer.hpp"

#include "files/input_file.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace tuplepack::graph {

namespace fs = std::filesystem;

std::vector<std::int64_t> chunk_sizes(std::int64_t count, std::int64_t chunks) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(chunks), count / chunks);
  for (std::int64_t chunk = 0; chunk < count % chunks; ++chunk) ++sizes[static_cast<std::size_t>(chunk)];
  return sizes;
}

Result<EdgeSpool> EdgeSpool::create(const std::string& path) {
  auto file = files::FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  return EdgeSpool(path, std::move(*file));
}

Result<void> EdgeSpool::add(std::span<const std::int64_t> pairs) {
  narrow_.resize(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    narrow_[i] = static_cast<std::uint32_t>(pairs[i]);
    largest_[i % 2] = std::max(largest_[i % 2], pairs[i]);
  }
  edges_ += static_cast<std::int64_t>(pairs.size() / 2);
  return file_.write(std::as_bytes(std::span(narrow_)));
}

static Result<void> make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return fail(ErrorCode::system, path + ": " + error.message());
  return {};
}

/// The path of a chunk's file, relative to the folder of the graph.
static std::string chunk_file(const std::string& place, std::size_t chunk, ChunkFormat format) {
  return place + "/" + std::to_string(chunk) + (format == ChunkFormat::csv ? ".csv" : ".npy");
}

/// Appends "SOURCE TARGET\n" for each edge.
static void append_edge_lines(std::string& text, std::span<const std::uint32_t> pairs) {
  constexpr std::size_t longest_line = 22;
  const std::size_t begin = text.size();
  text.resize(begin + pairs.size() / 2 * longest_line);
  char* at = text.data() + begin;
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    at = std::to_chars(at, at + 10, pairs[i]).ptr;
    *at++ = ' ';
    at = std::to_chars(at, at + 10, pairs[i + 1]).ptr;
    *at++ = '\n';
  }
  text.resize(static_cast<std::size_t>(at - text.data()));
}

/// Writes some edges in the format of the file.
static Result<void> write_pairs(files::FileWriter& file, std::span<const std::uint32_t> pairs, ChunkFormat format) {
  if (format == ChunkFormat::csv) {
    std::string text;
    append_edge_lines(text, pairs);
    return file.write(text);
  }
  const std::vector<std::int64_t> wide(pairs.begin(), pairs.end());
  return file.write(std::as_bytes(std::span(wide)));
}

/// Writes the edges from `first` on into a file.
static Result<void> write_edge_chunk(const files::InputFile& spool, std::int64_t first, std::int64_t edges,
                                     const std::string& path, ChunkFormat format, const KeepGoing& keep_going) {
  constexpr std::int64_t block_edges = 65'536;
  auto file = files::FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (format == ChunkFormat::numpy) {
    const std::array<std::int64_t, 2> shape{edges, 2};
    if (auto written = file->write(formats::npy_header("<i8", shape)); !written) return written;
  }
  std::vector<std::uint32_t> pairs;
  for (const std::int64_t end = first + edges; first < end;) {
    const std::int64_t some = std::min(block_edges, end - first);
    pairs.resize(2 * static_cast<std::size_t>(some));
    constexpr std::int64_t pair_bytes = 2 * sizeof(std::uint32_t);
    if (auto read = spool.read(first * pair_bytes, std::as_writable_bytes(std::span(pairs))); !read) return read;
    if (auto written = write_pairs(*file, pairs, format); !written) return written;
    first += some;
    const double fraction = static_cast<double>(first * pair_bytes) / static_cast<double>(spool.size());
    if (keep_going && !keep_going(fraction)) return fail(ErrorCode::stopped, "stopped");
  }
  return file->close();
}

Result<EdgeChunks> write_edge_chunks(const EdgeSpool& spool, const std::string& type, ChunkFormat format,
                                     std::span<const std::int64_t> sizes, const std::string& folder,
                                     const KeepGoing& keep_going) {
  const std::string place = "edges/" + type;
  if (auto made = make_folder(folder + "/" + place); !made) return tl::unexpected(std::move(made.error()));
  const auto file = files::InputFile::open(spool.path());
  if (!file) return tl::unexpected(file.error());
  EdgeChunks chunks{.format = format, .delimiter = ' ', .files = {}, .edges = {sizes.begin(), sizes.end()}};
  std::int64_t first = 0;
  for (const std::int64_t edges : sizes) {
    chunks.files.push_back(chunk_file(place, chunks.files.size(), format));
    const std::string path = folder + "/" + chunks.files.back();
    if (auto written = write_edge_chunk(*file, first, edges, path, format, keep_going); !written) {
      return tl::unexpected(std::move(written.error()));
    }
    first += edges;
  }
  return chunks;
}

namespace {

/// Cuts rows into files.
class RowFiles {
 public:
  RowFiles(const FeatureLayout& layout, std::span<const std::int64_t> sizes, std::string folder, std::string place)
      : layout_(layout), sizes_(sizes), folder_(std::move(folder)), place_(std::move(place)) {}

  [[nodiscard]] Result<void> add(std::span<const std::byte> rows) {
    while (!rows.empty()) {
      if (due_ == 0) {
        if (auto begun = begin(); !begun) return begun;
        continue;  // the file may have no rows
      }
      const std::size_t some = std::min(rows.size(), static_cast<std::size_t>(due_));
      if (auto written = file_->write(rows.first(some)); !written) return written;
      rows = rows.subspan(some);
      due_ -= static_cast<std::int64_t>(some);
    }
    return {};
  }

  /// Closes the last file, and makes those that have no rows.
  [[nodiscard]] Result<std::vector<std::string>> finish() {
    while (names_.size() < sizes_.size()) {
      if (auto begun = begin(); !begun) return tl::unexpected(std::move(begun.error()));
    }
    if (auto closed = close(); !closed) return tl::unexpected(std::move(closed.error()));
    return names_;
  }

 private:
  const FeatureLayout& layout_;
  std::span<const std::int64_t> sizes_;
  std::string folder_, place_;
  std::vector<std::string> names_;
  std::optional<files::FileWriter> file_;  // the current one
  std::int64_t due_ = 0;                   // bytes it still lacks

  [[nodiscard]] Result<void> close() {
    if (!file_) return {};
    auto closed = file_->close();
    file_.reset();
    return closed;
  }

  /// Opens the next file.
  [[nodiscard]] Result<void> begin() {
    if (auto closed = close(); !closed) return closed;
    const std::int64_t rows = sizes_[names_.size()];
    names_.push_back(chunk_file(place_, names_.size(), ChunkFormat::numpy));
    auto file = files::FileWriter::create(folder_ + "/" + names_.back());
    if (!file) return tl::unexpected(std::move(file.error()));
    file_ = std::move(*file);
    due_ = rows * layout_.row_bytes;
    std::vector<std::int64_t> shape{rows};
    if (layout_.columns >= 0) shape.push_back(layout_.columns);
    return file_->write(formats::npy_header(layout_.type, shape));
  }
};

}  // namespace

Result<FeatureChunks> write_feature_chunks(const FeatureChunks& feature, const FeatureLayout& layout,
                                           const std::string& kind, const std::string& type,
                                           std::span<const std::int64_t> sizes, const std::string& folder,
                                           const KeepGoing& keep_going) {
  const std::string place = kind + "/" + type + "/" + feature.name;
  if (auto made = make_folder(folder + "/" + place); !made) return tl::unexpected(std::move(made.error()));
  RowFiles files(layout, sizes, folder, place);
  const auto sink = [&](std::span<const std::byte> rows, std::int64_t) { return files.add(rows); };
  if (auto read = read_feature(feature, layout, "", sink, keep_going); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  auto names = files.finish();
  if (!names) return tl::unexpected(std::move(names.error()));
  return FeatureChunks{
      .type = feature.type, .name = feature.name, .format = ChunkFormat::numpy, .files = std::move(*names)};
}

}  // namespace tuplepack::graph
