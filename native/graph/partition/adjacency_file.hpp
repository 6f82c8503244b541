#pragma once

#include "files/files.hpp"
#include "graph/chunk/edge_reader.hpp"
#include "node_shares.hpp"
#include "tuplepack/graph/partition/adjacency.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace tuplepack::graph {

/// An adjacency in two mapped files, of all nodes or of those of a rank.
class AdjacencyFile {
 public:
  AdjacencyFile(files::MappedFile offsets, files::MappedFile neighbours)
      : offsets_(std::move(offsets)), neighbours_(std::move(neighbours)) {}

  [[nodiscard]] Adjacency adjacency() const {
    return {.offsets = offsets_.as<std::int64_t>(), .neighbours = neighbours_.as<std::uint32_t>()};
  }

 private:
  files::MappedFile offsets_;
  files::MappedFile neighbours_;
};

struct AdjacencyBuild {
  std::string scratch;                            ///< a folder that exists, of this rank; files are left in it
  std::int64_t memory = std::int64_t{1} << 31;    ///< to work in, in bytes; a node's neighbours always have to fit
  std::function<void(const EdgeBlock&)> observe;  ///< sees every block that is read; may be empty
  KeepGoing keep_going;
};

/// Collective: builds the symmetric adjacency of a chunked graph, by global node ids. Every rank reads a run of the
/// edges once, and sends both directions to the ranks whose nodes they are; these append them to one scratch file per
/// range of rows, and sort range by range. The result does not depend on the order of edges.
/// run      this rank's
/// shares   who has which nodes; ranks from shares.ranks() on have none
/// errors   those of read_edges, of starts_of_runs and of writing files, the same on all ranks
/// cost     O(E log degree); on all ranks together scratch of 16 bytes per edge, and 8 per edge and 8 per node for the
///          result
[[nodiscard]] Result<AdjacencyFile> build_adjacency(const ChunkedGraph& graph, const std::string& folder,
                                                    const EdgeRun& run, const NodeShares& shares,
                                                    const AdjacencyBuild& build);

}  // namespace tuplepack::graph
