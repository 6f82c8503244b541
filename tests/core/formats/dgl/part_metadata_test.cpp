#include "tuplepack/formats/dgl/part_metadata.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::part_metadata_test {

using namespace formats;

/// Two parts, as DGL writes them: types in any order, and keys that are not needed.
static const std::string two_parts = R"({
  "graph_name": "g", "num_nodes": 7, "num_edges": 10, "part_method": "metis", "num_parts": 2, "halo_hops": 1,
  "node_map": {"b": [[2, 3], [5, 7]], "a": [[0, 2], [3, 5]]},
  "edge_map": {"a:to:b": [[0, 6], [6, 10]]},
  "ntypes": {"a": 0, "b": 1}, "etypes": {"a:to:b": 0},
  "part-0": {"node_feats": "part0/n.dgl", "edge_feats": "part0/e.dgl", "part_graph": "part0/graph.dgl"},
  "part-1": {"node_feats": "part1/n.dgl", "edge_feats": "part1/e.dgl", "part_graph": "part1/graph.dgl"},
  "more": [1]
})";

static void check_part_metadata_fails(const std::string& piece, const std::string& other, ErrorCode code,
                                      const std::string& says) {
  std::string text = two_parts;
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  const auto read = read_part_metadata(text.replace(at, piece.size(), other));
  CAPTURE(text);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == code);
  CHECK_MESSAGE(read.error().message.find(says) != std::string::npos, read.error().message);
}

TEST_CASE("the metadata of a partitioned graph is read by the numbers of its types") {
  const auto graph = read_part_metadata(two_parts);
  REQUIRE(graph);
  CHECK(graph->name == "g");
  CHECK(graph->method == "metis");
  CHECK(graph->nodes == 7);
  CHECK(graph->edges == 10);
  CHECK(graph->hops == 1);
  REQUIRE(graph->node_types.size() == 2);
  CHECK(graph->node_types[0].name == "a");
  CHECK(graph->node_types[1].ranges[1].begin == 5);
  CHECK(graph->node_types[1].size() == 3);
  CHECK(graph->edge_types[0].size() == 10);
  REQUIRE(graph->parts.size() == 2);
  CHECK(graph->parts[1].graph == "part1/graph.dgl");
  CHECK(graph->parts[0].edge_features == "part0/e.dgl");
}

TEST_CASE("the graph of a part may be one of GraphBolt") {
  std::string text = two_parts;
  for (const std::string& piece : {std::string("\"part_graph\": \"part1/graph.dgl\""), std::string("\"more\": [1]")}) {
    const std::string other =
        piece.starts_with("\"part") ? "\"part_graph_graphbolt\": \"part1/g.pt\"" : "\"edge_map_dtype\": \"int32\"";
    text.replace(text.find(piece), piece.size(), other);
  }
  const auto graph = read_part_metadata(text);
  REQUIRE(graph);
  CHECK(graph->parts[1].graph == "part1/g.pt");
  CHECK(graph->parts[1].graphbolt);
  CHECK_FALSE(graph->parts[0].graphbolt);
  CHECK(graph->node_map_type.empty());
  CHECK(graph->edge_map_type == "int32");
}

TEST_CASE("a part may name its graph in both forms, as DGL's converter to GraphBolt leaves it") {
  std::string text = two_parts;
  const std::string piece = "\"part_graph\": \"part1/graph.dgl\"";
  text.replace(text.find(piece), piece.size(), piece + ", \"part_graph_graphbolt\": \"part1/g.pt\"");
  const auto graph = read_part_metadata(text);
  REQUIRE(graph);
  CHECK(graph->parts[1].graph == "part1/g.pt");
  CHECK(graph->parts[1].graphbolt);
  CHECK(graph->parts[1].coordinates == "part1/graph.dgl");
  CHECK(graph->parts[0].coordinates.empty());
}

