#include "graph/edge_reader.hpp"

#include "graph/chunked_graph.hpp"
#include "graph/edge_arrays.hpp"
#include "graph/edge_blocks.hpp"
#include "graph/files.hpp"
#include "graph/id_file.hpp"
#include "graph/input_file.hpp"

#include <array>
#include <filesystem>
#include <system_error>

namespace tuplepack {

using EndLimits = std::array<IdLimit, 2>;

static EndLimits limits_of(const GraphSchema& schema, const EdgeType& type) {
  const auto limit = [&](std::size_t node_type) {
    const NodeType& nodes = schema.node_types[node_type];
    return IdLimit{.count = nodes.nodes, .what = "node id", .count_of = "the number of nodes of '" + nodes.name + "'"};
  };
  return {limit(type.source), limit(type.target)};
}

static Result<void> read_text(const std::string& path, char delimiter, const EndLimits& limits, EdgeBlocks& blocks) {
  const auto file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return read_id_file(
      *file, {.limits = {limits.begin(), limits.end()}, .separator = delimiter},
      [&](std::span<const std::int64_t> pairs) { return blocks.add(pairs); },
      [&](std::int64_t bytes) { return blocks.advance(bytes); });
}

static Result<void> read_arrays(const EdgeArrays& arrays, const EndLimits& limits, EdgeBlocks& blocks) {
  std::vector<std::int64_t> pairs;
  EdgeRoom room;
  for (std::int64_t first = 0; first < arrays.edges;) {
    const std::int64_t some = std::min(arrays.edges - first, edges_in_piece);
    pairs.resize(2 * static_cast<std::size_t>(some));
    if (auto read = read_pairs(arrays, first, limits, pairs, room); !read) return read;
    if (auto added = blocks.add(pairs); !added) {
      return tl::unexpected(in_file(added.error(), arrays.first.file.path()));
    }
    first += some;
    const std::int64_t bytes = arrays.first.file.size() + (arrays.targets ? arrays.targets->file.size() : 0);
    const double share = static_cast<double>(some) / static_cast<double>(arrays.edges);
    if (auto going = blocks.advance(static_cast<std::int64_t>(static_cast<double>(bytes) * share)); !going) {
      return going;
    }
  }
  return {};
}

/// paths  of the file and those that follow it
/// result  how many files these arrays are in
static Result<std::size_t> read_numpy(std::span<const std::string> paths, const EndLimits& limits, EdgeBlocks& blocks) {
  auto first = open_npy(paths[0]);
  if (!first) return tl::unexpected(std::move(first.error()));
  std::optional<NpyFile> targets;
  if (is_one_end(*first)) {
    if (paths.size() == 1) {
      return fail(ErrorCode::malformed, paths[0] + ": " + describe_shape(first->header.shape) +
                                            ", and no file with the destinations follows");
    }
    auto second = open_npy(paths[1]);
    if (!second) return tl::unexpected(std::move(second.error()));
    targets = std::move(*second);
  }
  const std::size_t files = targets ? 2 : 1;
  const auto arrays = edge_arrays(std::move(*first), std::move(targets));
  if (!arrays) return tl::unexpected(arrays.error());
  if (auto read = read_arrays(*arrays, limits, blocks); !read) return tl::unexpected(std::move(read.error()));
  return files;
}

/// Reads the next chunk of a type, in one file or two.
static Result<std::size_t> read_chunk(const EdgeChunks& chunks, std::span<const std::string> paths,
                                      const EndLimits& limits, EdgeBlocks& blocks) {
  switch (chunks.format) {
    case ChunkFormat::csv:
      if (auto read = read_text(paths[0], chunks.delimiter, limits, blocks); !read) {
        return tl::unexpected(std::move(read.error()));
      }
      return 1;
    case ChunkFormat::numpy: return read_numpy(paths, limits, blocks);
    case ChunkFormat::parquet: break;
  }
  return fail(ErrorCode::unsupported,
              paths[0] + ": parquet files are not supported; convert the edges to csv or numpy");
}

static tl::unexpected<Error> wrong_count(const std::string& path, std::int64_t found, std::int64_t expected) {
  return fail(ErrorCode::malformed,
              path + ": " + std::to_string(found) + " edges, and the metadata says " + std::to_string(expected));
}

static Result<void> read_type(const ChunkedGraph& graph, std::size_t type, const std::string& folder,
                              EdgeBlocks& blocks) {
  const EdgeType& edge_type = graph.schema.edge_types[type];
  const EdgeChunks& chunks = graph.edges[type];
  const EndLimits limits = limits_of(graph.schema, edge_type);
  std::vector<std::string> paths;
  for (const std::string& file : chunks.files) paths.push_back(chunk_path(folder, file));
  blocks.begin(type, edge_type.edges);
  std::size_t chunk = 0;
  for (std::size_t file = 0; file < paths.size(); ++chunk) {
    const std::int64_t before = blocks.edges();
    const auto files = read_chunk(chunks, std::span(paths).subspan(file), limits, blocks);
    if (!files) return tl::unexpected(files.error());
    const std::int64_t found = blocks.edges() - before;
    if (chunk < chunks.edges.size() && found != chunks.edges[chunk]) {
      return wrong_count(paths[file], found, chunks.edges[chunk]);
    }
    file += *files;
  }
  const std::string metadata = chunk_path(folder, "metadata.json");
  const std::string name = edge_type_name(graph.schema, edge_type);
  if (blocks.edges() != edge_type.edges) {
    return fail(ErrorCode::malformed, (paths.empty() ? metadata : paths.back()) + ": the files of '" + name +
                                          "' have " + std::to_string(blocks.edges()) +
                                          " edges, and the metadata says " + std::to_string(edge_type.edges));
  }
  if (!chunks.edges.empty() && chunk != chunks.edges.size()) {
    return fail(ErrorCode::malformed, metadata + ": '" + name + "' has " + std::to_string(chunks.edges.size()) +
                                          " chunks, and its files " + std::to_string(chunk));
  }
  return blocks.flush();
}

static std::int64_t bytes_of_edges(const ChunkedGraph& graph, const std::string& folder) {
  std::int64_t bytes = 0;
  for (const EdgeChunks& chunks : graph.edges) {
    for (const std::string& file : chunks.files) {
      std::error_code missing;  // opening the file will say so
      const auto size = std::filesystem::file_size(chunk_path(folder, file), missing);
      if (!missing) bytes += static_cast<std::int64_t>(size);
    }
  }
  return bytes;
}

Result<void> read_edges(const ChunkedGraph& graph, const std::string& folder,
                        const std::function<Result<void>(const EdgeBlock&)>& sink, const KeepGoing& keep_going) {
  EdgeBlocks blocks(sink, bytes_of_edges(graph, folder), keep_going);
  for (std::size_t type = 0; type < graph.edges.size(); ++type) {
    auto read = read_type(graph, type, folder, blocks);
    if (blocks.refusal()) return tl::unexpected(*blocks.refusal());
    if (!read) return read;
  }
  return {};
}

}  // namespace tuplepack
