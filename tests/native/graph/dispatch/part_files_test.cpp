#include "graph/dispatch/part_files.hpp"

#include "graph/dispatch/edge_columns.hpp"
#include "graph/dispatch/part_writer.hpp"
#include "graph/dispatch/written_file.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::part_files_test {

using namespace graph;

using Texts = std::vector<std::string>;

TEST_CASE("texts between arrays, some of which are empty") {
  const formats::FileLayout layout{{"a", 8}, {"b", 0}, {"c", 4}, {"d", 0}};
  CHECK(texts_between(layout, {8, 4}) == Texts{"a", "bc", "d"});
  CHECK(texts_between(layout, {8, 0, 4, 0}) == Texts{"a", "", "bc", "", "d"});
  CHECK(texts_between({{"only", 0}}, {0}) == Texts{"", "only"});
  CHECK(texts_between({}, {}) == Texts{""});
}

TEST_CASE("the files of a part have the size of their arrays and texts") {
  const GraphSchema schema{.name = "g", .node_types = {{"a", 9}, {"b", 0}}, .edge_types = {{0, "e", 0, 7}}};
  const PartSizes sizes{.inner_nodes = 4,
                        .halo_nodes = 2,
                        .inner_edges = 3,
                        .outer_edges = 2,
                        .nodes_by_type = {4, 0},
                        .edges_by_type = {3},
                        .with_owners = true};
  for (const PartFormat format : {PartFormat::dgl, PartFormat::npy}) {
    std::int64_t arrays = 0;
    for (const PartFile& file : part_files({.format = format}, schema, sizes)) {
      std::int64_t bytes = 0;
      std::vector<std::int64_t> each;
      for (const PartArray array : file.arrays) each.push_back(array_bytes(array, sizes));
      const auto texts = texts_between(std::get<formats::FileLayout>(file.container), each);
      for (const std::string& text : texts) bytes += static_cast<std::int64_t>(text.size());
      for (const std::int64_t size : each) bytes += size;
      CHECK(bytes == file_size(file));
      for (const std::int64_t size : each) arrays += size;
    }
    // Edges: source, target, id, type, inner. Nodes: id, type, inner, owner. Original ids.
    CHECK(arrays == 5 * (8 + 8 + 8 + 4 + 1) + 6 * (8 + 4 + 1 + 8) + (4 + 3) * 8);
  }
}

TEST_CASE("the graph for GraphBolt has the arrays of its container, as narrow as they may be") {
  const PartSizes sizes{
      .inner_nodes = 4, .halo_nodes = 2, .inner_edges = 3, .nodes_by_type = {4, 0}, .edges_by_type = {3}};
  const GraphSchema one{.name = "g", .node_types = {{"a", 9}}, .edge_types = {{0, "e", 0, 7}}};
  const GraphSchema typed{.name = "g", .node_types = {{"a", 9}, {"b", 0}}, .edge_types = {{0, "e", 0, 7}}};
  for (const GraphSchema& schema : {one, typed}) {
    const auto files = part_files({.format = PartFormat::graphbolt}, schema, sizes);
    REQUIRE(files.size() == 3);
    const auto& graph = std::get<formats::GraphboltGraph>(files[0].container);
    const auto tensors = graphbolt_arrays(graph);
    REQUIRE(files[0].arrays.size() == tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      CHECK(array_bytes(files[0].arrays[i], sizes) == tensors[i].bytes());
    }
    CHECK(graph.indptr == formats::TensorType::int32);
    CHECK(graph.type_per_edge.has_value() == (schema.node_types.size() > 1));
    CHECK(graph.node_types.size() == (schema.node_types.size() > 1 ? 2 : 0));
  }
}

TEST_CASE("the narrowest type of an index") {
  CHECK(index_type(126, formats::TensorType::int8) == formats::TensorType::int8);
  CHECK(index_type(127, formats::TensorType::int8) == formats::TensorType::int16);
  CHECK(index_type(0, formats::TensorType::int32) == formats::TensorType::int32);
  CHECK(index_type(2147483646, formats::TensorType::int32) == formats::TensorType::int32);
  CHECK(index_type(2147483647, formats::TensorType::int32) == formats::TensorType::int64);
}

TEST_CASE("lists of files are read as written") {
  const std::vector<WrittenFile> files{{"part0/graph.dgl", 12, "00ff"}, {"part0/node_feat/a b/x.npy", 0, "11"}};
  const auto read = read_list(list_text(files) + "not a file\n7 missing");
  REQUIRE(read.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(read[i].path == files[i].path);
    CHECK(read[i].bytes == files[i].bytes);
    CHECK(read[i].hash == files[i].hash);
  }
}

}  // namespace tuplepack::tests::part_files_test
