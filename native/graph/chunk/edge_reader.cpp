#include "edge_reader.hpp"

#include "chunked_graph.hpp"
#include "column_edges.hpp"
#include "edge_arrays.hpp"
#include "edge_blocks.hpp"
#include "files/files.hpp"
#include "files/input_file.hpp"
#include "id_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tuplepack::graph {

using EndLimits = std::array<formats::IdLimit, 2>;

static EndLimits limits_of(const GraphSchema& schema, const EdgeType& type) {
  const auto limit = [&](std::size_t node_type) {
    const NodeType& nodes = schema.node_types[node_type];
    return formats::IdLimit{
        .count = nodes.nodes, .what = "node id", .count_of = "the number of nodes of '" + nodes.name + "'"};
  };
  return {limit(type.source), limit(type.target)};
}

static Result<void> read_text(const std::string& path, char delimiter, const EndLimits& limits, EdgeBlocks& blocks) {
  const auto file = files::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return read_id_file(
      *file, {.limits = {limits.begin(), limits.end()}, .separator = delimiter},
      [&](std::span<const std::int64_t> pairs) { return blocks.add(pairs); },
      [&](std::int64_t bytes) { return blocks.advance(bytes); });
}

/// Rows [begin, end) of arrays.
static Result<void> read_arrays(const EdgeArrays& arrays, std::int64_t begin, std::int64_t end, const EndLimits& limits,
                                EdgeBlocks& blocks) {
  std::vector<std::int64_t> pairs;
  EdgeRoom room;
  const std::int64_t most = edges_at_once(arrays);
  while (begin < end) {
    const std::int64_t some = std::min(end - begin, most);
    pairs.resize(2 * static_cast<std::size_t>(some));
    if (auto read = read_pairs(arrays, begin, limits, pairs, room); !read) return read;
    if (auto added = blocks.add(pairs); !added) {
      return tl::unexpected(files::in_file(added.error(), arrays.first.file.path()));
    }
    begin += some;
    const std::int64_t bytes = arrays.first.file.size() + (arrays.targets ? arrays.targets->file.size() : 0);
    const double share = static_cast<double>(some) / static_cast<double>(arrays.edges);
    if (auto going = blocks.advance(static_cast<std::int64_t>(static_cast<double>(bytes) * share)); !going) {
      return going;
    }
  }
  return {};
}

/// paths  of the files of the chunk
/// result  how many edges the whole chunk has
static Result<std::int64_t> read_numpy(std::span<const std::string> paths, const EdgePiece& piece,
                                       const EndLimits& limits, EdgeBlocks& blocks) {
  auto first = files::open_npy(paths[0]);
  if (!first) return tl::unexpected(std::move(first.error()));
  std::optional<files::NpyFile> targets;
  if (is_one_end(*first)) {
    if (paths.size() == 1) {
      return fail(ErrorCode::malformed, paths[0] + ": " + formats::describe_shape(first->header.shape) +
                                            ", and no file with the destinations follows");
    }
    auto second = files::open_npy(paths[1]);
    if (!second) return tl::unexpected(std::move(second.error()));
    targets = std::move(*second);
  }
  const auto arrays = edge_arrays(std::move(*first), std::move(targets));
  if (!arrays) return tl::unexpected(arrays.error());
  const std::int64_t end = piece.end < 0 ? arrays->edges : std::min(piece.end, arrays->edges);
  if (auto read = read_arrays(*arrays, piece.begin, end, limits, blocks); !read) {
    return tl::unexpected(std::move(read.error()));
  }
  return arrays->edges;
}

/// Sources and targets are the first two columns, as DGL takes them.
static Result<void> read_columns(const std::string& path, const EndLimits& limits, EdgeBlocks& blocks) {
  const auto file = files::InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const auto bytes = static_cast<double>(file->size());
  formats::EdgeEnds first_two({.columns = {"1", "2"}});
  double done = 0;
  return read_column_edges(path, first_two, {}, limits, {}, [&](std::span<const std::int64_t> pairs, double share) {
    auto added = blocks.add(pairs);
    if (!added) return Result<void>(tl::unexpected(files::in_file(added.error(), path)));
    const double more = share - done;
    done = share;
    return blocks.advance(static_cast<std::int64_t>(more * bytes));
  });
}

