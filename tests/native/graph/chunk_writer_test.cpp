#include "graph/chunk/chunk_writer.hpp"

#include "arrays.hpp"
#include "graph/chunk/chunked_graph.hpp"
#include "temporary_folder.hpp"
#include "tuplepack/formats/dgl/chunk_metadata.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace tuplepack::tests::chunk_writer_test {

using namespace graph;

using Counts = std::vector<std::int64_t>;

TEST_CASE("chunks are of equal size, the larger ones first") {
  CHECK(chunk_sizes(7, 3) == Counts{3, 2, 2});
  CHECK(chunk_sizes(6, 3) == Counts{2, 2, 2});
  CHECK(chunk_sizes(2, 4) == Counts{1, 1, 0, 0});
  CHECK(chunk_sizes(0, 2) == Counts{0, 0});
}

namespace {

/// Random edges between two types, and as many random rows.
struct Written {
  ChunkedGraph graph;
  Counts pairs;
  std::string rows;
};

Written write_random(const TemporaryFolder& folder, std::mt19937& random, ChunkFormat format) {
  const auto edges = static_cast<std::int64_t>(random() % 3 == 0 ? random() % 4 : random() % 200'000);
  const auto chunks = static_cast<std::int64_t>(1 + random() % 5);
  Written written;
  auto spool = EdgeSpool::create(folder.file("spool"));
  REQUIRE(spool);
  for (std::int64_t i = 0; i < edges; ++i) {
    written.pairs.push_back(random() % 3 == 0 ? 3'999'999'999 : static_cast<std::int64_t>(random() % 10));
    written.pairs.push_back(static_cast<std::int64_t>(random() % 5));
  }
  REQUIRE(spool->add(written.pairs));
  REQUIRE(spool->finish());
  CHECK(spool->edges() == edges);
  if (edges == 0) CHECK(spool->largest() == std::array<std::int64_t, 2>{-1, -1});
  written.graph.schema = {
      .name = "g", .node_types = {{"a", 4'000'000'000}, {"b", 5}}, .edge_types = {{0, "to", 1, edges}}};
  written.graph.nodes_per_chunk = {chunk_sizes(4'000'000'000, chunks), chunk_sizes(5, chunks)};
  const Counts sizes = chunk_sizes(edges, chunks);
  auto edge_chunks = write_edge_chunks(*spool, "a:to:b", format, sizes, folder.path(), {});
  REQUIRE(edge_chunks);
  written.graph.edges.push_back(*edge_chunks);
  for (std::int64_t i = 0; i < edges * 3; ++i) written.rows += static_cast<char>(random() % 256);
  const FeatureChunks feature{
      .type = 0,
      .name = "x",
      .format = ChunkFormat::numpy,
      .files = {folder.write("rows", formats::npy_header("|u1", Counts{edges, 3}) + written.rows)}};
  const auto layout = feature_layout(feature, edges, "");
  REQUIRE(layout);
  auto feature_chunks = write_feature_chunks(feature, *layout, "edge_data", "a:to:b", sizes, folder.path(), {});
  REQUIRE(feature_chunks);
  CHECK(feature_chunks->files.size() == static_cast<std::size_t>(chunks));
  written.graph.edge_features.push_back(*feature_chunks);
  folder.write("metadata.json", formats::chunk_metadata(written.graph));
  return written;
}

}  // namespace

TEST_CASE("random chunked graphs are read back as they were written") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 8; ++round) {
    const TemporaryFolder folder;
    const Written written = write_random(folder, random, round % 2 == 0 ? ChunkFormat::csv : ChunkFormat::numpy);
    const auto graph = read_chunked_graph(folder.path());
    REQUIRE(graph);
    Counts pairs;
    REQUIRE(read_edges(*graph, folder.path(), [&](const EdgeBlock& block) -> Result<void> {
      for (std::size_t i = 0; i < block.sources.size(); ++i) {
        pairs.push_back(block.sources[i]);
        pairs.push_back(block.targets[i]);
      }
      return {};
    }));
    CHECK((pairs == written.pairs));
    const FeatureChunks& feature = graph->edge_features.at(0);
    const auto layout = feature_layout(feature, graph->schema.edge_types[0].edges, folder.path());
    REQUIRE(layout);
    std::string rows;
    REQUIRE(read_feature(feature, *layout, folder.path(),
                         [&](std::span<const std::byte> bytes, std::int64_t) -> Result<void> {
                           rows.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                           return {};
                         }));
    CHECK((rows == written.rows));
  }
}

TEST_CASE("writing stops when the caller says so") {
  const TemporaryFolder folder;
  auto spool = EdgeSpool::create(folder.file("spool"));
  REQUIRE(spool);
  REQUIRE(spool->add(Counts{0, 1, 2, 3}));
  REQUIRE(spool->finish());
  const auto stop = [](double) { return false; };
  CHECK(write_edge_chunks(*spool, "a:to:b", ChunkFormat::csv, Counts{2}, folder.path(), stop).error().code ==
        ErrorCode::stopped);
  CHECK_FALSE(write_edge_chunks(*spool, "a:to:b", ChunkFormat::csv, Counts{2}, folder.file("spool"), {}));
}

}  // namespace tuplepack::tests::chunk_writer_test
