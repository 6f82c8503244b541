#include "tuplepack/graph/partition/sliced_levels.hpp"

#include "graph/random_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::sliced_levels_test {

using namespace graph;

using tests::Graph;
using tests::Random;

namespace {

WeightedGraph weighted(const Graph& graph, const std::vector<std::uint32_t>& node_weights) {
  return {.offsets = graph.adjacency().offsets,
          .neighbours = graph.adjacency().neighbours,
          .edge_weights = {},
          .node_weights = node_weights,
          .constraints = 1};
}

WeightedRows rows_between(const WeightedGraph& graph, std::size_t begin, std::size_t end) {
  WeightedRows rows{.first = static_cast<std::uint32_t>(begin), .rows = graph};
  rows.rows.offsets = graph.offsets.subspan(begin, end - begin + 1);
  return rows;
}

/// Slices of any size, each chosen for in two pieces, the last first.
template <typename Choice, typename Steps>
void go_through(const WeightedGraph& graph, std::size_t slice, std::size_t first_piece, Steps& steps) {
  for (std::size_t begin = 0; begin < graph.nodes(); begin += slice) {
    const std::size_t end = std::min(begin + slice, graph.nodes());
    const std::size_t cut = std::min(begin + first_piece, end);
    std::vector<Choice> choices(end - begin);
    steps.choose(rows_between(graph, cut, end), std::span(choices).subspan(cut - begin));
    steps.choose(rows_between(graph, begin, cut), std::span(choices).first(cut - begin));
    steps.apply(static_cast<std::uint32_t>(begin), std::span<const Choice>(choices));
  }
}

}  // namespace

TEST_CASE("clusters that grow slice by slice keep their limits, and do not depend on the pieces") {
  Random random(91);
  for (int round = 0; round < 100; ++round) {
    const std::int64_t nodes = random.between(1, 120);
    const Graph graph = random_graph(random, nodes, random.between(0, 400));
    std::vector<std::uint32_t> node_weights;
    for (std::int64_t v = 0; v < nodes; ++v) node_weights.push_back(static_cast<std::uint32_t>(random.between(1, 4)));
    const WeightedGraph all = weighted(graph, node_weights);
    const std::int64_t largest = random.between(4, 30);
    const auto slice = static_cast<std::size_t>(random.between(1, 40));
    std::vector<Clusters> found;
    for (const std::size_t piece : {std::size_t{0}, static_cast<std::size_t>(random.between(0, 40))}) {
      SlicedClusters growing(node_weights, {largest});
      for (int pass = 0; pass < 3; ++pass) go_through<ClusterChoice>(all, slice, piece, growing);
      found.push_back(growing.finish());
    }
    CHECK(found[0].cluster_of == found[1].cluster_of);
    const auto weights = weights_of_clusters(node_weights, 1, found[0]);
    REQUIRE(weights.size() == found[0].count);
    for (const std::uint32_t weight : weights) {
      CHECK(weight > 0);
      CHECK(weight <= largest);
    }
  }
}

TEST_CASE("a path becomes fewer clusters, and two neighbours that want to change places join") {
  const Graph pair = tests::graph_of(2, {{0, 1}});
  const std::vector<std::uint32_t> ones{1, 1};
  SlicedClusters growing(ones, {2});
  go_through<ClusterChoice>(weighted(pair, ones), 2, 0, growing);
  CHECK(growing.finish().count == 1);
}

TEST_CASE("refinement slice by slice keeps limits and, one node at a time, cuts no more edges") {
  Random random(92);
  for (int round = 0; round < 100; ++round) {
    const std::int64_t nodes = random.between(1, 100);
    const Graph graph = random_graph(random, nodes, random.between(0, 300));
    const std::vector<std::uint32_t> ones(static_cast<std::size_t>(nodes), 1);
    const WeightedGraph all = weighted(graph, ones);
    const std::int64_t parts = random.between(1, 6);
    const PartLimits limits = equal_limits({(nodes + parts - 1) / parts + random.between(0, 3)}, parts);
    std::vector<std::uint16_t> part_of;
    for (std::int64_t v = 0; v < nodes; ++v) part_of.push_back(static_cast<std::uint16_t>(v % parts));
    const auto before = standing_of(all, part_of, limits);
    const auto slice = static_cast<std::size_t>(random.one_in(2) ? 1 : random.between(2, 30));
    SlicedRefinement refinement(ones, limits, part_of);
    refinement.balance({}, {});
    for (int pass = 0; pass < 3; ++pass) go_through<std::uint16_t>(all, slice, 1, refinement);
    const auto after = standing_of(all, part_of, limits);
    CHECK(after.excess == 0);
    if (slice == 1) CHECK(after.cut <= before.cut);
  }
}

}  // namespace tuplepack::tests::sliced_levels_test
