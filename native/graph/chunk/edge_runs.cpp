#include "edge_runs.hpp"

#include "chunked_graph.hpp"
#include "edge_arrays.hpp"
#include "files/input_file.hpp"
#include "ranks/ranks.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace tuplepack::graph {

namespace {

/// What the division has to know of a file.
struct EdgeFile {
  std::int64_t bytes = 0;
  std::int64_t rows = -1;       // of an array; −1: not to be cut
  std::int64_t is_one_end = 0;  // its targets are in the next file
};

}  // namespace
static constexpr std::size_t numbers_per_file = sizeof(EdgeFile) / sizeof(std::int64_t);

static EdgeFile look_into(const std::string& path, ChunkFormat format) {
  EdgeFile found;
  std::error_code missing;
  const auto size = std::filesystem::file_size(path, missing);
  if (missing) return found;
  found.bytes = static_cast<std::int64_t>(size);
  if (format != ChunkFormat::numpy) return found;
  auto array = files::open_npy(path);
  if (!array) return found;
  if (is_one_end(*array)) {
    found.rows = array->header.shape[0];
    found.is_one_end = 1;
  } else if (const auto arrays = edge_arrays(std::move(*array), std::nullopt)) {
    found.rows = arrays->edges;
  }
  return found;
}

/// Every `step`-th file from `first` on; the others are zero.
static std::vector<EdgeFile> look_into_files(const ChunkedGraph& graph, const std::string& folder, std::size_t first,
                                             std::size_t step) {
  std::vector<EdgeFile> files;
  for (const EdgeChunks& chunks : graph.edges) {
    for (const std::string& file : chunks.files) {
      const bool own = files.size() % step == first;
      files.push_back(own ? look_into(chunk_path(folder, file), chunks.format) : EdgeFile{.rows = 0});
    }
  }
  return files;
}

namespace {

/// A chunk, with the number of its bytes in the place of a file's.
struct SizedChunk {
  EdgePiece piece;
  EdgeFile size;
};

}  // namespace

static std::vector<SizedChunk> chunks_of(const ChunkedGraph& graph, std::span<const EdgeFile> files) {
  std::vector<SizedChunk> chunks;
  for (std::size_t type = 0; type < graph.edges.size(); ++type) {
    const std::size_t count = graph.edges[type].files.size();
    std::size_t chunk = 0;
    for (std::size_t file = 0; file < count; ++chunk) {
      SizedChunk next{.piece = {.type = type, .chunk = chunk, .first_file = file}, .size = files[file]};
      if (next.size.is_one_end != 0 && file + 1 < count) {
        next.piece.files = 2;
        next.size.bytes += files[file + 1].bytes;
      }
      chunks.push_back(next);
      file += next.piece.files;
    }
    files = files.subspan(count);
  }
  return chunks;
}

namespace {

/// Bytes of all files, one after the other.
struct ByteRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

}  // namespace

/// The rows of a chunk's array in a range of bytes; none: an empty piece.
/// begin  the chunk's first byte
static EdgePiece rows_within(const SizedChunk& chunk, std::int64_t begin, ByteRange range) {
  const auto row_at = [&](std::int64_t byte) {
    const std::int64_t within = std::clamp<std::int64_t>(byte - begin, 0, chunk.size.bytes);
    const double share = static_cast<double>(within) / static_cast<double>(chunk.size.bytes);
    return static_cast<std::int64_t>(share * static_cast<double>(chunk.size.rows));
  };
  EdgePiece piece = chunk.piece;
  piece.begin = row_at(range.begin);
  piece.end = row_at(range.end);
  return piece;
}

