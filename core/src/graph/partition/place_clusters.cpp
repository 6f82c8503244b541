#include "place_clusters.hpp"

#include "tuplepack/graph/partition/multilevel.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::graph {

/// One pass over all nodes: apply(first node, choices) after the choices of each slice.
template <typename Apply>
static Result<void> choose_all(std::int64_t nodes, const RestreamSteps& steps, const ChooseClusters& choose,
                               const KeepGoing& keep_going, const Apply& apply) {
  std::vector<ClusterChoice> room(static_cast<std::size_t>(slice_size(nodes)));
  return for_slices(nodes, keep_going, [&](NodeSlice slice) {
    const auto choices = std::span(room).first(static_cast<std::size_t>(slice.size()));
    steps.choose_clusters(slice, choose, choices);
    apply(static_cast<std::uint32_t>(slice.begin), choices);
  });
}

static Result<Clusters> grow_clusters(std::int64_t nodes, std::span<const std::uint32_t> node_weights,
                                      const std::vector<std::int64_t>& largest, const RestreamSteps& steps,
                                      const KeepGoing& keep_going) {
  constexpr int rounds = 3;
  SlicedClusters growing(node_weights, largest);
  const auto choose = [&](const AdjacencyRows& rows, std::span<ClusterChoice> choices) {
    growing.choose(weighted_rows(rows, node_weights, largest.size()), choices);
  };
  const auto apply = [&](std::uint32_t first, auto choices) { growing.apply(first, choices); };
  for (int round = 0; round < rounds; ++round) {
    const KeepGoing ask = within(keep_going, round / double{rounds}, (round + 1) / double{rounds});
    auto passed = choose_all(nodes, steps, choose, ask, apply);
    if (!passed) return tl::unexpected(std::move(passed.error()));
  }
  return growing.finish();
}

/// A neighbouring cluster, and as the favoured one's number that of the edges that lead to other clusters. Several draws
/// are spread evenly over these.
static ClusterChoice drawn_edge(const AdjacencyRows& rows, std::int64_t node, std::span<const std::uint32_t> cluster_of,
                                std::uint64_t draw, std::uint64_t draws) {
  const std::uint32_t own = cluster_of[static_cast<std::size_t>(node)];
  const auto neighbours = rows.neighbours_of(node);
  const auto leaves = [&](std::uint32_t neighbour) { return cluster_of[neighbour] != own; };
  const auto count = static_cast<std::uint64_t>(std::count_if(neighbours.begin(), neighbours.end(), leaves));
  if (count == 0) return {.cluster = own, .favoured = 0};
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;  // mixes the bits of the node
  std::uint64_t left = ((static_cast<std::uint64_t>(node) * odd >> 32) + draw * count / draws) % count;
  const auto drawn = std::find_if(neighbours.begin(), neighbours.end(),
                                  [&](std::uint32_t neighbour) { return leaves(neighbour) && left-- == 0; });
  return {.cluster = cluster_of[*drawn], .favoured = static_cast<std::uint32_t>(count)};
}

/// One for each node; of small graphs up to four, which are one after another.
static Result<std::vector<ClusterChoice>> draw_edges(std::int64_t nodes, const Clusters& clusters,
                                                     const RestreamSteps& steps, const KeepGoing& keep_going) {
  const std::int64_t draws = std::clamp<std::int64_t>((1 << 19) / std::max<std::int64_t>(nodes, 1), 1, 4);
  std::vector<ClusterChoice> edges;
  edges.reserve(static_cast<std::size_t>(nodes * draws));
  for (std::int64_t draw = 0; draw < draws; ++draw) {
    const auto choose = [&](const AdjacencyRows& rows, std::span<ClusterChoice> choices) {
      for (std::size_t i = 0; i < choices.size(); ++i) {
        choices[i] = drawn_edge(rows, rows.nodes.begin + static_cast<std::int64_t>(i), clusters.cluster_of,
                                static_cast<std::uint64_t>(draw), static_cast<std::uint64_t>(draws));
      }
    };
    const auto apply = [&](std::uint32_t, auto choices) { edges.insert(edges.end(), choices.begin(), choices.end()); };
    const double share = 1 / static_cast<double>(draws), done = static_cast<double>(draw) * share;
    auto passed = choose_all(nodes, steps, choose, within(keep_going, done, done + share), apply);
    if (!passed) return tl::unexpected(std::move(passed.error()));
  }
  return edges;
}

/// The graph of clusters with the edges that were drawn for nodes.
static CoarseGraph graph_of(const Clusters& clusters, std::span<const ClusterChoice> edges,
                            std::span<const std::uint32_t> node_weights, std::size_t constraints) {
  CoarseGraph graph{.offsets = std::vector<std::int64_t>(clusters.count + std::size_t{1}),
                    .neighbours = {},
                    .edge_weights = {},
                    .node_weights = weights_of_clusters(node_weights, constraints, clusters),
                    .constraints = constraints};
  const auto visit = [&](const auto& add) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto [to, weight] = edges[i];
      if (weight == 0) continue;
      const std::uint32_t from = clusters.cluster_of[i % clusters.cluster_of.size()];
      add(from, to, weight);
      add(to, from, weight);
    }
  };
  visit([&](std::uint32_t from, std::uint32_t, std::uint32_t) { ++graph.offsets[from + std::size_t{1}]; });
  std::partial_sum(graph.offsets.begin(), graph.offsets.end(), graph.offsets.begin());
  graph.neighbours.resize(static_cast<std::size_t>(graph.offsets.back()));
  graph.edge_weights.resize(graph.neighbours.size());
  std::vector<std::int64_t> next = graph.offsets;
  visit([&](std::uint32_t from, std::uint32_t to, std::uint32_t weight) {
    const auto i = static_cast<std::size_t>(next[from]++);
    graph.neighbours[i] = to;
    graph.edge_weights[i] = weight;
  });
  return graph;
}

Result<std::vector<std::uint16_t>> place_clusters(std::int64_t nodes, const NodeWeights& weights, std::int64_t parts,
                                                  const RestreamSteps& steps, const KeepGoing& keep_going) {
  std::vector<std::uint32_t> node_weights = node_weights_of(weights, nodes);
  const std::vector<std::int64_t> largest = coarsening_goal(weights, parts).largest;
  const auto clusters = grow_clusters(nodes, node_weights, largest, steps, within(keep_going, 0, 0.6));
  if (!clusters) return tl::unexpected(clusters.error());
  auto edges = draw_edges(nodes, *clusters, steps, within(keep_going, 0.6, 0.8));
  if (!edges) return tl::unexpected(std::move(edges.error()));
  const CoarseGraph graph = graph_of(*clusters, *edges, node_weights, largest.size());
  *edges = {};
  node_weights = {};
  auto part_of =
      multilevel(graph.view(), weights, {.parts = parts, .effort = Effort::full}, within(keep_going, 0.8, 1));
  if (!part_of) return part_of;
  return parts_of_nodes(clusters->cluster_of, *part_of);
}

}  // namespace tuplepack::graph
