#pragma once

#include "graph/edge_reader.hpp"
#include "graph/files.hpp"
#include "tuplepack/graph/adjacency.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace tuplepack {

/// An adjacency in two mapped files.
class AdjacencyFile {
 public:
  AdjacencyFile(MappedFile offsets, MappedFile neighbours)
      : offsets_(std::move(offsets)), neighbours_(std::move(neighbours)) {}

  [[nodiscard]] Adjacency adjacency() const {
    return {.offsets = offsets_.as<std::int64_t>(), .neighbours = neighbours_.as<std::uint32_t>()};
  }

 private:
  MappedFile offsets_;
  MappedFile neighbours_;
};

struct AdjacencyBuild {
  std::string scratch;                            ///< a folder that exists; files are left in it
  std::int64_t memory = std::int64_t{1} << 31;    ///< to work in, in bytes; a node's neighbours always have to fit
  std::function<void(const EdgeBlock&)> observe;  ///< sees every block that is read; may be empty
  KeepGoing keep_going;
};

/// Builds the symmetric adjacency of a chunked graph, by global node ids: reads the edges once, appends both directions
/// to one scratch file per range of nodes, and sorts range by range. The result does not depend on the order of edges.
/// errors  those of read_edges and of writing files
/// cost    O(E log degree); scratch of 16 bytes per edge, and 8 per edge and 8 per node for the result
[[nodiscard]] Result<AdjacencyFile> build_adjacency(const ChunkedGraph& graph, const std::string& folder,
                                                    const AdjacencyBuild& build);

}  // namespace tuplepack
