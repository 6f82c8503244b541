#include "tuplepack/graph/partition/refine.hpp"

#include "graph/random_graph.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace tuplepack::tests::refine_test {

using namespace graph;

using tests::Graph;
using tests::Random;

namespace {

/// The fewest cut edges of all partitions within the limit, by trying all of them.
std::int64_t fewest_cut(const Graph& graph, std::uint16_t parts, std::size_t max_nodes) {
  const std::size_t nodes = graph.offsets.size() - 1;
  std::vector<std::uint16_t> part_of(nodes, 0);
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  while (true) {
    std::vector<std::size_t> sizes(parts);
    for (const std::uint16_t part : part_of) ++sizes[part];
    if (*std::max_element(sizes.begin(), sizes.end()) <= max_nodes) {
      fewest = std::min(fewest, cut_edges(graph, part_of));
    }
    std::size_t v = 0;
    while (v < nodes && ++part_of[v] == parts) part_of[v++] = 0;
    if (v == nodes) return fewest;
  }
}

PartLimits limits_of(std::size_t parts, std::vector<std::int64_t> most) {
  PartLimits limits{.parts = parts, .most = {}};
  for (std::size_t part = 0; part < parts; ++part) limits.most.insert(limits.most.end(), most.begin(), most.end());
  return limits;
}

}  // namespace

TEST_CASE("refinement makes no partition worse") {
  Random random(81);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t nodes = random.between(1, 80);
    const Graph graph = random_graph(random, nodes, random.between(0, 300));
    const auto parts = static_cast<std::size_t>(random.between(1, 6));
    std::vector<std::uint32_t> weights;
    std::int64_t total = 0;
    for (const std::uint32_t degree : graph.degrees()) {
      weights.push_back(1);
      weights.push_back(degree);
      total += degree;
    }
    const WeightedGraph view{.offsets = graph.offsets,
                             .neighbours = graph.neighbours,
                             .edge_weights = {},
                             .node_weights = weights,
                             .constraints = 2};
    const auto count = static_cast<std::int64_t>(parts);
    const PartLimits limits = limits_of(parts, {(nodes + count - 1) / count, 2 * total / count});
    std::vector<std::uint16_t> part_of;
    for (std::int64_t v = 0; v < nodes; ++v)
      part_of.push_back(static_cast<std::uint16_t>(random.between(0, count - 1)));
    const PartitionStanding before = standing_of(view, part_of, limits);
    CHECK(before.cut == cut_edges(graph, part_of));
    refine(view, part_of, limits, {});
    CHECK(!before.is_better(standing_of(view, part_of, limits)));
  }
}

TEST_CASE("refinement from a few random partitions finds the optimum of nearly all tiny graphs") {
  Random random(82);
  int optimal = 0;
  constexpr int rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    const Graph graph = random_graph(random, 9, random.between(8, 16));
    const std::vector<std::uint32_t> ones(9, 1);
    const WeightedGraph view{.offsets = graph.offsets,
                             .neighbours = graph.neighbours,
                             .edge_weights = {},
                             .node_weights = ones,
                             .constraints = 1};
    const std::int64_t fewest = fewest_cut(graph, 3, 4);
    std::int64_t found = std::numeric_limits<std::int64_t>::max();
    for (int attempt = 0; attempt < 10; ++attempt) {
      std::vector<std::uint16_t> part_of;
      for (int v = 0; v < 9; ++v) part_of.push_back(static_cast<std::uint16_t>(random.between(0, 2)));
      refine(view, part_of, limits_of(3, {4}), {});
      const PartitionStanding standing = standing_of(view, part_of, limits_of(3, {4}));
      if (standing.excess == 0) found = std::min(found, standing.cut);
    }
    CHECK(found >= fewest);
    optimal += found == fewest ? 1 : 0;
  }
  CHECK(optimal >= rounds * 9 / 10);
}

}  // namespace tuplepack::tests::refine_test
