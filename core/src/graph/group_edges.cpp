#include "tuplepack/graph/group_edges.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack {

GroupedEdges group_edges(const EdgeTable& table, bool reversed, std::size_t nodes, bool rows) {
  const std::vector<std::uint32_t>& sources = reversed ? table.targets : table.sources;
  const std::vector<std::uint32_t>& targets = reversed ? table.sources : table.targets;
  assert(sources.size() == targets.size());
  GroupedEdges grouped;
  grouped.offsets.assign(nodes + 1, 0);
  for (const std::uint32_t source : sources) ++grouped.offsets[std::size_t{source} + 1];
  for (std::size_t i = 0; i < nodes; ++i) grouped.offsets[i + 1] += grouped.offsets[i];
  if (std::is_sorted(sources.begin(), sources.end())) {
    grouped.targets = targets;
    grouped.weights = table.weights;
    grouped.times = table.times;
    return grouped;
  }
  grouped.targets.resize(sources.size());
  grouped.rows.resize(rows ? sources.size() : 0);
  grouped.weights.resize(table.weights.size());
  grouped.times.resize(table.times.size());
  // offsets[s] runs from the first edge of s to the first of s + 1, and is moved back afterwards.
  for (std::size_t row = 0; row < sources.size(); ++row) {
    const auto at = static_cast<std::size_t>(grouped.offsets[sources[row]]++);
    grouped.targets[at] = targets[row];
    if (rows) grouped.rows[at] = static_cast<std::uint32_t>(row);
    if (!grouped.weights.empty()) grouped.weights[at] = table.weights[row];
    if (!grouped.times.empty()) grouped.times[at] = table.times[row];
  }
  std::move_backward(grouped.offsets.begin(), grouped.offsets.end() - 1, grouped.offsets.end());
  grouped.offsets.front() = 0;
  return grouped;
}

}  // namespace tuplepack
