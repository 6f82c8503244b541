#pragma once

#include "ranks/ranks.hpp"
#include "tuplepack/graph/partition/assignment.hpp"

#include <string>

namespace tuplepack::graph {

enum class AssignmentFormat : std::uint8_t { txt, npy };

/// Reads FOLDER/partition_meta.json and FOLDER/<ntype>.txt or .npy of every node type, by anybody.
/// errors  of the system; FILE:LINE: a part that is not a whole number below the number of parts; another number of
///         lines than nodes
[[nodiscard]] Result<NodeAssignment> read_assignment(const std::string& folder, const GraphSchema& schema);

/// The same, one copy for the ranks of a machine.
struct SharedAssignment {
  std::int64_t parts = 0;
  ranks::SharedArray<std::uint16_t> part_of;

  [[nodiscard]] NodeParts view() const { return {parts, part_of.all()}; }
};

/// Read by one rank of each machine. Collective.
/// errors  those of read_assignment, and unsupported (there is not so much shared memory); the same on all ranks
[[nodiscard]] Result<SharedAssignment> read_shared_assignment(const std::string& folder, const GraphSchema& schema);

/// How many parts an assignment has: reads partition_meta.json.
[[nodiscard]] Result<std::int64_t> parts_of_assignment(const std::string& folder);

/// How many nodes a file of an assignment is for, NAME.txt or NAME.npy: of anything but one dimension, none.
/// errors  those of read_assignment
[[nodiscard]] Result<std::int64_t> nodes_of_assignment(const std::string& path, std::int64_t parts);

/// Writes these files into a folder that exists.
[[nodiscard]] Result<void> write_assignment(const std::string& folder, const NodeAssignment& assignment,
                                            const GraphSchema& schema, AssignmentFormat format);

}  // namespace tuplepack::graph