/// The run of a rank among several: its share of the bytes of all files.
static EdgeRun run_among(std::span<const SizedChunk> chunks, std::size_t types, std::int64_t rank, std::int64_t ranks) {
  EdgeRun run{.pieces = {}, .bytes = 0, .chunks = std::vector<std::size_t>(types)};
  std::int64_t total = 0;
  for (const SizedChunk& chunk : chunks) total += chunk.size.bytes;
  const auto share_ends = [&](std::int64_t count) { return total / ranks * count + total % ranks * count / ranks; };
  const ByteRange range{.begin = share_ends(rank), .end = share_ends(rank + 1)};
  std::int64_t at = 0;
  for (const SizedChunk& chunk : chunks) {
    ++run.chunks[chunk.piece.type];
    const auto& [bytes, rows, is_one_end] = chunk.size;
    if (rows > 0) {
      const EdgePiece piece = rows_within(chunk, at, range);
      const double share = static_cast<double>(piece.end - piece.begin) / static_cast<double>(rows);
      run.bytes += static_cast<std::int64_t>(share * static_cast<double>(bytes));
      if (piece.begin < piece.end) run.pieces.push_back(piece);
    } else {  // it belongs where its middle is; the last rank has what is at the end
      const std::int64_t middle = at + bytes / 2;
      const bool own = range.begin <= middle && (middle < range.end || (middle >= total && rank + 1 == ranks));
      run.bytes += own ? bytes : 0;
      if (own) run.pieces.push_back(chunk.piece);
    }
    at += bytes;
  }
  return run;
}

EdgeRun run_among_ranks(const ChunkedGraph& graph, const std::string& folder, int rank, int ranks) {
  const auto files = look_into_files(graph, folder, 0, 1);
  return run_among(chunks_of(graph, files), graph.edges.size(), rank, ranks);
}

EdgeRun whole_run(const ChunkedGraph& graph, const std::string& folder) {
  return run_among_ranks(graph, folder, 0, 1);
}

EdgeRun run_of_rank(const ChunkedGraph& graph, const std::string& folder) {
  const auto rank = static_cast<std::size_t>(ranks::rank());
  const auto ranks = static_cast<std::size_t>(ranks::count());
  const auto own = look_into_files(graph, folder, rank, ranks);
  std::vector<std::int64_t> numbers;
  numbers.reserve(own.size() * numbers_per_file);
  for (const EdgeFile& file : own) numbers.insert(numbers.end(), {file.bytes, file.rows, file.is_one_end});
  ranks::sum(numbers);
  std::vector<EdgeFile> files;
  files.reserve(own.size());
  for (std::size_t i = 0; i < numbers.size(); i += numbers_per_file) {
    files.push_back({.bytes = numbers[i], .rows = numbers[i + 1], .is_one_end = numbers[i + 2]});
  }
  return run_among(chunks_of(graph, files), graph.edges.size(), ranks::rank(), ranks::count());
}

Result<void> check_edge_counts(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                               std::span<const std::int64_t> edges) {
  const std::string metadata = chunk_path(folder, "metadata.json");
  for (std::size_t type = 0; type < graph.edges.size(); ++type) {
    const EdgeChunks& chunks = graph.edges[type];
    const EdgeType& edge_type = graph.schema.edge_types[type];
    const std::string name = edge_type_name(graph.schema, edge_type);
    if (edges[type] != edge_type.edges) {
      return fail(ErrorCode::malformed, (chunks.files.empty() ? metadata : chunk_path(folder, chunks.files.back())) +
                                            ": the files of '" + name + "' have " + std::to_string(edges[type]) +
                                            " edges, but the metadata declares " + std::to_string(edge_type.edges));
    }
    if (!chunks.edges.empty() && run.chunks[type] != chunks.edges.size()) {
      return fail(ErrorCode::malformed, metadata + ": '" + name + "' has " + std::to_string(chunks.edges.size()) +
                                            " chunks, but its files " + std::to_string(run.chunks[type]));
    }
  }
  return {};
}

/// By rank and type, the edges that each rank has read become those that the ranks before it have. Totals by type are
/// returned.
static std::vector<std::int64_t> scan_counts(std::span<std::int64_t> counts, std::size_t types) {
  std::vector<std::int64_t> before(types);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    before[i % types] += std::exchange(counts[i], before[i % types]);
  }
  return before;
}

Result<RunStarts> starts_of_runs(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                 std::span<const std::int64_t> edges) {
  const std::size_t types = edges.size();
  RunStarts starts{.types = types,
                   .first = std::vector<std::int64_t>(types * static_cast<std::size_t>(ranks::count()))};
  std::copy(edges.begin(), edges.end(),
            starts.first.begin() + static_cast<std::ptrdiff_t>(types) * static_cast<std::ptrdiff_t>(ranks::rank()));
  ranks::sum(starts.first);
  const auto totals = scan_counts(starts.first, types);
  if (auto checked = check_edge_counts(graph, folder, run, totals); !checked) {
    return tl::unexpected(std::move(checked.error()));
  }
  return starts;
}

}  // namespace tuplepack::graph
