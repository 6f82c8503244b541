#include "packing/colourings.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::tests {

/// One component for each star of edges: its centre takes all but one unit of the room, each other end two. All other
/// ends fit together.
Instance instance_of(const Colouring& graph) {
  std::vector<std::vector<std::int64_t>> sizes(graph.vertices);
  Instance instance;
  std::vector<std::string> components;
  auto left = graph.edges;
  while (!left.empty()) {
    std::vector<std::int64_t> degrees(graph.vertices);
    for (const auto& [a, b] : left) {
      ++degrees[a];
      ++degrees[b];
    }
    const auto centre = static_cast<std::size_t>(std::max_element(degrees.begin(), degrees.end()) - degrees.begin());
    const std::int64_t limit = 2 * degrees[centre];
    for (std::size_t v = 0; v < graph.vertices; ++v) sizes[v].push_back(v == centre ? limit - 1 : 0);
    std::erase_if(left, [&](const auto& edge) {
      if (edge.first != centre && edge.second != centre) return false;
      sizes[edge.first == centre ? edge.second : edge.first].back() = 2;
      return true;
    });
    components.push_back("c" + std::to_string(components.size()));
    instance.limits.sizes.push_back(limit);
  }
  packing::HistogramBuilder builder(components.size());
  for (const auto& size : sizes) (void)builder.add(size, 1);
  instance.histogram = std::move(builder).finish(components).value();
  return instance;
}

Colouring groetzsch() {
  Colouring graph{.vertices = 11, .edges = {}};
  for (std::size_t i = 0; i < 5; ++i) {
    graph.edges.emplace_back(i, (i + 1) % 5);
    graph.edges.emplace_back(i, 5 + (i + 1) % 5);
    graph.edges.emplace_back(i, 5 + (i + 4) % 5);
    graph.edges.emplace_back(5 + i, 10);
  }
  return graph;
}

Colouring around_groetzsch(Random& random, std::size_t further_vertices) {
  Colouring graph = groetzsch();
  for (; further_vertices > 0; --further_vertices, ++graph.vertices) {
    for (std::size_t other = 0; other < graph.vertices; ++other) {
      if (random.one_in(4)) graph.edges.emplace_back(other, graph.vertices);
    }
  }
  return graph;
}

}  // namespace tuplepack::tests
