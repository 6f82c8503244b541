#include "tuplepack/graph/partition/enforce_limits.hpp"

#include "graph/check_partition.hpp"
#include "graph/random_graph.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"
#include "tuplepack/graph/partition/restream.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace tuplepack::tests::enforce_limits_test {

using namespace graph;

using tests::Graph;
using tests::Random;

namespace {

/// A graph with classes and weights so small, against what a part holds, that partitions within all limits abound.
struct LightNodes {
  Graph graph;
  std::vector<std::uint16_t> class_of;
  std::vector<std::uint32_t> weights;
  std::int64_t parts = 1;

  [[nodiscard]] PartBalance balance() const { return {.class_of = class_of, .weights = weights, .imbalance = 1.1}; }
};

LightNodes light_nodes(Random& random) {
  LightNodes light;
  light.parts = random.between(1, 9);
  const std::int64_t nodes = light.parts * random.between(80, 120);
  light.graph = random_graph(random, nodes, random.between(0, 5 * nodes));
  const bool one_class = random.one_in(2);
  const std::int64_t heaviest = random.between(0, 9);
  for (std::int64_t v = 0; v < nodes; ++v) {
    if (!one_class) light.class_of.push_back(static_cast<std::uint16_t>(random.between(0, 1)));
    light.weights.push_back(static_cast<std::uint32_t>(random.between(0, heaviest)));
  }
  return light;
}

}  // namespace

TEST_CASE("whatever partition of light nodes is brought within its limits") {
  Random random(84);
  for (int round = 0; round < 200; ++round) {
    const LightNodes light = light_nodes(random);
    const PartBalance balance = light.balance();
    const auto nodes = static_cast<std::int64_t>(light.weights.size());
    NodeAssignment assignment{.parts = light.parts, .part_of = {}, .algorithm = {}};
    const std::int64_t used = random.between(1, light.parts);
    for (std::int64_t v = 0; v < nodes; ++v) {
      assignment.part_of.push_back(static_cast<std::uint16_t>(random.between(0, used - 1)));
    }
    std::vector<std::uint16_t> in_rows = assignment.part_of;
    enforce_limits(light.graph.adjacency(), NodeWeights(balance, nodes), light.parts, assignment.part_of);
    tests::check_limits(balance, assignment, true);
    const std::int64_t cut = random.between(0, nodes);
    const std::array<AdjacencyRows, 2> rows{rows_of(light.graph.adjacency(), {.begin = cut, .end = nodes}),
                                            rows_of(light.graph.adjacency(), {.begin = 0, .end = cut})};
    enforce_limits(rows, NodeWeights(balance, nodes), light.parts, in_rows, {});
    CHECK(in_rows == assignment.part_of);
    const std::vector<std::uint16_t> before = assignment.part_of;
    enforce_limits(light.graph.adjacency(), NodeWeights(balance, nodes), light.parts, assignment.part_of);
    CHECK(assignment.part_of == before);
  }
}

TEST_CASE("the limits of light nodes hold by every method") {
  Random random(85);
  for (int round = 0; round < 60; ++round) {
    const LightNodes light = light_nodes(random);
    const PartBalance balance = light.balance();
    const PartitionOptions options{
        .parts = light.parts, .passes = random.between(1, 4), .memory = tests::memory_in(round)};
    const auto streamed = restream(light.graph.adjacency(), balance, options);
    REQUIRE(streamed);
    tests::check_limits(balance, *streamed, true);
    const auto by_levels = multilevel(light.graph.adjacency(), balance, options);
    REQUIRE(by_levels);
    tests::check_limits(balance, *by_levels, true);
  }
}

TEST_CASE("the limits of several light weights hold by every method") {
  Random random(86);
  for (int round = 0; round < 40; ++round) {
    const LightNodes light = light_nodes(random);
    const auto nodes = static_cast<std::int64_t>(light.weights.size());
    const std::int64_t middle = random.between(1, nodes - 1);
    const std::vector<std::int64_t> types{0, middle, nodes};
    const std::vector<WeightRange> ranges{{.begin = 0, .end = middle, .first = 2, .count = 1},
                                          {.begin = middle, .end = nodes, .first = 0, .count = 2}};
    std::vector<std::uint32_t> weights(static_cast<std::size_t>(2 * nodes - middle));
    for (std::uint32_t& weight : weights) weight = static_cast<std::uint32_t>(random.between(0, 3));
    const PartBalance balance{.class_offsets = types, .weights = weights, .weight_ranges = ranges, .imbalance = 1.1};
    const PartitionOptions options{
        .parts = light.parts, .passes = random.between(1, 4), .memory = tests::memory_in(round)};
    const bool are_many = std::min(middle, nodes - middle) > 30 * light.parts;  // otherwise classes alone hold
    const auto streamed = restream(light.graph.adjacency(), balance, options);
    REQUIRE(streamed);
    tests::check_limits(balance, *streamed, are_many);
    const auto by_levels = multilevel(light.graph.adjacency(), balance, options);
    REQUIRE(by_levels);
    tests::check_limits(balance, *by_levels, are_many);
  }
}

TEST_CASE("those nodes leave that lose least") {
  // Two triangles in part 0, and a leaf at one of them: of the seven nodes at most four may stay.
  const Graph graph = tests::graph_of(8, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {2, 6}});
  const std::vector<std::uint32_t> weights(8, 1);
  std::vector<std::uint16_t> part_of{0, 0, 0, 0, 0, 0, 0, 1};
  enforce_limits(graph.adjacency(), NodeWeights({.weights = weights, .imbalance = 1}, 8), 2, part_of);
  CHECK(std::count(part_of.begin(), part_of.end(), 0) == 4);
  CHECK(part_of[6] == 1);
}

TEST_CASE("parts above the limits of classes are brought within them, also where single nodes weigh too much") {
  Random random(83);
  for (int round = 0; round < 100; ++round) {
    const std::int64_t nodes = random.between(1, 60);
    const Graph graph = random_graph(random, nodes, random.between(0, 100));
    std::vector<std::uint16_t> class_of;
    for (std::int64_t v = 0; v < nodes; ++v) class_of.push_back(static_cast<std::uint16_t>(random.between(0, 2)));
    std::vector<std::uint32_t> degrees = graph.degrees();
    if (random.one_in(2)) degrees.clear();
    const PartBalance balance{.class_of = class_of, .weights = degrees};
    NodeAssignment assignment{.parts = random.between(1, 9), .part_of = {}, .algorithm = {}};
    assignment.part_of.assign(class_of.size(), 0);
    enforce_limits(graph.adjacency(), NodeWeights(balance, nodes), assignment.parts, assignment.part_of);
    tests::check_limits(balance, assignment, false);
  }
}

}  // namespace tuplepack::tests::enforce_limits_test
