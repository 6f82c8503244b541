#include "tuplepack/graph/sampling/group_edges.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::graph {

GroupedEdges group_edges(const EdgeTable& table, bool reversed, std::size_t nodes, bool rows) {
  const std::vector<std::uint32_t>& sources = reversed ? table.targets : table.sources;
  const std::vector<std::uint32_t>& targets = reversed ? table.sources : table.targets;
  assert(sources.size() == targets.size());
  const std::size_t edges = sources.size() - table.dangling;
  const auto is_there = [&](std::size_t row) {
    return table.dangling == 0 || (sources[row] != EdgeTable::no_node && targets[row] != EdgeTable::no_node);
  };
  GroupedEdges grouped;
  grouped.offsets.assign(nodes + 1, 0);
  for (std::size_t row = 0; row < sources.size(); ++row) {
    if (is_there(row)) ++grouped.offsets[std::size_t{sources[row]} + 1];
  }
  for (std::size_t i = 0; i < nodes; ++i) grouped.offsets[i + 1] += grouped.offsets[i];
  if (table.dangling == 0 && std::is_sorted(sources.begin(), sources.end())) {
    grouped.targets = targets;
    grouped.weights = table.weights;
    grouped.times = table.times;
    return grouped;
  }
  grouped.targets.resize(edges);
  grouped.rows.resize(rows ? edges : 0);
  grouped.weights.resize(table.weights.empty() ? 0 : edges);
  grouped.times.resize(table.times.empty() ? 0 : edges);
  // offsets[s] runs from the first edge of s to the first of s + 1, and is moved back afterwards.
  for (std::size_t row = 0; row < sources.size(); ++row) {
    if (!is_there(row)) continue;
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

}  // namespace tuplepack::graph
