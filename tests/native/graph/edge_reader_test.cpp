#include "graph/chunk/edge_reader.hpp"

#include "arrays.hpp"
#include "graph/chunk/chunked_graph.hpp"
#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::tests::edge_reader_test {

using namespace graph;

namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Types a × 4 and b × 3; a:to:b has the files given, in chunks of 3 and 3 edges, and b:rev:a an empty one.
ChunkedGraph graph_of(std::vector<std::string> files, ChunkFormat format = ChunkFormat::csv, char delimiter = ' ') {
  ChunkedGraph graph;
  graph.schema = {.name = "g", .node_types = {{"a", 4}, {"b", 3}}, .edge_types = {{0, "to", 1, 6}, {1, "rev", 0, 0}}};
  graph.edges = {{.format = format, .delimiter = delimiter, .files = std::move(files), .edges = {3, 3}},
                 {.format = format, .delimiter = delimiter, .files = {}, .edges = {}}};
  return graph;
}

const Edges six{{0, 0}, {1, 1}, {2, 1}, {3, 2}, {0, 1}, {0, 0}};

Result<Edges> read(const ChunkedGraph& graph, const std::string& folder, const KeepGoing& keep_going = {}) {
  Edges edges;
  const auto sink = [&](const EdgeBlock& block) -> Result<void> {
    CHECK(block.first == static_cast<std::int64_t>(edges.size()));
    for (std::size_t i = 0; i < block.sources.size(); ++i) edges.emplace_back(block.sources[i], block.targets[i]);
    return {};
  };
  if (auto done = read_edges(graph, folder, sink, keep_going); !done) return tl::unexpected(done.error());
  return edges;
}

void check_fails(const ChunkedGraph& graph, const TemporaryFolder& folder, const std::string& message) {
  const auto edges = read(graph, folder.path());
  REQUIRE_FALSE(edges);
  CHECK(edges.error().message == folder.path() + "/" + message);
}

}  // namespace

TEST_CASE("edges of csv with each delimiter, in files by relative and absolute path") {
  const TemporaryFolder folder;
  for (const char delimiter : {' ', ',', '\t'}) {
    const auto text = [&](std::size_t first) {
      std::string lines;
      for (std::size_t i = first; i < first + 3; ++i) {
        lines += std::to_string(six[i].first) + delimiter + std::to_string(six[i].second) + "\n";
      }
      return lines;
    };
    folder.write("0.csv", text(0));
    const auto graph = graph_of({"0.csv", folder.write("1.csv", text(3))}, ChunkFormat::csv, delimiter);
    CHECK(read(graph, folder.path()) == six);
  }
}

TEST_CASE("edges of numpy in rows, in columns, in two files, in either order, of any integer type") {
  const TemporaryFolder folder;
  const std::vector<std::int32_t> rows{0, 0, 1, 1, 2, 1}, columns{3, 0, 0, 2, 1, 0};
  folder.write("rows.npy", npy("<i4", {3, 2}, rows));
  folder.write("columns.npy", npy("<i4", {2, 3}, columns));
  CHECK(read(graph_of({"rows.npy", "columns.npy"}, ChunkFormat::numpy), folder.path()) == six);
  folder.write("rows.npy", fortran_npy("<i4", 3, 2, rows));
  folder.write("columns.npy", fortran_npy("<i4", 2, 3, columns));
  CHECK(read(graph_of({"rows.npy", "columns.npy"}, ChunkFormat::numpy), folder.path()) == six);
  folder.write("s.npy", npy<std::uint8_t>("|u1", {3}, {0, 1, 2}));
  folder.write("t.npy", npy<std::int64_t>("<i8", {3}, {0, 1, 1}));
  CHECK(read(graph_of({"s.npy", "t.npy", "columns.npy"}, ChunkFormat::numpy), folder.path()) == six);
}

TEST_CASE("an array of shape (2, 2) has an edge in each row") {
  const TemporaryFolder folder;
  ChunkedGraph graph = graph_of({"e.npy"}, ChunkFormat::numpy);
  graph.edges[0].edges = {2};
  graph.schema.edge_types[0].edges = 2;
  folder.write("e.npy", npy<std::int64_t>("<i8", {2, 2}, {3, 0, 1, 2}));
  CHECK(read(graph, folder.path()) == Edges{{3, 0}, {1, 2}});
}

TEST_CASE("files and counts that do not agree") {
  const TemporaryFolder folder;
  folder.write("0", "0 0\n1 1\n2 1\n");
  const ChunkedGraph graph = graph_of({"0", "1"});
  check_fails(graph, folder, "1: No such file or directory");
  folder.write("1", "3 2\n0 1\n");
  check_fails(graph, folder, "1: 2 edges, but the metadata declares 3");
  folder.write("1", "");
  check_fails(graph, folder, "1: 0 edges, but the metadata declares 3");
  folder.write("1", "3 2\n0 1\n0 0\n0 0\n");
  CHECK_FALSE(read(graph, folder.path()));
  ChunkedGraph uncounted = graph;
  uncounted.edges[0].edges.clear();
  check_fails(uncounted, folder, "1: the files of 'a:to:b' have 7 edges, but the metadata declares 6");
  folder.write("1", "3 2\n");
  check_fails(uncounted, folder, "1: the files of 'a:to:b' have 4 edges, but the metadata declares 6");
  folder.write("1", "3 2\n0 1\n0 0\n");
  CHECK(read(uncounted, folder.path()) == six);
  std::filesystem::remove(folder.file("1"));
  std::filesystem::create_directory(folder.file("1"));
  check_fails(graph, folder, "1: not a regular file");
}

