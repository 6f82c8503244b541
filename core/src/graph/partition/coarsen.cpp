#include "tuplepack/graph/partition/coarsen.hpp"

#include "base/random.hpp"
#include "growing_clusters.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::graph {

std::vector<std::uint32_t> node_weights_of(const NodeWeights& weights, std::int64_t nodes) {
  const std::size_t constraints = weights.constraints();
  std::vector<std::uint32_t> result(static_cast<std::size_t>(nodes) * constraints);
  for (std::size_t v = 0; v < static_cast<std::size_t>(nodes); ++v) {
    const NodeLoad node = weights.load_of(v);
    const auto row = std::span(result).subspan(v * constraints, constraints);
    row[node.of_class] = 1;
    std::copy(node.weights.begin(), node.weights.end(), row.subspan(node.first).begin());
  }
  return result;
}

std::vector<std::int64_t> total_weights(const WeightedGraph& graph) {
  std::vector<std::int64_t> totals(graph.constraints);
  for (std::size_t i = 0; i < graph.node_weights.size();) {
    for (std::int64_t& total : totals) total += graph.node_weights[i++];
  }
  return totals;
}

/// Nodes by the number of bits of their degrees, ascending within.
static std::vector<std::uint32_t> low_degrees_first(const WeightedGraph& graph) {
  constexpr std::size_t max_bits = 64;
  const auto bits_of = [&](std::size_t v) {
    std::size_t bits = 0;
    for (std::int64_t degree = graph.offsets[v + 1] - graph.offsets[v]; degree > 0; degree /= 2) ++bits;
    return bits;
  };
  std::vector<std::size_t> next(max_bits + 1);
  for (std::size_t v = 0; v < graph.nodes(); ++v) ++next[bits_of(v) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> order(graph.nodes());
  for (std::size_t v = 0; v < graph.nodes(); ++v) order[next[bits_of(v)]++] = static_cast<std::uint32_t>(v);
  return order;
}

/// One round. Returns whether to continue.
static bool propagate(const WeightedGraph& graph, std::span<const std::uint32_t> order,
                      const std::function<bool()>& keep_going, GrowingClusters& growing, ClusterRatings& ratings) {
  constexpr std::int64_t edges_between_questions = 1 << 18;
  std::int64_t unasked = 0;
  for (const std::uint32_t v : order) {
    const ClusterChoice choice = growing.choose(graph, v, v, ratings);
    growing.favoured[v] = choice.favoured;
    if (choice.cluster != growing.cluster_of[v]) growing.move(v, choice.cluster, graph.weights_of(v));
    unasked += graph.offsets[v + 1] - graph.offsets[v] + 1;
    if (!keep_going || unasked < edges_between_questions) continue;
    unasked = 0;
    if (!keep_going()) return false;
  }
  return true;
}

void GrowingClusters::join_leaves(std::span<const std::uint32_t> order) {
  const std::size_t nodes = cluster_of.size();
  std::vector<std::uint32_t> members(nodes);
  for (const std::uint32_t cluster : cluster_of) ++members[cluster];
  std::vector<std::uint32_t> open(nodes + 1, no_cluster);  // by favoured cluster; the last: isolated nodes
  for (const std::uint32_t v : order) {
    if (members[cluster_of[v]] != 1) continue;
    std::uint32_t& joined = open[favoured[v] == no_cluster ? nodes : favoured[v]];
    if (joined != no_cluster && fits(joined, weights_of(v))) {
      move(v, joined, weights_of(v));
    } else {
      joined = cluster_of[v];
    }
  }
}

Clusters GrowingClusters::numbered() && {
  std::vector<std::uint32_t> number(cluster_of.size(), no_cluster);
  std::uint32_t count = 0;
  for (std::uint32_t& cluster : cluster_of) {
    if (number[cluster] == no_cluster) number[cluster] = count++;
    cluster = number[cluster];
  }
  return {.cluster_of = std::move(cluster_of), .count = count};
}

Clusters cluster(const WeightedGraph& graph, const ClusterOptions& options) {
  assert(options.largest.size() == graph.constraints);
  GrowingClusters growing(graph.node_weights, graph.constraints, options.largest);
  growing.lightest = options.lightest;
  std::vector<std::uint32_t> order = low_degrees_first(graph);
  if (options.seed != 0) Random(options.seed).shuffle(std::span(order));
  ClusterRatings ratings(graph.nodes());
  for (int round = 0; round < options.rounds; ++round) {
    if (!propagate(graph, order, options.keep_going, growing, ratings)) break;
  }
  growing.join_leaves(order);
  return std::move(growing).numbered();
}

namespace {

/// Nodes by cluster, as CSR.
struct ClusterMembers {
  std::vector<std::size_t> offsets;
  std::vector<std::uint32_t> nodes;
};

}  // namespace
static ClusterMembers members_of(const Clusters& clusters) {
  ClusterMembers members{.offsets = std::vector<std::size_t>(clusters.count + 1),
                         .nodes = std::vector<std::uint32_t>(clusters.cluster_of.size())};
  for (const std::uint32_t cluster : clusters.cluster_of) ++members.offsets[cluster + 1];
  std::partial_sum(members.offsets.begin(), members.offsets.end(), members.offsets.begin());
  std::vector<std::size_t> next(members.offsets.begin(), members.offsets.end() - 1);
  for (std::size_t v = 0; v < members.nodes.size(); ++v) {
    members.nodes[next[clusters.cluster_of[v]]++] = static_cast<std::uint32_t>(v);
  }
  return members;
}

std::vector<std::uint32_t> weights_of_clusters(std::span<const std::uint32_t> node_weights, std::size_t constraints,
                                               const Clusters& clusters) {
  std::vector<std::uint32_t> weights(clusters.count * constraints);
  for (std::size_t v = 0; v < clusters.cluster_of.size(); ++v) {
    for (std::size_t c = 0; c < constraints; ++c) {
      weights[clusters.cluster_of[v] * constraints + c] += node_weights[v * constraints + c];
    }
  }
  return weights;
}

CoarseGraph contract(const WeightedGraph& graph, const Clusters& clusters) {
  CoarseGraph coarse;
  coarse.constraints = graph.constraints;
  coarse.offsets = {0};
  coarse.offsets.reserve(std::size_t{clusters.count} + 1);
  coarse.node_weights = weights_of_clusters(graph.node_weights, graph.constraints, clusters);
  // Room for the worst case, of which the system provides what is written to: growing would need twice as much.
  coarse.neighbours.reserve(graph.neighbours.size());
  coarse.edge_weights.reserve(graph.neighbours.size());
  const ClusterMembers members = members_of(clusters);
  std::vector<std::int64_t> place(clusters.count, -1);  // of the edge to a cluster, if not before this one's first
  for (std::uint32_t cluster = 0; cluster < clusters.count; ++cluster) {
    const std::int64_t first = coarse.offsets.back();
    for (std::size_t m = members.offsets[cluster]; m < members.offsets[cluster + 1]; ++m) {
      const std::size_t v = members.nodes[m];
      for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]);
           ++i) {
        const std::uint32_t other = clusters.cluster_of[graph.neighbours[i]];
        if (other == cluster) continue;
        if (place[other] < first) {
          place[other] = static_cast<std::int64_t>(coarse.neighbours.size());
          coarse.neighbours.push_back(other);
          coarse.edge_weights.push_back(0);
        }
        coarse.edge_weights[static_cast<std::size_t>(place[other])] += graph.edge_weight(i);
      }
    }
    coarse.offsets.push_back(static_cast<std::int64_t>(coarse.neighbours.size()));
  }
  return coarse;
}

