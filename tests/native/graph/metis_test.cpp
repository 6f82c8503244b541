#include "graph/partition/metis.hpp"

#include "graph/random_graph.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>

namespace tuplepack::tests::metis_test {

using namespace graph;

using tests::Graph;
using tests::Random;

TEST_CASE("METIS finds communities, with the classes balanced; a build without it says so") {
  Random random(63);
  const Graph graph = random_communities(random, 16, 50, 10, 400);
  std::vector<std::uint16_t> class_of;
  for (std::uint16_t v = 0; v < 800; ++v) class_of.push_back(v % 2);
  const std::vector<std::uint32_t> degrees = graph.degrees();
  const auto assignment =
      metis_partition(graph.adjacency(), {.class_of = class_of, .weights = degrees, .imbalance = 1.05}, {.parts = 4});
  if (!has_metis()) {
    REQUIRE(!assignment);
    CHECK(assignment.error().code == ErrorCode::unsupported);
    return;
  }
  REQUIRE(assignment);
  CHECK(cut_edges(graph, assignment->part_of) < 1200);  // at random: 3/4 of 4,400
  std::array<std::array<int, 2>, 4> sizes{};
  for (std::size_t v = 0; v < class_of.size(); ++v) ++sizes.at(assignment->part_of[v])[class_of[v]];
  for (const auto& part : sizes) CHECK(std::max(part[0], part[1]) <= 110);
}

TEST_CASE("METIS gets the seed") {
  if (!has_metis()) return;
  Random random(64);
  const Graph graph = random_graph(random, 400, 1500);
  std::set<std::vector<std::uint16_t>> found;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    found.insert(metis_partition(graph.adjacency(), {}, {.parts = 4, .seed = seed})->part_of);
  }
  CHECK(found.size() > 1);
}

TEST_CASE("one part, more parts than nodes, and no nodes need no METIS") {
  if (!has_metis()) return;
  const Graph graph = tests::graph_of(3, {{0, 1}, {1, 2}});
  CHECK(metis_partition(graph.adjacency(), {}, {.parts = 1})->part_of == std::vector<std::uint16_t>{0, 0, 0});
  CHECK(metis_partition(graph.adjacency(), {}, {.parts = 5})->part_of == std::vector<std::uint16_t>{0, 1, 2});
  CHECK(metis_partition(tests::graph_of(0, {}).adjacency(), {}, {.parts = 5})->part_of.empty());
  CHECK(metis_partition(graph.adjacency(), {}, {.parts = 0}).error().code == ErrorCode::limit_not_positive);
}

TEST_CASE("a graph beyond METIS's ids is refused") {
  if (!has_metis()) return;
  const std::vector<std::int64_t> offsets{0, 0};
  const std::uint32_t none = 0;
  const Adjacency too_large{.offsets = offsets, .neighbours = std::span(&none, std::size_t{1} << 31)};
  CHECK(metis_partition(too_large, {}, {.parts = 2}).error().message ==
        "METIS supports at most 2147483647 neighbours, but the graph has 2147483648; choose another method");
}

}  // namespace tuplepack::tests::metis_test
