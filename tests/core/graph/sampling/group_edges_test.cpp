#include "tuplepack/graph/sampling/group_edges.hpp"

#include "base/random.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::group_edges_test {

using namespace graph;

using tuplepack::graph::EdgeTable;

TEST_CASE("edges are grouped by source, in the order of the table") {
  const EdgeTable table{
      .sources = {2, 0, 2, 0, 3}, .targets = {1, 1, 0, 0, 1}, .weights = {5, 6, 7, 8, 9}, .times = {1, 2, 3, 4, 5}};
  const GroupedEdges edges = group_edges(table, false, 4, true);
  CHECK(edges.offsets == std::vector<std::uint64_t>{0, 2, 2, 4, 5});
  CHECK(edges.targets == std::vector<std::uint32_t>{1, 0, 1, 0, 1});
  CHECK(edges.rows == std::vector<std::uint32_t>{1, 3, 0, 2, 4});
  CHECK(edges.weights == std::vector<float>{6, 8, 5, 7, 9});
  CHECK(edges.times == std::vector<std::int64_t>{2, 4, 1, 3, 5});
  const GroupedEdges reversed = group_edges(table, true, 2, false);
  CHECK(reversed.offsets == std::vector<std::uint64_t>{0, 2, 5});
  CHECK(reversed.targets == std::vector<std::uint32_t>{2, 0, 2, 0, 3});
  CHECK(reversed.rows.empty());
}

TEST_CASE("a table in order of its sources stays as it is") {
  const EdgeTable table{.sources = {0, 0, 2}, .targets = {2, 1, 0}, .weights = {}, .times = {}};
  const GroupedEdges edges = group_edges(table, false, 3, true);
  CHECK(edges.offsets == std::vector<std::uint64_t>{0, 2, 2, 3});
  CHECK(edges.targets == table.targets);
  CHECK(edges.rows.empty());
  CHECK(group_edges({}, false, 0, true).offsets == std::vector<std::uint64_t>{0});
}

TEST_CASE("edges with an end that is no node are left out, and the others keep their rows") {
  constexpr std::uint32_t none = EdgeTable::no_node;
  const EdgeTable table{.sources = {0, 0, none, 1, 2},
                        .targets = {1, none, 0, 0, 1},
                        .weights = {5, 6, 7, 8, 9},
                        .times = {},
                        .dangling = 2};
  const GroupedEdges edges = group_edges(table, false, 3, true);
  CHECK(edges.offsets == std::vector<std::uint64_t>{0, 1, 2, 3});
  CHECK(edges.targets == std::vector<std::uint32_t>{1, 0, 1});
  CHECK(edges.rows == std::vector<std::uint32_t>{0, 3, 4});
  CHECK(edges.weights == std::vector<float>{5, 8, 9});
  CHECK(edges.times.empty());
  const GroupedEdges reversed = group_edges(table, true, 2, true);
  CHECK(reversed.offsets == std::vector<std::uint64_t>{0, 1, 3});
  CHECK(reversed.targets == std::vector<std::uint32_t>{1, 0, 2});
  CHECK(reversed.rows == std::vector<std::uint32_t>{3, 0, 4});
}

}  // namespace tuplepack::tests::group_edges_test