TEST_CASE("what is wrong in the metadata of a partitioned graph is told with its place") {
  using enum ErrorCode;
  check_part_metadata_fails("\"num_nodes\": 7, ", "", malformed, "the key 'num_nodes' is missing");
  check_part_metadata_fails("\"num_parts\": 2", "\"num_parts\": 0", limit_not_positive, "/num_parts: 0 parts");
  check_part_metadata_fails("\"num_parts\": 2", "\"num_parts\": 3", malformed, "/node_map/a: 2 ranges for 3 parts");
  check_part_metadata_fails("\"num_parts\": 2", "\"num_parts\": -2", negative, "/num_parts");
  check_part_metadata_fails("[0, 2]", "[0, 2, 3]", malformed, "/node_map/a/0: 3 numbers instead of two");
  check_part_metadata_fails("[0, 2]", "[0, 2.5]", not_an_integer, "/node_map/a/0/1");
  check_part_metadata_fails("\"b\": 1}", "\"b\": 0}", malformed, "/ntypes/b");
  check_part_metadata_fails("\"b\": 1}", "\"b\": 2}", malformed, "/ntypes/b");
  check_part_metadata_fails("\"b\": 1}", "\"c\": 1}", malformed, "the key 'c' is missing");
  check_part_metadata_fails(", \"b\": 1}", "}", malformed, "/node_map: 2 types instead of 1");
  check_part_metadata_fails("\"part-1\"", "\"part-2\"", malformed, "the key 'part-1' is missing");
  check_part_metadata_fails(", \"part_graph\": \"part1/graph.dgl\"", "", malformed, "/part-1");
  check_part_metadata_fails("\"part_graph\": \"part1/graph.dgl\"", "\"part_graph\": 1, \"part_graph_graphbolt\": \"y\"",
                            malformed, "/part-1/part_graph");
  check_part_metadata_fails("\"more\": [1]", "\"node_map_dtype\": 64", malformed, "/node_map_dtype");
  CHECK_FALSE(read_part_metadata("[]"));
  const auto cut = read_part_metadata(two_parts.substr(0, two_parts.size() / 2));
  REQUIRE_FALSE(cut);
  CHECK(cut.error().line == 5);
}

TEST_CASE("ranges of a partitioned graph tile") {
  auto graph = read_part_metadata(two_parts).value();
  CHECK(check_ranges(graph));
  graph.edges = 11;
  CHECK(check_ranges(graph).error().message == "the ranges of edge_map end at 10 instead of 11");
  graph.node_types[1].ranges[0] = {2, 4};
  CHECK(check_ranges(graph).error().message == "node_map of 'a' has [3, 5] for part 1; it has to begin at 4");
  graph.node_types[1].ranges[0] = {2, 1};
  CHECK(check_ranges(graph).error().message == "node_map of 'b' has [2, 1] for part 0; it has to begin at 2");
}

TEST_CASE("a manifest lists files") {
  const auto manifest = read_part_manifest(
      R"({"stored_edges": "both", "files": [{"path": "part0/graph.dgl", "bytes": 12, "hash": "00ff"}]})");
  REQUIRE(manifest);
  CHECK(manifest->both);
  REQUIRE(manifest->files.size() == 1);
  CHECK(manifest->files[0].path == "part0/graph.dgl");
  CHECK(manifest->files[0].bytes == 12);
  CHECK(manifest->files[0].hash == "00ff");
  CHECK_FALSE(read_part_manifest(R"({"files": []})"));
  CHECK_FALSE(read_part_manifest(R"({"stored_edges": "in", "files": [{"path": "x", "bytes": "12", "hash": "0"}]})"));
}

TEST_CASE("the owner of a new id is found among ranges, empty ones too") {
  const std::vector<graph::PartitionedType> types{{.name = "a", .ranges = {{0, 0}, {2, 4}, {4, 4}}},
                                                  {.name = "b", .ranges = {{0, 2}, {4, 4}, {4, 5}}}};
  const graph::OwnerIndex owners(types);
  const std::size_t parts[] = {0, 0, 1, 1, 2};
  const std::int64_t kinds[] = {1, 1, 0, 0, 1};
  for (std::int64_t id = 0; id < 5; ++id) {
    CHECK(owners.part_of(id) == parts[id]);
    CHECK(owners.type_of(id) == kinds[id]);
  }
}

TEST_CASE("the metadata of partitioned graphs is told from other JSON") {
  CHECK(is_part_metadata(two_parts));
  CHECK_FALSE(is_part_metadata(R"({"graph_name": "g", "node_type": ["num_parts"]})"));
  CHECK_FALSE(is_part_metadata("[\"num_parts\"]"));
  CHECK_FALSE(is_part_metadata("{\"num_parts\": 2"));
}

}  // namespace tuplepack::tests::part_metadata_test
