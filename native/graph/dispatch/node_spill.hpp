#pragma once

#include "graph/dispatch/written_file.hpp"
#include "tuplepack/graph/partition/assignment.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// The file with the original ids of a part's nodes.
[[nodiscard]] std::string node_spill_name(std::size_t part);
[[nodiscard]] std::string node_spill_path(const std::string& folder, std::size_t part);

/// Writes the type-wise ids of the nodes of this rank's parts, 32 bits each, in the order of new ids, into files of a
/// folder.
/// places  the rank that writes each part
/// memory  bytes for buffers
/// errors  of the system
/// returns the files, with their paths in the folder; not yet on the disk
[[nodiscard]] Result<std::vector<WrittenFile>> spill_nodes(const NodeParts& assignment, const GraphSchema& schema,
                                                           std::span<const int> places, const std::string& folder,
                                                           std::int64_t memory);

}  // namespace tuplepack::graph
