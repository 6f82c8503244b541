#include "graph/partition/adjacency_file.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <random>

namespace tuplepack::tests::adjacency_file_test {

using namespace graph;

namespace tuplepack {

/// A graph of two node types whose edges lie in several csv files, and every node's neighbours by global id.
struct WrittenGraph {
  ChunkedGraph graph;
  std::vector<std::vector<std::uint32_t>> neighbours;
};

static WrittenGraph write_random_graph(const std::string& folder, std::mt19937& random) {
  const auto below = [&](std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  };
  WrittenGraph written;
  GraphSchema& schema = written.graph.schema;
  schema.name = "g";
  schema.node_types = {{.name = "a", .nodes = 1 + below(40)}, {.name = "b", .nodes = 1 + below(40)}};
  const auto offsets = schema.node_offsets();
  written.neighbours.resize(static_cast<std::size_t>(offsets.back()));
  for (const auto& [source, target] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 1}, {1, 0}}) {
    EdgeType type{.source = source, .relation = "r", .target = target};
    EdgeChunks chunks;
    for (std::int64_t file = below(3); file >= 0; --file) {
      const std::string name = "edges" + std::to_string(source) + std::to_string(target) + std::to_string(file);
      std::ofstream out(folder + "/" + name);
      const std::int64_t edges = below(60);
      for (std::int64_t edge = 0; edge < edges; ++edge) {
        const std::int64_t from = below(schema.node_types[source].nodes), to = below(schema.node_types[target].nodes);
        out << from << ' ' << to << '\n';
        const auto u = static_cast<std::size_t>(offsets[source] + from),
                   v = static_cast<std::size_t>(offsets[target] + to);
        if (u == v) continue;
        written.neighbours[u].push_back(static_cast<std::uint32_t>(v));
        written.neighbours[v].push_back(static_cast<std::uint32_t>(u));
      }
      chunks.files.push_back(name);
      type.edges += edges;
    }
    schema.edge_types.push_back(type);
    written.graph.edges.push_back(chunks);
  }
  written.graph.nodes_per_chunk.resize(2);
  for (auto& list : written.neighbours) std::sort(list.begin(), list.end());
  return written;
}

TEST_CASE("the adjacency has every edge in both directions, whatever memory there is") {
  const unsigned seed = std::random_device()();
  INFO("seed ", seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20; ++round) {
    const tests::TemporaryFolder folder;
    const WrittenGraph written = write_random_graph(folder.path(), random);
    for (const std::int64_t memory : {1, 2000, 1 << 24}) {
      std::int64_t seen = 0;
      const auto file = build_adjacency(
          written.graph, folder.path(), whole_run(written.graph, folder.path()),
          NodeShares(written.graph.schema.nodes(), 1, 1),
          {.scratch = folder.path(),
           .memory = memory,
           .observe = [&](const EdgeBlock& block) { seen += static_cast<std::int64_t>(block.sources.size()); },
           .keep_going = {}});
      REQUIRE(file);
      CHECK(seen == written.graph.schema.edges());
      const Adjacency adjacency = file->adjacency();
      REQUIRE(adjacency.nodes() == written.graph.schema.nodes());
      for (std::int64_t v = 0; v < adjacency.nodes(); ++v) {
        const auto found = adjacency.neighbours_of(v);
        CHECK(std::vector<std::uint32_t>(found.begin(), found.end()) ==
              written.neighbours[static_cast<std::size_t>(v)]);
      }
    }
  }
}

TEST_CASE("building an adjacency stops when it is asked to") {
  std::mt19937 random(1);
  const tests::TemporaryFolder folder;
  const WrittenGraph written = write_random_graph(folder.path(), random);
  const auto file =
      build_adjacency(written.graph, folder.path(), whole_run(written.graph, folder.path()),
                      NodeShares(written.graph.schema.nodes(), 1, 1),
                      {.scratch = folder.path(), .observe = {}, .keep_going = [](double) { return false; }});
  REQUIRE_FALSE(file);
  CHECK(file.error().code == ErrorCode::stopped);
}

}  // namespace tuplepack

}  // namespace tuplepack::tests::adjacency_file_test
