#include "graph/column_edges.hpp"

#include "codecs/decompress.hpp"
#include "graph/files.hpp"

#include <vector>

namespace tuplepack {

/// The columns of sources and targets, by name.
static Result<std::vector<std::string>> end_columns(const ColumnFile& file, std::span<const std::string> wanted) {
  std::vector<std::string> names, ends;
  names.reserve(file.columns().size());
  for (const TableColumn& column : file.columns()) names.push_back(column.name);
  const auto chosen = choose_edge_columns(names, names.size(), wanted);
  if (!chosen) return tl::unexpected(chosen.error());
  for (const std::size_t end : *chosen) {
    const TableColumn& column = file.columns()[end];
    if (column.lists || column.kind != ColumnKind::whole) {
      return fail(ErrorCode::unsupported, "column '" + column.name + "' does not hold node ids");
    }
    ends.push_back(column.name);
  }
  return ends;
}

/// before  edges before these
static Result<void> check_pairs(std::span<const IdLimit, 2> limits, std::span<const std::int64_t> pairs,
                                std::int64_t before) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const IdLimit& limit = limits[i % 2];
    if (pairs[i] < limit.count) continue;
    const std::int64_t row = before + static_cast<std::int64_t>(i / 2) + 1;
    return fail(ErrorCode::out_of_range, describe_beyond(limit, pairs[i], "row " + std::to_string(row)));
  }
  return {};
}

Result<void> read_column_edges(const std::string& path, std::span<const std::string> wanted,
                               std::span<const IdLimit, 2> limits, const PairSink& sink) {
  const auto mapped = MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  const auto format = column_format(mapped->bytes()).value_or(ColumnFormat::parquet);
  const auto file = ColumnFile::open(mapped->bytes(), format, decompress);
  if (!file) return tl::unexpected(in_file(file.error(), path));
  auto ends = end_columns(*file, wanted);
  if (!ends) return tl::unexpected(in_file(ends.error(), path));
  if (file->rows() == 0) return {};
  std::int64_t edges = 0;
  Result<void> taken;
  const auto add = [&](std::span<const std::int64_t> pairs, std::span<const std::int64_t>) -> Result<void> {
    if (auto checked = check_pairs(limits, pairs, edges); !checked) return checked;
    edges += static_cast<std::int64_t>(pairs.size() / 2);
    return taken = sink(pairs, static_cast<double>(edges) / static_cast<double>(file->rows()));
  };
  const auto begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; };
  const auto read = file->read_sizes({.columns = std::move(*ends), .count_column = ""}, {.begin = begin, .rows = add});
  if (!taken) return taken;
  if (!read) return tl::unexpected(in_file(read.error(), path));
  return {};
}

}  // namespace tuplepack
