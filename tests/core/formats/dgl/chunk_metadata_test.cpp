#include "tuplepack/formats/dgl/chunk_metadata.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace tuplepack::tests::chunk_metadata_test {

using namespace formats;

/// As DGL's guide has it, with a feature of each kind.
static const std::string guide = R"({
  "graph_name": "g",
  "node_type": ["a", "b"],
  "num_nodes_per_chunk": [[2, 2], [2, 1]],
  "edge_type": ["a:to:b", "b:rev:a"],
  "num_edges_per_chunk": [[3, 3], [4, 0]],
  "edges": {
    "a:to:b": {"format": {"name": "csv", "delimiter": ","}, "data": ["edges/0.csv", "/tmp/1.csv"]},
    "b:rev:a": {"format": {"name": "numpy"}, "data": ["s0.npy", "t0.npy", "s1.npy", "t1.npy"]}
  },
  "node_data": {"b": {"feat": {"format": {"name": "numpy"}, "data": ["f.npy"]}}, "a": {}},
  "edge_data": {"a:to:b": {"x": {"format": {"name": "parquet"}, "data": ["x.parquet"]}}},
  "more": {"graph_name": 5}
})";

/// The guide's text with one piece replaced.
static std::string with(const std::string& piece, const std::string& other) {
  std::string text = guide;
  const std::size_t at = text.find(piece);
  REQUIRE(at != std::string::npos);
  return text.replace(at, piece.size(), other);
}

static void check_fails(const std::string& json, ErrorCode code, const std::string& says) {
  CAPTURE(json);
  const auto read = read_chunk_metadata(json);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == code);
  CHECK_MESSAGE(read.error().message.find(says) != std::string::npos, read.error().message);
}

TEST_CASE("the guide's metadata of a heterogeneous graph") {
  const auto read = read_chunk_metadata(guide);
  REQUIRE(read);
  const graph::GraphSchema& schema = read->schema;
  CHECK(schema.name == "g");
  REQUIRE(schema.node_types.size() == 2);
  CHECK(schema.node_types[0].name == "a");
  CHECK(schema.node_types[0].nodes == 4);
  CHECK(schema.node_types[1].nodes == 3);
  REQUIRE(schema.edge_types.size() == 2);
  CHECK(edge_type_name(schema, schema.edge_types[0]) == "a:to:b");
  CHECK(edge_type_name(schema, schema.edge_types[1]) == "b:rev:a");
  CHECK(schema.edge_types[0].edges == 6);
  CHECK(schema.edge_types[1].edges == 4);
  CHECK(read->nodes_per_chunk == std::vector<std::vector<std::int64_t>>{{2, 2}, {2, 1}});
  REQUIRE(read->edges.size() == 2);
  CHECK(read->edges[0].format == graph::ChunkFormat::csv);
  CHECK(read->edges[0].delimiter == ',');
  CHECK(read->edges[0].files == std::vector<std::string>{"edges/0.csv", "/tmp/1.csv"});
  CHECK(read->edges[0].edges == std::vector<std::int64_t>{3, 3});
  CHECK(read->edges[1].format == graph::ChunkFormat::numpy);
  CHECK(read->edges[1].files.size() == 4);
  REQUIRE(read->node_features.size() == 1);
  CHECK(read->node_features[0].type == 1);
  CHECK(read->node_features[0].name == "feat");
  CHECK(read->node_features[0].files == std::vector<std::string>{"f.npy"});
  REQUIRE(read->edge_features.size() == 1);
  CHECK(read->edge_features[0].format == graph::ChunkFormat::parquet);
}

