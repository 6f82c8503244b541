#include "tuplepack/graph/partition/assignment.hpp"

#include <algorithm>

namespace tuplepack::graph {

Result<void> check_parts(std::int64_t parts) {
  if (parts < 1) return fail(ErrorCode::limit_not_positive, std::to_string(parts) + " parts; at least 1 is needed");
  if (parts <= max_parts) return {};
  return fail(ErrorCode::too_large, std::to_string(parts) + " parts; at most " + std::to_string(max_parts));
}

/// "node 3 of 'paper'".
static std::string node_text(const GraphSchema& schema, std::int64_t global) {
  const auto offsets = schema.node_offsets();
  const auto type = std::upper_bound(offsets.begin(), offsets.end(), global) - offsets.begin() - 1;
  const auto index = static_cast<std::size_t>(type);
  return "node " + std::to_string(global - offsets[index]) + " of '" + schema.node_types[index].name + "'";
}

Result<void> check(const NodeParts& assignment, const GraphSchema& schema) {
  if (auto parts = check_parts(assignment.parts); !parts) return parts;
  const auto nodes = static_cast<std::int64_t>(assignment.part_of.size());
  if (nodes != schema.nodes()) {
    return fail(ErrorCode::plan_mismatch, "the assignment has " + std::to_string(nodes) + " nodes, but the graph has " +
                                              std::to_string(schema.nodes()));
  }
  const auto outside = std::find_if(assignment.part_of.begin(), assignment.part_of.end(),
                                    [&](std::uint16_t part) { return part >= assignment.parts; });
  if (outside == assignment.part_of.end()) return {};
  return fail(ErrorCode::out_of_range, node_text(schema, outside - assignment.part_of.begin()) + " is in part " +
                                           std::to_string(*outside) + ", but there are " +
                                           std::to_string(assignment.parts));
}

std::vector<std::int64_t> nodes_by_part(const NodeParts& assignment, const GraphSchema& schema) {
  const std::size_t types = schema.node_types.size();
  const auto offsets = schema.node_offsets();
  std::vector<std::int64_t> counts(static_cast<std::size_t>(assignment.parts) * types);
  for (std::size_t type = 0; type < types; ++type) {
    for (auto node = static_cast<std::size_t>(offsets[type]); node < static_cast<std::size_t>(offsets[type + 1]);
         ++node) {
      ++counts[assignment.part_of[node] * types + type];
    }
  }
  return counts;
}

}  // namespace tuplepack::graph
