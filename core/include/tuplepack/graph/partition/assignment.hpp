#pragma once

#include "tuplepack/graph/schema/schema.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

inline constexpr std::int64_t max_parts = 65'535;

/// The part that owns each node.
struct NodeAssignment {
  std::int64_t parts = 0;
  std::vector<std::uint16_t> part_of;  ///< by global node id
  std::string algorithm;               ///< "random" or "metis": DGL refuses other names
};

/// The same, in memory of the caller.
struct NodeParts {
  std::int64_t parts = 0;
  std::span<const std::uint16_t> part_of;  ///< by global node id

  NodeParts() = default;
  NodeParts(std::int64_t count, std::span<const std::uint16_t> of_nodes) : parts(count), part_of(of_nodes) {}
  NodeParts(const NodeAssignment& assignment)  // NOLINT: an assignment is one
      : parts(assignment.parts), part_of(assignment.part_of) {}
};

/// errors  limit_not_positive (no parts) · too_large (more than max_parts)
[[nodiscard]] Result<void> check_parts(std::int64_t parts);

/// errors  those of check_parts · plan_mismatch (another number of nodes than the schema) · out_of_range (a part ≥ parts;
///         names type and node)
[[nodiscard]] Result<void> check(const NodeParts& assignment, const GraphSchema& schema);

/// Nodes by part and type: entry part × types + type.
[[nodiscard]] std::vector<std::int64_t> nodes_by_part(const NodeParts& assignment, const GraphSchema& schema);

}  // namespace tuplepack::graph
