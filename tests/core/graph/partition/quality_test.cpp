#include "tuplepack/graph/partition/quality.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

namespace tuplepack::tests::quality_test {

using namespace graph;

/// Nodes a × 4 and b × 3, edges a → b and b → a.
static GraphSchema two_types() {
  return {.name = "hand",
          .node_types = {{.name = "a", .nodes = 4}, {.name = "b", .nodes = 3}},
          .edge_types = {{.source = 0, .relation = "to", .target = 1, .edges = 6},
                         {.source = 1, .relation = "rev", .target = 0, .edges = 4}}};
}

TEST_CASE("the hand case: nodes, edges, cut, flow and HALO of two parts") {
  const GraphSchema schema = two_types();
  const NodeAssignment assignment{.parts = 2, .part_of = {0, 1, 0, 1, 1, 0, 1}, .algorithm = "metis"};
  QualityCounter counter(schema, assignment, {.begin = 0, .end = 2});
  const std::vector<std::uint32_t> to_sources{0, 1, 2, 3, 0, 0}, to_targets{0, 1, 1, 2, 1, 0};
  const std::vector<std::uint32_t> rev_sources{0, 1, 2, 1}, rev_targets{0, 1, 2, 2};
  counter.add(0, to_sources, to_targets);
  counter.add(1, rev_sources, rev_targets);
  const PartitionQuality quality = counter.quality();
  CHECK(quality.nodes == std::vector<std::int64_t>{2, 1, 2, 2});
  CHECK(quality.edges == std::vector<std::int64_t>{3, 3, 3, 1});
  CHECK(quality.halo == std::vector<std::int64_t>{3, 2});
  CHECK(quality.flow == std::vector<std::int64_t>{3, 3, 3, 1});
  CHECK(quality.cut == 6);
  CHECK(quality.cut_fraction() == 0.6);
  CHECK(quality.replication() == doctest::Approx(12.0 / 7));
  CHECK(quality.node_balance() == doctest::Approx(8.0 / 7));
  CHECK(quality.node_balance(1) == doctest::Approx(4.0 / 3));
  CHECK(quality.edge_balance() == doctest::Approx(1.2));
}

TEST_CASE("a graph without nodes has no cut and perfect balance") {
  const GraphSchema schema{.name = "empty", .node_types = {{.name = "a", .nodes = 0}}, .edge_types = {}};
  const NodeAssignment assignment{.parts = 3, .part_of = {}, .algorithm = "random"};
  const PartitionQuality quality = QualityCounter(schema, assignment, {.begin = 0, .end = 3}).quality();
  CHECK(quality.cut_fraction() == 0);
  CHECK(quality.replication() == 1);
  CHECK(quality.node_balance() == 1);
  CHECK(quality.edge_balance() == 1);
}

TEST_CASE("random graphs: the HALO is the set of outside sources, in one pass or in several") {
  const unsigned seed = std::random_device()();
  INFO("seed ", seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 50; ++round) {
    const auto nodes = 1 + static_cast<std::int64_t>(random() % 20);
    const auto edges = static_cast<std::size_t>(random() % 60);
    const GraphSchema schema{
        .name = "g",
        .node_types = {{.name = "n", .nodes = nodes}},
        .edge_types = {{.source = 0, .relation = "e", .target = 0, .edges = static_cast<std::int64_t>(edges)}}};
    NodeAssignment assignment{
        .parts = 1 + static_cast<std::int64_t>(random() % 5), .part_of = {}, .algorithm = "random"};
    const auto parts = static_cast<std::size_t>(assignment.parts);
    for (std::int64_t v = 0; v < nodes; ++v) assignment.part_of.push_back(static_cast<std::uint16_t>(random() % parts));
    std::vector<std::uint32_t> sources, targets;
    std::vector<std::set<std::uint32_t>> outside(parts);
    for (std::size_t e = 0; e < edges; ++e) {
      sources.push_back(static_cast<std::uint32_t>(random() % static_cast<std::uint64_t>(nodes)));
      targets.push_back(static_cast<std::uint32_t>(random() % static_cast<std::uint64_t>(nodes)));
      const std::size_t to = assignment.part_of[targets.back()];
      if (assignment.part_of[sources.back()] != to) outside[to].insert(sources.back());
    }
    for (std::int64_t part = 0; part < assignment.parts; ++part) {
      QualityCounter counter(schema, assignment, {.begin = part, .end = part + 1});
      counter.add(0, sources, targets);
      const PartitionQuality quality = counter.quality();
      for (std::size_t other = 0; other < parts; ++other) {
        const bool counted = static_cast<std::int64_t>(other) == part;
        CHECK(quality.halo[other] == (counted ? static_cast<std::int64_t>(outside[other].size()) : 0));
      }
      CHECK(quality.total_edges() == static_cast<std::int64_t>(edges));
    }
  }
}

}  // namespace tuplepack::tests::quality_test
