#include "chunk_edges.hpp"

#include "cli/input/input.hpp"
#include "cli/output/output.hpp"
#include "graph/chunk/column_edges.hpp"
#include "graph/chunk/field_edges.hpp"
#include "graph/chunk/npz_edges.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tuplepack::cli {

namespace {

/// What the files of an edge type have in common.
struct EdgeReading {
  std::span<const formats::IdLimit, 2> limits;
  const std::array<NodeIds*, 2>& ids;
  const EdgeFileOptions& options;
  formats::EdgeEnds& ends;
  graph::EdgeSpool& spool;
  std::array<std::int64_t, 2>& nodes;
  LongJob& job;
  bool is_only_file = true;

  [[nodiscard]] Result<void> add(std::span<const std::int64_t> pairs) const {
    ends.add(pairs);
    return spool.add(pairs);
  }
};

}  // namespace

/// Notes on a file.
static formats::EdgeEnds::Note notes_on(const std::string& name) {
  return [name](const std::string& text) { note(name + ": " + text); };
}

/// None, if ids are numbers.
static graph::NumberEnd numbering(const std::array<NodeIds*, 2>& ids) {
  if (ids[0] == nullptr) return {};
  return [&ids](std::string_view id, std::size_t end) { return ids[end]->number(id); };
}

/// Where ids are not node numbers, the way out.
static Result<void> hinted(Result<void> read, const EdgeReading& reading) {
  if (read || reading.ids[0] != nullptr) return read;
  const ErrorCode code = read.error().code;
  const bool any =
      reading.limits[0].count == graph::max_graph_nodes || reading.limits[1].count == graph::max_graph_nodes;
  if (code == ErrorCode::not_an_integer || code == ErrorCode::too_large || (code == ErrorCode::out_of_range && any)) {
    read.error().message += formats::relabel_hint;
  }
  return read;
}

/// Arrays that were opened, or where their ids are text, the way out.
static graph::EdgeArrays opened(Result<graph::EdgeArrays> arrays, const EdgeReading& reading) {
  if (!arrays && reading.ids[0] == nullptr && arrays.error().code == ErrorCode::not_an_integer) {
    arrays.error().message += formats::relabel_hint;
  }
  return value(std::move(arrays));
}

/// nodes  that a file says there are at either end
static void take_nodes(const std::array<std::int64_t, 2>& nodes, const EdgeReading& reading) {
  for (std::size_t end = 0; end < 2; ++end) reading.nodes[end] = std::max(reading.nodes[end], nodes[end]);
}

/// first  what was read of the source already
static void read_edge_text(ByteSource& source, std::string_view first, const EdgeReading& reading) {
  Result<void> spooled;
  formats::EdgeTextReader reader(
      {.format = reading.options.text,
       .limits = {reading.limits.begin(), reading.limits.end()},
       .ends = &reading.ends,
       .undirected = reading.options.undirected,
       .is_only_text = reading.is_only_file,
       .number = numbering(reading.ids)},
      {.pairs = [&](std::span<const std::int64_t> pairs) { return spooled = reading.add(pairs); },
       .note = notes_on(source.name())});
  const auto check_spool = [&] { value(Result<void>(spooled)); };  // its error is none of the source
  for (std::string_view piece = first; !piece.empty();) {
    auto fed = reader.feed(piece);
    check_spool();
    value(reader.counts_nodes() ? std::move(fed) : hinted(std::move(fed), reading), source.name());
    reading.job.advance(source.fraction_read().value_or(0), source.name());
    const auto next = source.next();
    piece = std::string_view(next.data(), next.size());
  }
  reading.job.advance(1, source.name());  // a pipe ends early when the user stops
  auto finished = reader.finish();
  check_spool();
  value(reader.counts_nodes() ? std::move(finished) : hinted(std::move(finished), reading), source.name());
  take_nodes(reader.nodes(), reading);
}

/// Ids are below what the file says, where the user does not.
static std::array<formats::IdLimit, 2> limits_within(const graph::EdgeArrays& arrays, const EdgeReading& reading) {
  std::array limits{reading.limits[0], reading.limits[1]};
  for (std::size_t end = 0; end < 2; ++end) {
    const bool is_known = limits[end].count < graph::max_graph_nodes;
    if (is_known || arrays.nodes[end] == 0 || arrays.nodes[end] >= limits[end].count) continue;
    limits[end].count = arrays.nodes[end];
    limits[end].count_of = "the number of nodes that the archive declares (--nodes N overrides it)";
  }
  return limits;
}