std::vector<std::uint16_t> parts_of_nodes(std::span<const std::uint32_t> cluster_of,
                                          std::span<const std::uint16_t> part_of_cluster) {
  std::vector<std::uint16_t> part_of(cluster_of.size());
  for (std::size_t v = 0; v < part_of.size(); ++v) part_of[v] = part_of_cluster[cluster_of[v]];
  return part_of;
}

/// Entries of the neighbour lists of the graph of clusters.
static std::size_t entries_between(const WeightedGraph& graph, const Clusters& clusters) {
  const ClusterMembers members = members_of(clusters);
  std::vector<std::uint32_t> seen_by(clusters.count, no_cluster);
  std::size_t entries = 0;
  for (std::uint32_t cluster = 0; cluster < clusters.count; ++cluster) {
    seen_by[cluster] = cluster;
    for (std::size_t m = members.offsets[cluster]; m < members.offsets[cluster + 1]; ++m) {
      const std::size_t v = members.nodes[m];
      for (auto i = static_cast<std::size_t>(graph.offsets[v]); i < static_cast<std::size_t>(graph.offsets[v + 1]);
           ++i) {
        std::uint32_t& seen = seen_by[clusters.cluster_of[graph.neighbours[i]]];
        if (seen != cluster) ++entries;
        seen = cluster;
      }
    }
  }
  return entries;
}

std::vector<GraphLevel> coarsen(const WeightedGraph& graph, std::size_t enough, const ClusterOptions& options) {
  std::vector<GraphLevel> levels;
  WeightedGraph top = graph;
  ClusterOptions next = options;
  while (top.nodes() > enough && (!options.keep_going || options.keep_going())) {
    Clusters clusters = cluster(top, next);
    if (clusters.count > top.nodes() - top.nodes() / 20) break;
    // A level with nearly as many edges as the next is not worth its memory: the next is made of the one below it.
    if (!levels.empty() && entries_between(top, clusters) > top.neighbours.size() / 2) {
      for (std::uint32_t& of_node : levels.back().cluster_of) of_node = clusters.cluster_of[of_node];
      clusters.cluster_of = std::move(levels.back().cluster_of);
      levels.pop_back();
      top = levels.empty() ? graph : levels.back().graph.view();
    }
    CoarseGraph coarse = contract(top, clusters);
    levels.push_back({.graph = std::move(coarse), .cluster_of = std::move(clusters.cluster_of)});
    top = levels.back().graph.view();
    if (next.seed != 0) ++next.seed;
  }
  return levels;
}

}  // namespace tuplepack::graph
