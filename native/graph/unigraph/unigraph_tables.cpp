// The files of a table, and the stores of its features.
#include "files/files.hpp"
#include "graph/chunk/column_table_file.hpp"
#include "graph/unigraph/unigraph_reading.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tuplepack::graph {

namespace fs = std::filesystem;

UnigraphTable find_table(const UnigraphReading& reading, const std::string& filename) {
  UnigraphTable table{.name = filename, .files = {}, .edge_sets = {}};
  table.files = reading.files.named((fs::path(reading.folder) / filename).string());
  for (const std::string& file : table.files) {
    std::error_code unknown;
    const auto size = fs::file_size(file, unknown);
    if (!unknown) table.bytes += static_cast<std::int64_t>(size);
  }
  return table;
}

/// Reads a Parquet or Arrow file of a table.
/// within  bytes of the table's files before; gets this one's
static Result<void> read_table_columns(UnigraphReading& reading, const std::string& file,
                                       const formats::TableColumns& columns, const formats::IdsSink& sink,
                                       std::int64_t& within) {
  const double all = static_cast<double>(std::max<std::int64_t>(reading.bytes, 1));
  std::error_code unknown;
  const auto size = fs::file_size(file, unknown);
  const std::int64_t bytes = unknown ? 0 : static_cast<std::int64_t>(size);
  const auto before = static_cast<double>(reading.bytes_read + within);
  within += bytes;
  return read_column_table_file(file, columns, sink, [&](double share) {
    const double done = (before + share * static_cast<double>(bytes)) / all;
    return !reading.keep_going || reading.keep_going(std::min(done, 1.0));
  });
}

Result<void> read_files(UnigraphReading& reading, const UnigraphTable& table, const formats::TableColumns& columns,
                        const formats::IdsSink& sink) {
  const auto format = formats::table_format(table.name);
  if (!format) {
    return fail(ErrorCode::unsupported,
                table.files.front() +
                    ": its name does not say what it is; tables are named .csv, .tfrecord, .parquet or .arrow");
  }
  const auto all = static_cast<double>(std::max<std::int64_t>(reading.bytes, 1));
  std::int64_t within = 0;
  bool stopped = false;
  for (const std::string& file : table.files) {
    if (*format == formats::TableFormat::columns) {
      if (auto read = read_table_columns(reading, file, columns, sink, within); !read) return read;
      continue;
    }
    const formats::TextPieces content = reading.files.open(file, *format);
    const auto pieces = [&]() -> std::string_view {
      const std::string_view piece = content();
      within += static_cast<std::int64_t>(piece.size());
      const double done = static_cast<double>(reading.bytes_read + std::min(within, table.bytes)) / all;
      stopped = reading.keep_going && !reading.keep_going(std::min(done, 1.0));
      return stopped ? std::string_view() : piece;
    };
    auto read = read_table(pieces, *format, columns, sink);
    if (stopped) return fail(ErrorCode::stopped, "stopped");
    if (!read) return tl::unexpected(files::in_file(read.error(), file));
  }
  reading.bytes_read += table.bytes;
  return {};
}

std::size_t expected_rows(const SetMetadata& metadata, const UnigraphTable& table) {
  constexpr std::int64_t min_bytes_per_row = 2, packed = 8;
  const std::int64_t rows =
      std::clamp<std::int64_t>(metadata.cardinality.value_or(0), 0, table.bytes * packed / min_bytes_per_row);
  return static_cast<std::size_t>(rows);
}

std::vector<formats::FeatureStore*> add_stores(WholeGraph& graph, const std::vector<TensorFeature>& features,
                                               std::size_t rows) {
  constexpr std::size_t max_values = std::size_t{1} << 36;
  std::vector<formats::FeatureStore*> stores;
  for (const TensorFeature& feature : features) {
    if (feature.name == id_feature) continue;
    graph.stores.push_back(std::make_unique<formats::FeatureStore>(feature));
    stores.push_back(graph.stores.back().get());
    std::size_t width = 1;
    for (const TensorDimension& dimension : feature.shape) {
      const auto size = static_cast<std::size_t>(std::max<std::int64_t>(dimension.size, 1));
      width = size > max_values / width ? max_values : width * size;
    }
    if (rows <= max_values / width) stores.back()->reserve(rows);
  }
  return stores;
}

std::vector<FeatureColumn> stored_columns(const std::vector<formats::FeatureStore*>& stores,
                                          const std::vector<TensorFeature>& features) {
  std::vector<FeatureColumn> columns;
  columns.reserve(stores.size());
  for (std::size_t i = 0; i < stores.size(); ++i) columns.push_back(stores[i]->column(features[i]));
  return columns;
}

}  // namespace tuplepack::graph
