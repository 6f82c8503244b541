#include "column_edges.hpp"

#include "codecs/decompress.hpp"
#include "files/files.hpp"
#include "tuplepack/formats/columnar/id_column.hpp"

#include <vector>

namespace tuplepack::graph {

static Result<std::vector<std::size_t>> end_columns(const formats::ColumnFile& file, formats::EdgeEnds& ends,
                                                    const formats::EdgeEnds::Note& note) {
  std::vector<std::string> names;
  names.reserve(file.columns().size());
  for (const formats::TableColumn& column : file.columns()) names.push_back(column.name);
  const formats::EdgeTable table{.names = names, .width = names.size()};
  auto chosen = ends.choose(table);
  if (chosen) ends.begin(table, *chosen, note);
  return chosen;
}

/// before  edges before these
static Result<void> check_pairs(std::span<const formats::IdLimit, 2> limits, std::span<const std::int64_t> pairs,
                                std::int64_t before) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const formats::IdLimit& limit = limits[i % 2];
    if (pairs[i] < limit.count) continue;
    const std::int64_t row = before + static_cast<std::int64_t>(i / 2) + 1;
    return fail(ErrorCode::out_of_range, describe_beyond(limit, pairs[i], "row " + std::to_string(row)));
  }
  return {};
}

/// Errors of the file are without its name.
static Result<void> read_numbers(const formats::ColumnFile& file, std::span<const std::size_t> ends,
                                 std::span<const formats::IdLimit, 2> limits, const PairSink& sink,
                                 Result<void>& taken) {
  std::vector<std::string> names;
  for (const std::size_t end : ends) {
    const formats::TableColumn& column = file.columns()[end];
    if (auto ok = check_ids(column, false); !ok) return ok;
    names.push_back(column.name);
  }
  if (file.rows() == 0) return {};
  std::int64_t edges = 0;
  const auto add = [&](std::span<const std::int64_t> pairs, std::span<const std::int64_t>) -> Result<void> {
    if (auto checked = check_pairs(limits, pairs, edges); !checked) return checked;
    edges += static_cast<std::int64_t>(pairs.size() / 2);
    return taken = sink(pairs, static_cast<double>(edges) / static_cast<double>(file.rows()));
  };
  const auto begin = [](const std::vector<std::string>&, bool) -> Result<void> { return {}; };
  return file.read_sizes({.columns = std::move(names), .count_column = ""}, {.begin = begin, .rows = add});
}

/// Errors of the file are without its name.
static Result<void> read_ids(const formats::ColumnFile& file, std::span<const std::size_t> ends,
                             const NumberEnd& number, const PairSink& sink, Result<void>& taken) {
  constexpr std::size_t edges_at_once = std::size_t{1} << 16;
  std::vector<formats::IdColumn> ids;
  for (const std::size_t end : ends) {
    auto column = formats::IdColumn::read(file, end, true);
    if (!column) return tl::unexpected(std::move(column.error()));
    ids.push_back(std::move(*column));
  }
  const std::size_t rows = ids[0].rows();
  std::vector<std::int64_t> pairs;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t end = 0; end < ids.size(); ++end) {
      const auto numbered = number(ids[end].text(row), end);
      if (!numbered) return taken = tl::unexpected(numbered.error());
      pairs.push_back(*numbered);
    }
    if (pairs.size() < 2 * edges_at_once && row + 1 < rows) continue;
    taken = sink(pairs, static_cast<double>(row + 1) / static_cast<double>(rows));
    if (!taken) return taken;
    pairs.clear();
  }
  return {};
}

Result<void> read_column_edges(const std::string& path, formats::EdgeEnds& ends, const formats::EdgeEnds::Note& note,
                               std::span<const formats::IdLimit, 2> limits, const NumberEnd& number,
                               const PairSink& sink) {
  const auto mapped = files::MappedFile::open(path);
  if (!mapped) return tl::unexpected(mapped.error());
  const auto format = formats::column_format(mapped->bytes()).value_or(formats::ColumnFormat::parquet);
  const auto file = formats::ColumnFile::open(mapped->bytes(), format, codecs::decompress);
  if (!file) return tl::unexpected(files::in_file(file.error(), path));
  const auto columns = end_columns(*file, ends, note);
  if (!columns) return tl::unexpected(files::in_file(columns.error(), path));
  Result<void> taken;  // its error is not one of the file
  const auto read =
      number ? read_ids(*file, *columns, number, sink, taken) : read_numbers(*file, *columns, limits, sink, taken);
  if (!taken) return taken;
  if (!read) return tl::unexpected(files::in_file(read.error(), path));
  return {};
}

}  // namespace tuplepack::graph