/// Reads a piece of a chunk, in one file or two.
/// result  how many edges the whole chunk has
static Result<std::int64_t> read_chunk(const EdgeChunks& chunks, std::span<const std::string> paths,
                                       const EdgePiece& piece, const EndLimits& limits, EdgeBlocks& blocks) {
  const std::int64_t before = blocks.edges();
  switch (chunks.format) {
    case ChunkFormat::csv:
      if (auto read = read_text(paths[0], chunks.delimiter, limits, blocks); !read) {
        return tl::unexpected(std::move(read.error()));
      }
      return blocks.edges() - before;
    case ChunkFormat::numpy: return read_numpy(paths, piece, limits, blocks);
    case ChunkFormat::parquet: break;
  }
  if (auto read = read_columns(paths[0], limits, blocks); !read) return tl::unexpected(std::move(read.error()));
  return blocks.edges() - before;
}

static Result<void> read_piece(const ChunkedGraph& graph, const EdgePiece& piece, const std::string& folder,
                               EdgeBlocks& blocks) {
  const EdgeChunks& chunks = graph.edges[piece.type];
  const EndLimits limits = limits_of(graph.schema, graph.schema.edge_types[piece.type]);
  std::vector<std::string> paths;
  for (std::size_t file = 0; file < piece.files; ++file) {
    paths.push_back(chunk_path(folder, chunks.files[piece.first_file + file]));
  }
  const auto found = read_chunk(chunks, paths, piece, limits, blocks);
  if (!found) return tl::unexpected(found.error());
  if (piece.chunk >= chunks.edges.size() || *found == chunks.edges[piece.chunk]) return {};
  return fail(ErrorCode::malformed, paths[0] + ": " + std::to_string(*found) + " edges, but the metadata declares " +
                                        std::to_string(chunks.edges[piece.chunk]));
}

/// The pieces of a run.
static Result<void> read_pieces(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                EdgeBlocks& blocks, std::span<std::int64_t> edges) {
  std::size_t next = 0;
  for (std::size_t type = 0; type < graph.edges.size(); ++type) {
    blocks.begin(type, graph.schema.edge_types[type].edges);
    for (; next < run.pieces.size() && run.pieces[next].type == type; ++next) {
      if (auto read = read_piece(graph, run.pieces[next], folder, blocks); !read) return read;
    }
    edges[type] = blocks.edges();
    if (edges[type] > graph.schema.edge_types[type].edges) break;  // check_edge_counts() says so
    if (auto flushed = blocks.flush(); !flushed) return flushed;
  }
  return {};
}

Result<std::vector<std::int64_t>> read_edges(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                             const std::function<Result<void>(const EdgeBlock&)>& sink,
                                             const KeepGoing& keep_going) {
  EdgeBlocks blocks(sink, run.bytes, keep_going);
  std::vector<std::int64_t> edges(graph.edges.size());
  auto read = read_pieces(graph, folder, run, blocks, edges);
  if (blocks.refusal()) return tl::unexpected(*blocks.refusal());
  if (!read) return tl::unexpected(std::move(read.error()));
  return edges;
}

Result<void> read_edges(const ChunkedGraph& graph, const std::string& folder,
                        const std::function<Result<void>(const EdgeBlock&)>& sink, const KeepGoing& keep_going) {
  const EdgeRun run = whole_run(graph, folder);
  const auto edges = read_edges(graph, folder, run, sink, keep_going);
  if (!edges) return tl::unexpected(edges.error());
  return check_edge_counts(graph, folder, run, *edges);
}

}  // namespace tuplepack::graph
