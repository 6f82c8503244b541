#include "tuplepack/graph/partition/multilevel.hpp"

#include "graph/check_partition.hpp"
#include "graph/random_graph.hpp"

#include <doctest/doctest.h>

#include <set>

namespace tuplepack::tests::multilevel_test {

using namespace graph;

using tests::Graph;
using tests::Random;

TEST_CASE("any graph: every node has a part, the limits of classes hold, and the same seed gives the same") {
  Random random(91);
  for (int round = 0; round < repeats(60); ++round) {
    const std::int64_t nodes = random.one_in(10) ? 0 : random.between(1, 400);
    const Graph graph = random_graph(random, nodes, random.one_in(10) ? 0 : random.between(0, 1500));
    std::vector<std::uint16_t> class_of(static_cast<std::size_t>(nodes));
    for (std::uint16_t& c : class_of) c = static_cast<std::uint16_t>(random.between(0, 2));
    if (random.one_in(2)) class_of.clear();
    std::vector<std::uint32_t> degrees = graph.degrees();
    if (random.one_in(2)) degrees.clear();
    const PartBalance balance{.class_of = class_of, .weights = degrees};
    const PartitionOptions options{.parts = random.one_in(8) ? nodes + 3 : random.between(1, 9),
                                   .seed = static_cast<std::uint64_t>(round)};
    const auto assignment = multilevel(graph.adjacency(), balance, options);
    REQUIRE(assignment);
    CHECK(assignment->parts == options.parts);
    CHECK(static_cast<std::int64_t>(assignment->part_of.size()) == nodes);
    tests::check_limits(balance, *assignment, false);
    CHECK(multilevel(graph.adjacency(), balance, options)->part_of == assignment->part_of);
  }
}

TEST_CASE("the seed decides which of many partitions it is") {
  Random random(94);
  const Graph graph = random_graph(random, 400, 1500);
  std::set<std::vector<std::uint16_t>> found;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    found.insert(multilevel(graph.adjacency(), {}, {.parts = 4, .seed = seed})->part_of);
  }
  CHECK(found.size() > 1);
}

TEST_CASE("communities come out whole, within both limits") {
  Random random(92);
  const Graph graph = random_communities(random, 64, 100, 12, 4000);
  const std::vector<std::uint32_t> degrees = graph.degrees();
  const PartBalance balance{.weights = degrees, .imbalance = 1.05};
  for (const std::int64_t parts : {2, 5, 8}) {
    const auto assignment = multilevel(graph.adjacency(), balance, {.parts = parts});
    REQUIRE(assignment);
    tests::check_limits(balance, *assignment, true);
    CHECK(cut_edges(graph, assignment->part_of) <= 4000);  // what joins the communities
  }
}

TEST_CASE("more effort cuts fewer edges: full never more than usual, and quick more in all") {
  Random random(46);
  std::int64_t quick = 0, usual = 0;
  for (int round = 0; round < 6; ++round) {
    const Graph graph = random_communities(random, 20, 50, 6, 2500);
    const std::vector<std::uint32_t> degrees = graph.degrees();
    const PartBalance balance{.weights = degrees, .imbalance = 1.05};
    const auto cut = [&](Effort effort) {
      return cut_edges(graph, multilevel(graph.adjacency(), balance, {.parts = 5, .effort = effort})->part_of);
    };
    const std::int64_t by_default = cut_edges(graph, multilevel(graph.adjacency(), balance, {.parts = 5})->part_of);
    CHECK(cut(Effort::usual) == by_default);
    CHECK(cut(Effort::full) <= by_default);
    quick += cut(Effort::quick);
    usual += by_default;
  }
  CHECK(quick > usual);
}

TEST_CASE("a path is cut once per boundary; one part cuts nothing") {
  tests::Edges path;
  for (std::uint32_t v = 0; v + 1 < 3000; ++v) path.emplace_back(v, v + 1);
  const Graph graph = tests::graph_of(3000, path);
  const auto halves = multilevel(graph.adjacency(), {}, {.parts = 2});
  REQUIRE(halves);
  CHECK(cut_edges(graph, halves->part_of) <= 3);
  CHECK(cut_edges(graph, multilevel(graph.adjacency(), {}, {.parts = 1})->part_of) == 0);
}

/// Rows of nodes with edges to the right and down.
static Graph grid(std::uint32_t rows, std::uint32_t columns) {
  tests::Edges edges;
  for (std::uint32_t v = 0; v < rows * columns; ++v) {
    if ((v + 1) % columns != 0) edges.emplace_back(v, v + 1);
    if (v + columns < rows * columns) edges.emplace_back(v, v + columns);
  }
  return tests::graph_of(rows * columns, edges);
}

TEST_CASE("grids are cut along nearly straight lines") {
  const Graph square = grid(200, 200);
  const Graph wide = grid(50, 400);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    CHECK(cut_edges(square, multilevel(square.adjacency(), {}, {.parts = 4, .seed = seed})->part_of) <= 420);  // 400
    CHECK(cut_edges(wide, multilevel(wide.adjacency(), {}, {.parts = 8, .seed = seed})->part_of) <= 400);      // 350
  }
}

TEST_CASE("progress does not fall, and a no stops") {
  Random random(93);
  const Graph graph = random_graph(random, 20'000, 100'000);
  double last = 0;
  const auto watch = [&](double fraction) {
    CHECK(fraction >= last);
    CHECK(fraction <= 1);
    last = fraction;
    return true;
  };
  CHECK(multilevel(graph.adjacency(), {}, {.parts = 4}, watch));
  CHECK(last > 0.5);
  const auto stopped = multilevel(graph.adjacency(), {}, {.parts = 4}, [](double) { return false; });
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::stopped);
}

TEST_CASE("refused: numbers of parts, and a bad balance") {
  const Graph graph = tests::graph_of(2, {{0, 1}});
  CHECK(multilevel(graph.adjacency(), {}, {.parts = 0}).error().message == "0 parts; at least 1 is needed");
  CHECK(multilevel(graph.adjacency(), {.imbalance = 0.9}, {}).error().code == ErrorCode::limit_not_positive);
}

}  // namespace tuplepack::tests::multilevel_test