TEST_CASE("what is written reads back, and is written alike again") {
  const auto read = read_chunk_metadata(guide);
  REQUIRE(read);
  const std::string text = chunk_metadata(*read);
  CHECK(text == R"({"graph_name":"g",
 "node_type":["a","b"],"num_nodes_per_type":[4,3],"num_nodes_per_chunk":[[2,2],[2,1]],
 "edge_type":["a:to:b","b:rev:a"],"num_edges_per_type":[6,4],"num_edges_per_chunk":[[3,3],[4,0]],
 "edges":{
 "a:to:b":{"format":{"name":"csv","delimiter":","},"data":["edges/0.csv","/tmp/1.csv"]},
 "b:rev:a":{"format":{"name":"numpy"},"data":["s0.npy","t0.npy","s1.npy","t1.npy"]}},
 "node_data":{
 "b":{
 "feat":{"format":{"name":"numpy"},"data":["f.npy"]}}},
 "edge_data":{
 "a:to:b":{
 "x":{"format":{"name":"parquet"},"data":["x.parquet"]}}}}
)");
  const auto again = read_chunk_metadata(text);
  REQUIRE(again);
  CHECK(chunk_metadata(*again) == text);
}

TEST_CASE("counts per type, per chunk, or both") {
  const std::string types_only = with(R"("num_nodes_per_chunk": [[2, 2], [2, 1]])", R"("num_nodes_per_type": [4, 3])");
  const auto read = read_chunk_metadata(types_only);
  REQUIRE(read);
  CHECK(read->schema.node_types[1].nodes == 3);
  CHECK(read->nodes_per_chunk == std::vector<std::vector<std::int64_t>>{{}, {}});
  CHECK(read_chunk_metadata(with(R"("edge_type")", R"("num_edges_per_type": [6, 4], "edge_type")")));
  check_fails(with(R"("edge_type")", R"("num_edges_per_type": [6, 5], "edge_type")"), ErrorCode::malformed,
              "/num_edges_per_chunk/1: the chunks of 'b:rev:a' have 4 edges, but /num_edges_per_type declares 5");
  check_fails(with(R"("num_nodes_per_chunk": [[2, 2], [2, 1]],)", ""), ErrorCode::malformed,
              "the key 'num_nodes_per_type' is missing, and 'num_nodes_per_chunk' as well");
  check_fails(with("[[2, 2], [2, 1]]", "[[2, 2]]"), ErrorCode::malformed,
              "/num_nodes_per_chunk: 1 entries, but there are 2 types");
  check_fails(with(R"("num_nodes_per_chunk": [[2, 2], [2, 1]])", R"("num_nodes_per_type": [4])"), ErrorCode::malformed,
              "/num_nodes_per_type: 1 entries, but there are 2 types");
  check_fails(with("[2, 1]]", "[2, -1]]"), ErrorCode::negative, "/num_nodes_per_chunk/1/1: '-1' is negative");
  check_fails(with("[2, 1]]", "[2, 1.5]]"), ErrorCode::not_an_integer, "/num_nodes_per_chunk/1/1");
  check_fails(with("[2, 1]]", "[2, 1e99]]"), ErrorCode::too_large, "/num_nodes_per_chunk/1/1");
  check_fails(with("[2, 1]]", "[2, 4294967295]]"), ErrorCode::too_large, "4294967295");
  check_fails(with("[4, 0]]", "[9007199254740991, 1]]"), ErrorCode::too_large, "the sum is beyond 2^53 - 1");
  check_fails(with("[4, 0]]", "4]"), ErrorCode::malformed, "/num_edges_per_chunk/1: '4' is not an array");
}

TEST_CASE("an unknown key may be empty") {
  CHECK(read_chunk_metadata(with(R"("more")", R"("": [1, [2]], "more")")));
}

