#include "tuplepack/graph/partition/coarsen.hpp"

#include "graph/random_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tuplepack::tests::coarsen_test {

using namespace graph;

using tests::Graph;
using tests::Random;

namespace {

WeightedGraph weighted(const Graph& graph, const std::vector<std::uint32_t>& node_weights, std::size_t constraints) {
  return {.offsets = graph.offsets,
          .neighbours = graph.neighbours,
          .edge_weights = {},
          .node_weights = node_weights,
          .constraints = constraints};
}

}  // namespace

TEST_CASE("clusters weigh no more than they may, unless a node does, and are numbered by their first node") {
  Random random(71);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t nodes = random.between(0, 120);
    const Graph graph = random_graph(random, nodes, random.between(0, 400));
    std::vector<std::uint32_t> weights;
    for (std::int64_t i = 0; i < 2 * nodes; ++i) weights.push_back(static_cast<std::uint32_t>(random.between(0, 9)));
    const ClusterOptions options{.largest = {random.between(1, 40), random.between(1, 40)},
                                 .seed = static_cast<std::uint64_t>(random.between(0, 3)),
                                 .lightest = random.one_in(2)};
    const WeightedGraph view = weighted(graph, weights, 2);
    const Clusters clusters = cluster(view, options);
    CHECK(cluster(view, options).cluster_of == clusters.cluster_of);
    const CoarseGraph coarse = contract(view, clusters);
    std::uint32_t seen = 0;
    std::vector<int> members(clusters.count);
    for (const std::uint32_t c : clusters.cluster_of) {
      CHECK(c <= seen);
      seen = std::max(seen, c + 1);
      ++members[c];
    }
    CHECK(seen == clusters.count);
    for (std::uint32_t c = 0; c < clusters.count; ++c) {
      if (members[c] == 1) continue;
      CHECK(coarse.node_weights[2 * c] <= options.largest[0]);
      CHECK(coarse.node_weights[2 * c + 1] <= options.largest[1]);
    }
  }
}

TEST_CASE("the seed decides in which order nodes join clusters") {
  Random random(75);
  const Graph graph = random_graph(random, 100, 400);
  const std::vector<std::uint32_t> weights(100, 1);
  std::set<std::vector<std::uint32_t>> found;
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    found.insert(cluster(weighted(graph, weights, 1), {.largest = {10}, .seed = seed}).cluster_of);
  }
  CHECK(found.size() > 1);
}

TEST_CASE("nodes of a path join the first neighbour up to the largest cluster, or pair with the lightest") {
  tests::Edges path;
  for (std::uint32_t v = 0; v + 1 < 100; ++v) path.emplace_back(v, v + 1);
  const Graph graph = tests::graph_of(100, path);
  const std::vector<std::uint32_t> ones(100, 1);
  const WeightedGraph view = weighted(graph, ones, 1);
  CHECK(cluster(view, {.largest = {25}}).count <= 5);
  CHECK(cluster(view, {.largest = {25}, .lightest = true}).count == 50);
}

TEST_CASE("a contracted graph has the weights of the clusters' nodes and of the edges between them") {
  Random random(72);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t nodes = random.between(1, 60);
    const Graph graph = random_graph(random, nodes, random.between(0, 300));
    std::vector<std::uint32_t> weights;
    for (std::int64_t v = 0; v < nodes; ++v) weights.push_back(static_cast<std::uint32_t>(random.between(1, 5)));
    Clusters clusters{.cluster_of = {}, .count = static_cast<std::uint32_t>(random.between(1, 8))};
    for (std::int64_t v = 0; v < nodes; ++v) {
      clusters.cluster_of.push_back(static_cast<std::uint32_t>(random.between(0, clusters.count - 1)));
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> expected;
    std::vector<std::uint32_t> totals(clusters.count);
    for (std::size_t v = 0; v < clusters.cluster_of.size(); ++v) {
      totals[clusters.cluster_of[v]] += weights[v];
      for (const std::uint32_t u : graph.adjacency().neighbours_of(static_cast<std::int64_t>(v))) {
        if (clusters.cluster_of[u] != clusters.cluster_of[v])
          ++expected[{clusters.cluster_of[v], clusters.cluster_of[u]}];
      }
    }
    const CoarseGraph coarse = contract(weighted(graph, weights, 1), clusters);
    CHECK(coarse.node_weights == totals);
    CHECK(coarse.neighbours.size() == expected.size());
    for (std::uint32_t c = 0; c < clusters.count; ++c) {
      for (auto i = static_cast<std::size_t>(coarse.offsets[c]); i < static_cast<std::size_t>(coarse.offsets[c + 1]);
           ++i) {
        CHECK(coarse.edge_weights[i] == expected.at({c, coarse.neighbours[i]}));
      }
    }
  }
}

TEST_CASE("leaves of a hub join each other where the hub has no room, and isolated nodes as well") {
  tests::Edges star;
  for (std::uint32_t leaf = 1; leaf <= 40; ++leaf) star.emplace_back(0, leaf);
  const Graph graph = tests::graph_of(61, star);  // 20 isolated
  const std::vector<std::uint32_t> ones(61, 1);
  const Clusters clusters = cluster(weighted(graph, ones, 1), {.largest = {5}});
  CHECK(clusters.count <= 61 / 5 + 2);
}

TEST_CASE("coarsening ends at the number of nodes asked for, and cannot go on without edges that help") {
  Random random(73);
  const Graph graph = random_communities(random, 50, 40, 8, 1000);
  const std::vector<std::uint32_t> ones(2000, 1);
  const auto levels = coarsen(weighted(graph, ones, 1), 100, {.largest = {50}});
  REQUIRE(!levels.empty());
  CHECK(levels.back().graph.view().nodes() <= 100);
  CHECK(total_weights(levels.back().graph.view()) == std::vector<std::int64_t>{2000});
  CHECK(coarsen(weighted(graph, ones, 1), 100, {.largest = {1}}).empty());
  CHECK(coarsen(weighted(graph, ones, 1), 2000, {.largest = {50}}).empty());
}

}  // namespace tuplepack::tests::coarsen_test
