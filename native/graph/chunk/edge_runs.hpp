#pragma once

#include "tuplepack/graph/partition/chunks.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// Some of a chunk of edges: rows of arrays, or a file as a whole.
struct EdgePiece {
  std::size_t type = 0;        ///< index in the schema
  std::size_t chunk = 0;       ///< of the type
  std::size_t first_file = 0;  ///< of the type
  std::size_t files = 1;       ///< 2: sources and targets
  std::int64_t begin = 0;      ///< rows [begin, end)
  std::int64_t end = -1;       ///< −1: to the last
};

/// Edges that follow each other in the order of types, files and rows: what one of several ranks reads.
struct EdgeRun {
  std::vector<EdgePiece> pieces;
  std::int64_t bytes = 0;             ///< about
  std::vector<std::size_t> chunks{};  ///< by type, of the whole graph
};

/// All edges, for one rank alone. Files that cannot be read are among them: reading says so.
[[nodiscard]] EdgeRun whole_run(const ChunkedGraph& graph, const std::string& folder);

/// The run of a rank among several. Those of all ranks, one after the other, are the whole graph, and of about
/// equal bytes: arrays are cut between rows, text between files.
[[nodiscard]] EdgeRun run_among_ranks(const ChunkedGraph& graph, const std::string& folder, int rank, int ranks);

/// Collective: that of this rank. The files are looked into by all ranks together.
[[nodiscard]] EdgeRun run_of_rank(const ChunkedGraph& graph, const std::string& folder);

/// errors  malformed: a type has another number of edges, or of chunks, than the metadata says
/// edges   by type, those that were found in all runs
[[nodiscard]] Result<void> check_edge_counts(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                             std::span<const std::int64_t> edges);

/// Where the edges of each rank's run begin in their types.
struct RunStarts {
  std::size_t types = 0;
  std::vector<std::int64_t> first;  ///< rank × types + type: type-wise id of the rank's first edge, if it has any

  [[nodiscard]] std::int64_t of(int rank, std::size_t type) const {
    return first[static_cast<std::size_t>(rank) * types + type];
  }
};

/// Collective: from how many edges there were.
/// edges   by type, those that this rank has read; see read_edges
/// errors  those of check_edge_counts, the same on all ranks
[[nodiscard]] Result<RunStarts> starts_of_runs(const ChunkedGraph& graph, const std::string& folder, const EdgeRun& run,
                                               std::span<const std::int64_t> edges);

}  // namespace tuplepack::graph
