#include "graph/random_graph.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::tests {

std::vector<std::uint32_t> Graph::degrees() const {
  std::vector<std::uint32_t> result;
  for (std::size_t v = 0; v + 1 < offsets.size(); ++v) {
    result.push_back(static_cast<std::uint32_t>(offsets[v + 1] - offsets[v]));
  }
  return result;
}

Graph graph_of(std::int64_t nodes, const Edges& edges) {
  std::vector<std::vector<std::uint32_t>> lists(static_cast<std::size_t>(nodes));
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    lists[a].push_back(b);
    lists[b].push_back(a);
  }
  Graph graph{.offsets = {0}, .neighbours = {}};
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    graph.neighbours.insert(graph.neighbours.end(), list.begin(), list.end());
    graph.offsets.push_back(static_cast<std::int64_t>(graph.neighbours.size()));
  }
  return graph;
}

Graph random_graph(Random& random, std::int64_t nodes, std::int64_t edges) {
  Edges drawn;
  for (std::int64_t e = 0; nodes > 0 && e < edges; ++e) {
    const std::int64_t a = random.one_in(4) ? 0 : random.between(0, nodes - 1);
    drawn.emplace_back(a, random.between(0, nodes - 1));
  }
  return graph_of(nodes, drawn);
}

Graph random_communities(Random& random, std::int64_t groups, std::int64_t size, std::int64_t inside,
                         std::int64_t between) {
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(groups * size));
  std::iota(ids.begin(), ids.end(), 0U);
  for (std::size_t i = ids.size(); i > 1; --i) {
    std::swap(ids[i - 1], ids[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  const auto id = [&](std::int64_t group, std::int64_t i) { return ids[static_cast<std::size_t>(group * size + i)]; };
  Edges edges;
  for (std::int64_t group = 0; group < groups; ++group) {
    for (std::int64_t e = 0; e < size * inside / 2; ++e) {
      edges.emplace_back(id(group, random.between(0, size - 1)), id(group, random.between(0, size - 1)));
    }
  }
  for (std::int64_t e = 0; e < between; ++e) {
    edges.emplace_back(id(random.between(0, groups - 1), random.between(0, size - 1)),
                       id(random.between(0, groups - 1), random.between(0, size - 1)));
  }
  return graph_of(groups * size, edges);
}

std::int64_t cut_edges(const Graph& graph, const std::vector<std::uint16_t>& part_of) {
  std::int64_t cut = 0;
  for (std::size_t v = 0; v + 1 < graph.offsets.size(); ++v) {
    for (const std::uint32_t u : graph.adjacency().neighbours_of(static_cast<std::int64_t>(v))) {
      cut += part_of[u] != part_of[v] ? 1 : 0;
    }
  }
  return cut / 2;
}

}  // namespace tuplepack::tests
