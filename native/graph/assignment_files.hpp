#pragma once

#include "tuplepack/graph/assignment.hpp"

#include <string>

namespace tuplepack {

enum class AssignmentFormat : std::uint8_t { txt, npy };

/// Reads FOLDER/partition_meta.json and FOLDER/<ntype>.txt or .npy of every node type, by anybody.
/// errors  of the system; FILE:LINE: a part that is not a whole number below the number of parts; another number of
///         lines than nodes
[[nodiscard]] Result<NodeAssignment> read_assignment(const std::string& folder, const GraphSchema& schema);

/// Writes these files into a folder that exists.
[[nodiscard]] Result<void> write_assignment(const std::string& folder, const NodeAssignment& assignment,
                                            const GraphSchema& schema, AssignmentFormat format);

}  // namespace tuplepack