TEST_CASE("no JSON has a line, everything else a path") {
  const auto read = read_chunk_metadata("{\n\"graph_name\": ,\n}");
  REQUIRE_FALSE(read);
  CHECK(read.error().line == 2);
  check_fails("", ErrorCode::malformed, "");
  check_fails("[]", ErrorCode::malformed, "/: '[' is not an object");
  for (const char* key : {"graph_name", "node_type", "edge_type", "edges", "node_data", "edge_data"}) {
    const std::string quoted = "\"" + std::string(key) + "\"";
    check_fails(with(quoted, "\"other\""), ErrorCode::malformed, "the key '" + std::string(key) + "' is missing");
    check_fails(with(quoted, quoted + ": 5, " + quoted), ErrorCode::malformed,
                "duplicate key '" + std::string(key) + "'");
  }
  check_fails(with(R"("graph_name": "g")", R"("graph_name": 5)"), ErrorCode::malformed,
              "/graph_name: '5' is not a string");
  check_fails(with(R"(["a", "b"])", R"({"a": "b"})"), ErrorCode::malformed, "/node_type: '{' is not an array");
  check_fails(with(R"(["a", "b"])", R"(["a", "a"])"), ErrorCode::malformed, "duplicate node type 'a'");
  check_fails(with(R"(["a", "b"])", R"(["a", "b:c"])"), ErrorCode::malformed,
              "'b:c' cannot be the name of a node type");
}

TEST_CASE("edge types and their files") {
  check_fails(with(R"(["a:to:b")", R"(["a-to-b")"), ErrorCode::malformed,
              "/edge_type/0: 'a-to-b' is not source:relation:target");
  check_fails(with(R"(["a:to:b")", R"(["a:to:b:c")"), ErrorCode::malformed, "is not source:relation:target");
  check_fails(with(R"(["a:to:b")", R"(["a:to:c")"), ErrorCode::unknown_name,
              "/edge_type/0: 'c' is not a node type of the graph");
  check_fails(with(R"(["a:to:b")", R"(["a:back:b")"), ErrorCode::unknown_name, "/edges: 'a:to:b' is not an edge type");
  check_fails(with(R"("b:rev:a": {)", R"("a:to:b": {)"), ErrorCode::malformed, "duplicate key 'a:to:b'");
  check_fails(with(R"("name": "csv", )", ""), ErrorCode::malformed, "/edges/a:to:b/format: the key 'name' is missing");
  check_fails(with(R"("name": "csv")", R"("name": "orc")"), ErrorCode::unsupported,
              "/edges/a:to:b/format/name: 'orc' is not csv, numpy or parquet");
  check_fails(with(R"("delimiter": ",")", R"("delimiter": ";")"), ErrorCode::unsupported,
              "the delimiter ';' is not a blank, a comma or a tab");
  check_fails(with(R"("edges/0.csv", )", ""), ErrorCode::malformed,
              "/edges/a:to:b/data: 1 files, and /num_edges_per_chunk has 2 chunks");
  check_fails(with(R"("s0.npy", )", ""), ErrorCode::malformed, "3 files, and /num_edges_per_chunk has 2 chunks");
  check_fails(with(R"("edges/0.csv")", R"("")"), ErrorCode::malformed, "/edges/a:to:b/data/0: the string is empty");
  check_fails(with(R"("edges/0.csv")", R"("a\u0000b")"), ErrorCode::malformed, "has a NUL character");
  const auto blank = read_chunk_metadata(with(R"(, "delimiter": ",")", ""));
  REQUIRE(blank);
  CHECK(blank->edges[0].delimiter == ' ');
}

TEST_CASE("features") {
  check_fails(with(R"("node_data": {"b")", R"("node_data": {"c")"), ErrorCode::unknown_name,
              "/node_data: 'c' is not a node type of the graph");
  check_fails(with(R"("feat": {"format": {"name": "numpy"})", R"("feat": {"format": {"name": "csv"})"),
              ErrorCode::unsupported, "/node_data/b/feat/format/name: 'csv' is not numpy or parquet");
  check_fails(with(R"(["f.npy"])", "[]"), ErrorCode::empty, "/node_data/b/feat/data: there is no file");
  check_fails(with(R"("feat")", R"("../feat")"), ErrorCode::malformed, "'../feat' cannot be the name of a feature");
  const auto none = read_chunk_metadata(
      with(R"({"b": {"feat": {"format": {"name": "numpy"}, "data": ["f.npy"]}}, "a": {}})", "null"));
  REQUIRE(none);
  CHECK(none->node_features.empty());
}

}  // namespace tuplepack::tests::chunk_metadata_test
