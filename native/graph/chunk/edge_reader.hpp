#pragma once

#include "edge_runs.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// Edges that follow each other in one edge type.
struct EdgeBlock {
  std::size_t type = 0;                    ///< index in the schema
  std::int64_t first = 0;                  ///< type-wise id of the first edge
  std::span<const std::uint32_t> sources;  ///< type-wise ids of nodes, each below the count of its type
  std::span<const std::uint32_t> targets;  ///< as many
};

/// Reads all edges of a chunked graph in the order of types, files and rows, in blocks of at most 65,536.
/// folder  that of metadata.json
/// errors  those of reading files. Messages begin with FILE: or FILE:LINE:COLUMN:. An id out of range, a file with
///         another number of rows than the metadata says, and counts of a type that do not add up are errors;
///         `stopped` if keep_going says so; those of the sink
[[nodiscard]] Result<void> read_edges(const ChunkedGraph& graph, const std::string& folder,
                                      const std::function<Result<void>(const EdgeBlock&)>& sink,
                                      const KeepGoing& keep_going = {});

/// Reads a run of the edges. `first` of a block counts from the run's first edge of the type.
/// result  edges by type, for starts_of_runs(), which checks them
/// errors  as above, but for counts of types: no more edges of one type are handed out than the metadata says
[[nodiscard]] Result<std::vector<std::int64_t>> read_edges(const ChunkedGraph& graph, const std::string& folder,
                                                           const EdgeRun& run,
                                                           const std::function<Result<void>(const EdgeBlock&)>& sink,
                                                           const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph
