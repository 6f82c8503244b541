#include "tuplepack/graph/partition/parts.hpp"

#include "tuplepack/base/visible.hpp"

#include <algorithm>

namespace tuplepack::graph {

std::int64_t PartitionedType::size() const {
  std::int64_t sum = 0;
  for (const OwnedRange& range : ranges) sum += range.size();
  return sum;
}

static Result<void> check_tiling(const std::vector<PartitionedType>& types, std::size_t parts, std::int64_t total,
                                 const std::string& map) {
  std::int64_t at = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    for (const PartitionedType& type : types) {
      const OwnedRange range = type.ranges[part];
      if (range.begin == at && range.end >= at) {
        at = range.end;
        continue;
      }
      return fail(ErrorCode::malformed, map + " of " + ("'" + visible(type.name, 100) + "'") + " has [" +
                                            std::to_string(range.begin) + ", " + std::to_string(range.end) +
                                            "] for part " + std::to_string(part) + "; it has to begin at " +
                                            std::to_string(at));
    }
  }
  if (at == total) return {};
  return fail(ErrorCode::malformed,
              "the ranges of " + map + " end at " + std::to_string(at) + " instead of " + std::to_string(total));
}

Result<void> check_ranges(const PartitionedGraph& graph) {
  auto nodes = check_tiling(graph.node_types, graph.parts.size(), graph.nodes, "node_map");
  return nodes ? check_tiling(graph.edge_types, graph.parts.size(), graph.edges, "edge_map") : nodes;
}

OwnerIndex::OwnerIndex(const std::vector<PartitionedType>& types) : types_(types.size()) {
  if (types.empty()) return;
  for (std::size_t part = 0; part < types.front().ranges.size(); ++part) {
    for (const PartitionedType& type : types) begins_.push_back(type.ranges[part].begin);
  }
}

std::size_t OwnerIndex::entry_of(std::int64_t id) const {
  // Empty ranges begin where the next one does: the last that begins at or before the id is the one that has it.
  return static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), id) - begins_.begin()) - 1;
}

}  // namespace tuplepack::graph