static void read_edge_arrays(const graph::EdgeArrays& arrays, const EdgeReading& reading) {
  std::vector<std::int64_t> pairs;
  graph::EdgeRoom room;
  const graph::NumberEnd number = numbering(reading.ids);
  const std::int64_t most = edges_at_once(arrays);
  take_nodes(arrays.nodes, reading);
  const auto limits = limits_within(arrays, reading);
  for (std::int64_t first = 0; first < arrays.edges; first += most) {
    pairs.resize(2 * static_cast<std::size_t>(std::min(most, arrays.edges - first)));
    value(number ? read_numbered_pairs(arrays, first, number, pairs, room)
                 : hinted(read_pairs(arrays, first, limits, pairs, room), reading));
    value(reading.add(pairs));
    const double fraction = static_cast<double>(first) / static_cast<double>(arrays.edges);
    reading.job.advance(fraction, arrays.first.file.path());
  }
}

/// paths   of a .npy file and those that follow it
/// result  how many files were read: two if they have the two ends of edges
static std::size_t read_npy_files(std::span<const std::string> paths, const EdgeReading& reading) {
  const auto read = [&](Result<graph::EdgeArrays> arrays) {
    read_edge_arrays(opened(std::move(arrays), reading), reading);
  };
  const graph::EndIds ids = graph::end_ids(reading.ends);
  if (auto any = value(files::open_any_npy(paths[0])); !any.header.fields.empty()) {
    read(graph::field_edges(std::move(any), reading.ends, notes_on(paths[0])));
    return 1;
  }
  if (!reading.options.columns.empty()) {
    throw Failure(
        fmt::format("{}: --columns is only supported for text, structured arrays, .npz, Parquet and Arrow", paths[0]));
  }
  auto first = value(require_numbers_or_text(files::open_any_npy(paths[0])));
  if (!graph::is_one_end(first)) {
    read(edge_arrays(std::move(first), std::nullopt, ids));
    return 1;
  }
  if (paths.size() == 1) {
    throw Failure(fmt::format("{}: {}, and no file with the destinations follows", paths[0],
                              formats::describe_shape(first.header.shape)));
  }
  read(edge_arrays(std::move(first), value(require_numbers_or_text(files::open_any_npy(paths[1]))), ids));
  return 2;
}

/// Reads the first of some files, by its first bytes.
static std::size_t read_edge_file(std::span<const std::string> paths, const EdgeReading& reading) {
  ByteSource source(paths[0], ByteSource::Wait::for_any);  // a pipe that is silent can be interrupted
  const auto piece = source.next();
  const std::string_view first(piece.data(), piece.size());
  const bool archive = first.starts_with(formats::zip_magic);
  const bool columns = formats::column_format(first).has_value();
  if (!archive && !columns && !first.starts_with(formats::npy_magic)) {
    read_edge_text(source, first, reading);
    return 1;
  }
  if (paths[0] == "-") throw Failure(fmt::format("{}: arrays are not read from standard input", source.name()));
  require_plain_file(source);
  if (columns) {
    const auto spool = [&](std::span<const std::int64_t> pairs, double share) {
      reading.job.advance(share, paths[0]);
      return reading.add(pairs);
    };
    value(hinted(graph::read_column_edges(paths[0], reading.ends, notes_on(paths[0]), reading.limits,
                                          numbering(reading.ids), spool),
                 reading));
    return 1;
  }
  if (!archive) return read_npy_files(paths, reading);
  const std::string spill = reading.spool.path() + ".unpacked";
  read_edge_arrays(opened(graph::npz_edges(paths[0], reading.ends, notes_on(paths[0]), spill), reading), reading);
  return 1;
}

SpooledEdges read_edge_files(std::span<const std::string> paths, const std::array<std::string, 2>& types,
                             std::span<const formats::IdLimit, 2> limits, const std::array<NodeIds*, 2>& ids,
                             const EdgeFileOptions& options, const std::string& spool_path, LongJob& job) {
  SpooledEdges edges{.spool = value(graph::EdgeSpool::create(spool_path))};
  formats::EdgeEnds ends({.columns = options.columns,
                          .types = types,
                          .one_numbering = options.one_numbering,
                          .are_numbered = ids[0] != nullptr});
  const EdgeReading reading{.limits = limits,
                            .ids = ids,
                            .options = options,
                            .ends = ends,
                            .spool = edges.spool,
                            .nodes = edges.nodes,
                            .job = job,
                            .is_only_file = paths.size() == 1};
  while (!paths.empty()) {
    ends.begin();
    const std::size_t read = read_edge_file(paths, reading);
    value(ends.check(), source_name(paths[0]));
    paths = paths.subspan(read);
  }
  value(edges.spool.finish());
  for (std::size_t end = 0; end < 2; ++end) {
    edges.nodes[end] = std::max(edges.nodes[end], edges.spool.largest()[end] + 1);
  }
  return edges;
}

}  // namespace tuplepack::cli
