#include "graph/chunk/edge_runs.hpp"

#include "arrays.hpp"
#include "graph/chunk/edge_reader.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace tuplepack::tests::edge_runs_test {

using namespace graph;

namespace {

struct Edge {
  std::size_t type;
  std::int64_t id;
  std::uint32_t source, target;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Edge types of texts, of arrays of two columns, of two rows, of pairs of arrays; and one without files.
ChunkedGraph random_graph(std::mt19937& random, const TemporaryFolder& folder) {
  ChunkedGraph graph;
  graph.schema = {.name = "g", .node_types = {{"a", 1000}, {"b", 500}}, .edge_types = {}};
  for (std::size_t type = 0; type < 5; ++type) {
    EdgeChunks chunks{.format = type == 0 ? ChunkFormat::csv : ChunkFormat::numpy, .files = {}, .edges = {}};
    const std::size_t count = type == 4 ? 0 : random() % 5;
    for (std::size_t chunk = 0; chunk < count; ++chunk) {
      const auto rows = static_cast<std::int64_t>(random() % 4 == 0 ? 0 : random() % 40'000);
      chunks.edges.push_back(rows);
      const std::string name = std::to_string(type) + "-" + std::to_string(chunk);
      std::vector<std::int32_t> ids(static_cast<std::size_t>(2 * rows));
      for (std::int32_t& id : ids) id = static_cast<std::int32_t>(random() % 500);
      const auto half = std::span(ids).first(ids.size() / 2);
      if (type == 0) {
        std::string text;
        for (std::size_t i = 0; i < ids.size(); i += 2) {
          text += std::to_string(ids[i]) + " " + std::to_string(ids[i + 1]) + "\n";
        }
        chunks.files.push_back(folder.write(name, text));
      } else if (type == 1) {
        chunks.files.push_back(folder.write(name, npy("<i4", {rows, 2}, ids)));
      } else if (type == 2) {
        chunks.files.push_back(folder.write(name, fortran_npy("<i4", rows, 2, ids)));
      } else {
        const std::vector<std::int32_t> sources(half.begin(), half.end());
        const std::vector<std::int32_t> targets(ids.begin() + static_cast<std::ptrdiff_t>(half.size()), ids.end());
        chunks.files.push_back(folder.write(name + "s", npy("<i4", {rows}, sources)));
        chunks.files.push_back(folder.write(name + "t", npy("<i4", {rows}, targets)));
      }
    }
    const auto edges = std::accumulate(chunks.edges.begin(), chunks.edges.end(), std::int64_t{0});
    graph.schema.edge_types.push_back({type % 2, "r" + std::to_string(type), 1, edges});
    graph.edges.push_back(std::move(chunks));
  }
  return graph;
}

std::vector<Edge> collect(const ChunkedGraph& graph, const EdgeRun& run, std::vector<std::int64_t>& starts) {
  std::vector<Edge> edges;
  const auto sink = [&](const EdgeBlock& block) -> Result<void> {
    for (std::size_t i = 0; i < block.sources.size(); ++i) {
      edges.push_back({block.type, starts[block.type] + block.first + static_cast<std::int64_t>(i), block.sources[i],
                       block.targets[i]});
    }
    return {};
  };
  const auto counts = read_edges(graph, "/", run, sink);
  REQUIRE(counts);
  for (std::size_t type = 0; type < starts.size(); ++type) starts[type] += (*counts)[type];
  return edges;
}

}  // namespace

TEST_CASE("the runs of any number of ranks are the whole graph") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    const ChunkedGraph graph = random_graph(random, folder);
    std::vector<std::int64_t> none(5);
    const EdgeRun whole = whole_run(graph, "/");
    const std::vector<Edge> expected = collect(graph, whole, none);
    REQUIRE(static_cast<std::int64_t>(expected.size()) == graph.schema.edges());
    for (const int ranks : {1, 2, 3, 7, 40}) {
      CAPTURE(ranks);
      std::vector<Edge> edges;
      std::vector<std::int64_t> starts(5);
      for (int rank = 0; rank < ranks; ++rank) {
        const EdgeRun run = run_among_ranks(graph, "/", rank, ranks);
        CHECK(run.chunks == whole.chunks);
        const auto some = collect(graph, run, starts);
        edges.insert(edges.end(), some.begin(), some.end());
      }
      CHECK((edges == expected));
      CHECK(check_edge_counts(graph, "/", whole, starts));
    }
  }
}

TEST_CASE("runs are of about equal bytes, and arrays are cut") {
  const TemporaryFolder folder;
  ChunkedGraph graph;
  graph.schema = {.name = "g", .node_types = {{"a", 10}}, .edge_types = {{0, "to", 0, 10'000}}};
  folder.write("0", npy("<i4", {10'000, 2}, std::vector<std::int32_t>(20'000)));
  graph.edges = {{.format = ChunkFormat::numpy, .files = {"0"}, .edges = {10'000}}};
  for (int rank = 0; rank < 4; ++rank) {
    const EdgeRun run = run_among_ranks(graph, folder.path(), rank, 4);
    REQUIRE(run.pieces.size() == 1);
    CHECK(run.pieces[0].begin == 2500 * rank);
    CHECK(run.pieces[0].end == 2500 * (rank + 1));
    CHECK(std::abs(run.bytes - 20'032) < 10);
  }
}

TEST_CASE("one rank begins at the first edge of every type") {
  const TemporaryFolder folder;
  ChunkedGraph graph;
  graph.schema = {.name = "g", .node_types = {{"a", 10}}, .edge_types = {{0, "to", 0, 2}, {0, "by", 0, 0}}};
  folder.write("0", "1 2\n3 4\n");
  graph.edges = {{.files = {"0"}, .edges = {}}, {.files = {}, .edges = {}}};
  const EdgeRun run = run_of_rank(graph, folder.path());
  const auto starts = starts_of_runs(graph, folder.path(), run, std::vector<std::int64_t>{2, 0});
  REQUIRE(starts);
  CHECK(starts->of(0, 0) == 0);
  CHECK(starts->of(0, 1) == 0);
  const auto missing = starts_of_runs(graph, folder.path(), run, std::vector<std::int64_t>{1, 0});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message ==
        folder.file("0") + ": the files of 'a:to:a' have 1 edges, but the metadata declares 2");
}

}  // namespace tuplepack::tests::edge_runs_test
