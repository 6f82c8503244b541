#pragma once

#include "tuplepack/graph/partition/sliced_levels.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tuplepack::graph {

inline constexpr std::uint32_t no_cluster = 0xffffffff;

/// Sums by cluster for one node at a time.
class ClusterRatings {
 public:
  explicit ClusterRatings(std::size_t nodes) : ratings_(nodes) {}

  void add(std::uint32_t cluster, std::uint32_t weight) {
    if (ratings_[cluster] == 0) rated_.push_back(cluster);
    ratings_[cluster] += weight;
  }
  /// Calls visit(cluster, weight) in the order of first addition, and starts over.
  template <typename Visit>
  void take(const Visit& visit) {
    for (const std::uint32_t cluster : rated_) {
      visit(cluster, ratings_[cluster]);
      ratings_[cluster] = 0;
    }
    rated_.clear();
  }

 private:
  std::vector<std::uint32_t> ratings_;
  std::vector<std::uint32_t> rated_;
};

/// The clusters while they grow; each is named after one of its first nodes.
struct GrowingClusters {
  std::size_t constraints;
  std::span<const std::int64_t> largest;
  std::span<const std::uint32_t> node_weights;  // node × constraints
  std::vector<std::uint32_t> cluster_of;
  std::vector<std::uint32_t> weights;   // cluster × constraints
  std::vector<std::uint32_t> favoured;  // by node: the best cluster, whether it fits or not
  bool lightest = false;                // see ClusterOptions

  /// All nodes alone.
  GrowingClusters(std::span<const std::uint32_t> weights_of_nodes, std::size_t count,
                  std::span<const std::int64_t> most)
      : constraints(count),
        largest(most),
        node_weights(weights_of_nodes),
        cluster_of(weights_of_nodes.size() / count),
        weights(weights_of_nodes.begin(), weights_of_nodes.end()),
        favoured(cluster_of.size(), no_cluster) {
    std::iota(cluster_of.begin(), cluster_of.end(), 0U);
  }

  [[nodiscard]] std::span<const std::uint32_t> weights_of(std::size_t v) const {
    return node_weights.subspan(v * constraints, constraints);
  }
  [[nodiscard]] bool fits(std::uint32_t cluster, std::span<const std::uint32_t> node) const {
    for (std::size_t c = 0; c < constraints; ++c) {
      if (std::int64_t{weights[cluster * constraints + c]} + node[c] > largest[c]) return false;
    }
    return true;
  }
  /// The sum of all constraints.
  [[nodiscard]] std::uint64_t load(std::uint32_t cluster) const {
    const auto first = weights.begin() + static_cast<std::ptrdiff_t>(cluster * constraints);
    return std::accumulate(first, first + static_cast<std::ptrdiff_t>(constraints), std::uint64_t{0});
  }
  [[nodiscard]] bool has_members(std::uint32_t cluster) const {
    for (std::size_t c = 0; c < constraints; ++c) {
      if (weights[cluster * constraints + c] != 0) return true;
    }
    return false;
  }
  void move(std::size_t v, std::uint32_t to, std::span<const std::uint32_t> node) {
    const std::size_t from = cluster_of[v];
    for (std::size_t c = 0; c < constraints; ++c) {
      weights[from * constraints + c] -= node[c];
      weights[to * constraints + c] += node[c];
    }
    cluster_of[v] = to;
  }

  /// The neighbouring cluster that a node has most edge weight to; of equals it keeps its own, or takes the first or the
  /// lightest.
  /// rows  some rows of the graph
  /// row   that of node v
  [[nodiscard]] ClusterChoice choose(const WeightedGraph& rows, std::size_t row, std::uint32_t v,
                                     ClusterRatings& ratings) const {
    const auto end = static_cast<std::size_t>(rows.offsets[row + 1]);
    for (auto i = static_cast<std::size_t>(rows.offsets[row]); i < end; ++i) {
      const std::uint32_t u = rows.neighbours[i];
      if (u != v) ratings.add(cluster_of[u], rows.edge_weight(i));
    }
    const auto node = weights_of(v);
    const std::uint32_t own = cluster_of[v];
    ClusterChoice choice{.cluster = own, .favoured = no_cluster};
    std::int64_t best_weight = 0;
    std::int64_t favoured_weight = 0;
    ratings.take([&](std::uint32_t cluster, std::int64_t weight) {
      if (weight > favoured_weight) {
        favoured_weight = weight;
        choice.favoured = cluster;
      }
      if (weight < best_weight) return;
      if (weight == best_weight && cluster != own) {
        if (!lightest || choice.cluster == own || load(cluster) >= load(choice.cluster)) return;
      }
      if (cluster != own && !fits(cluster, node)) return;
      choice.cluster = cluster;
      best_weight = weight;
    });
    return choice;
  }

  /// Joins nodes that are alone in their clusters with others that favour the same cluster.
  void join_leaves(std::span<const std::uint32_t> order);

  /// Numbers clusters by their first node.
  [[nodiscard]] Clusters numbered() &&;
};

}  // namespace tuplepack::graph
