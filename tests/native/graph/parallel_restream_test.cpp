#include "graph/partition/parallel_restream.hpp"

#include "graph/random_graph.hpp"

#include <doctest/doctest.h>

#include <tuple>

namespace tuplepack::tests::parallel_restream_test {

using namespace graph;

using tests::Graph;
using tests::Random;

TEST_CASE("a graph that is restreamed in slices gets the same labels from any number of threads") {
  Random random(61);
  const std::int64_t nodes = (1 << 20) + 7;
  const Graph graph = random_communities(random, nodes / 16, 16, 2, nodes / 8);
  REQUIRE(slice_size(graph.adjacency().nodes()) > 1);
  const std::vector<std::uint32_t> degrees = graph.degrees();
  // Under a second limit clusters grow first, which takes far longer.
  for (const auto& [weights, passes, numbers] :
       {std::tuple{std::span<const std::uint32_t>{}, 2, std::vector{2, 3}},
        std::tuple{std::span<const std::uint32_t>{degrees}, 1, std::vector{3}}}) {
    const PartBalance balance{.weights = weights};
    const PartitionOptions options{.parts = 5, .passes = passes};
    const auto alone = restream(graph.adjacency(), balance, options);
    REQUIRE(alone);
    CHECK(cut_edges(graph, alone->part_of) < static_cast<std::int64_t>(graph.neighbours.size()) / 4);  // random: 0.4
    for (const int threads : numbers) {
      CHECK(parallel_restream(graph.adjacency(), balance, options, threads)->part_of == alone->part_of);
    }
  }
}

TEST_CASE("a small graph as well, and what restream refuses") {
  Random random(62);
  const Graph graph = random_graph(random, 300, 1000);
  const auto alone = restream(graph.adjacency(), {}, {.parts = 3});
  for (const int threads : {1, 2}) {
    CHECK(parallel_restream(graph.adjacency(), {}, {.parts = 3}, threads)->part_of == alone->part_of);
  }
  CHECK(parallel_restream(graph.adjacency(), {}, {.parts = 0}, 2).error().code == ErrorCode::limit_not_positive);
}

}  // namespace tuplepack::tests::parallel_restream_test