TEST_CASE("ids out of range have a place") {
  const TemporaryFolder folder;
  const ChunkedGraph graph = graph_of({"0", "1"});
  folder.write("0", "0 0\n1 1\n2 1\n");
  folder.write("1", "3 2\n4 1\n0 0\n");
  check_fails(graph, folder, "1:2:1: node id 4 is not below 4, the number of nodes of 'a'");
  folder.write("1", "3 2\n0 3\n0 0\n");
  check_fails(graph, folder, "1:2:3: node id 3 is not below 3, the number of nodes of 'b'");
  const ChunkedGraph arrays = graph_of({"0", "1"}, ChunkFormat::numpy);
  check_fails(arrays, folder, "0: not a .npy file: it begins with '0 0\\x0a1 '");
  folder.write("0", npy<std::int64_t>("<i8", {3, 2}, {0, 0, 1, 1, 2, -1}));
  check_fails(arrays, folder, "0: node id -1 at [2, 1] is not a non-negative integer");
  folder.write("0", npy<std::int64_t>("<i8", {2, 3}, {0, 4, 1, 1, 2, 1}));
  check_fails(arrays, folder, "0: node id 4 at [0, 1] is not below 4, the number of nodes of 'a'");
  folder.write("0", npy<double>("<f8", {3, 2}, {0, 0, 1, 0.5, 2, 1}));
  check_fails(arrays, folder, "0: node id 0.5 at [1, 1] is not a non-negative integer");
  folder.write("0", npy<std::int64_t>("<i8", {6}, {0, 0, 1, 1, 2, 1}));
  folder.write("1", npy<std::int64_t>("<i8", {5}, {0, 0, 1, 1, 2}));
  check_fails(arrays, folder,
              "1: an array of shape (5,), but the sources in " + folder.file("0") + " are an array of shape (6,)");
  folder.write("1", npy<std::int64_t>("<i8", {6}, {0, 0, 1, 1, 2, 3}));
  check_fails(arrays, folder, "1: node id 3 at [5] is not below 3, the number of nodes of 'b'");
  check_fails(graph_of({"0"}, ChunkFormat::numpy), folder,
              "0: an array of shape (6,), and no file with the destinations follows");
  folder.write("0", npy<std::int64_t>("<i8", {1, 6}, {0, 0, 1, 1, 2, 3}));
  check_fails(arrays, folder, "0: an array of shape (1, 6); edges are n × 2 or 2 × n");
  const std::string whole = npy<std::int64_t>("<i8", {3, 2}, {0, 0, 1, 1, 2, 1});
  folder.write("0", whole.substr(0, whole.size() - 5));
  check_fails(arrays, folder, "0: the file is truncated: expected 48 bytes of data, found 43");
  check_fails(graph_of({"0"}, ChunkFormat::parquet), folder, "0: no Parquet footer found; the file may be truncated");
}

TEST_CASE("the sink and the caller may stop") {
  const TemporaryFolder folder;
  folder.write("0", "0 0\n1 1\n2 1\n");
  folder.write("1", "3 2\n0 1\n0 0\n");
  const ChunkedGraph graph = graph_of({"0", "1"});
  const auto refuse = [](const EdgeBlock&) -> Result<void> { return fail(ErrorCode::device, "full"); };
  CHECK(read_edges(graph, folder.path(), refuse).error().message == "full");
  std::vector<double> fractions;
  const auto watch = [&](double fraction) {
    fractions.push_back(fraction);
    return fractions.size() < 2;
  };
  CHECK(read(graph, folder.path(), watch).error().code == ErrorCode::stopped);
  CHECK(fractions == std::vector<double>{0.5, 1});
}

TEST_CASE("many random edges, in blocks") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  Edges expected;
  ChunkedGraph graph = graph_of({});
  graph.edges[0].edges.clear();
  graph.schema.node_types[0].nodes = 4'000'000'000;
  for (int file = 0; file < 3; ++file) {
    std::string lines;
    for (std::uint_fast32_t row = 0, rows = random() % 150'000; row < rows; ++row) {
      expected.emplace_back(random() % 4'000'000'000U, random() % 3);
      lines += std::to_string(expected.back().first) + " " + std::to_string(expected.back().second) + "\n";
    }
    graph.edges[0].files.push_back(folder.write(std::to_string(file), lines));
  }
  graph.schema.edge_types[0].edges = static_cast<std::int64_t>(expected.size());
  CHECK((read(graph, folder.path()) == expected));
}

TEST_CASE("the metadata of a chunked graph, by folder or by file") {
  const TemporaryFolder folder;
  const std::string path = folder.write("metadata.json", R"({"graph_name": "g", "node_type": ["a"],
    "num_nodes_per_type": [4], "edge_type": [], "num_edges_per_type": [], "edges": {}, "node_data": {}, "edge_data": {}})");
  CHECK(read_chunked_graph(folder.path())->schema.nodes() == 4);
  CHECK(read_chunked_graph(path)->schema.nodes() == 4);
  CHECK(chunk_path(path, "0") == folder.file("0"));
  CHECK(chunk_path(folder.path(), "0") == folder.file("0"));
  CHECK(chunk_path(folder.path(), "/x/0") == "/x/0");
  folder.write("metadata.json", "{\n,");
  CHECK(read_chunked_graph(folder.path()).error().message.starts_with(path + ":2:1: "));
  folder.write("metadata.json", "{}");
  CHECK(read_chunked_graph(folder.path()).error().message == path + ": /: the key 'graph_name' is missing");
  CHECK(read_chunked_graph(folder.file("none")).error().message == folder.file("none") + ": No such file or directory");
}

}  // namespace tuplepack::tests::edge_reader_test
