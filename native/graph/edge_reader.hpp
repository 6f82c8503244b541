#pragma once

#include "tuplepack/graph/chunks.hpp"
#include "tuplepack/graph/keep_going.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace tuplepack {

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

}  // namespace tuplepack
