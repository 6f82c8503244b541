#pragma once

#include "graph/dispatch/spill.hpp"
#include "graph/dispatch/written_file.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/graph/partition/assignment.hpp"
#include "tuplepack/graph/partition/remap.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// What the pass over the edges needs.
struct EdgeSpilling {
  const ChunkedGraph& graph;
  const std::string& source;  ///< folder of the chunked graph
  const NodeParts& assignment;
  const NodeMap& map;
  std::span<const int> places;  ///< the rank that writes each part
  const std::string& target;    ///< folder of the files
  std::int64_t memory = 0;      ///< bytes for buffers; a part gets room for 64 edges at least
};

/// What it leaves behind.
struct Spill {
  std::vector<std::int64_t> edges;  ///< of all ranks: entry part × types + type
  SpilledParts parts;
  std::vector<WrittenFile> files;  ///< of this rank; their paths in the folder; not yet on the disk
};

/// Reads the edges once: each rank its run, and what it finds goes to the ranks that write the parts. Collective.
/// errors   those of read_edges and starts_of_runs, the same on all ranks
[[nodiscard]] Result<Spill> spill_edges(const EdgeSpilling& spilling, const KeepGoing& keep_going);

/// Bytes that spill_edges takes for buffers, among so many ranks.
[[nodiscard]] std::int64_t spill_memory(std::int64_t parts, std::int64_t memory, std::int64_t readers,
                                        std::int64_t edges);

}  // namespace tuplepack::graph
