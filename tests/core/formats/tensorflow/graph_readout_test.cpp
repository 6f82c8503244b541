#include "tuplepack/formats/tensorflow/graph_readout.hpp"

#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::graph_readout_test {

using namespace formats;

namespace {

graph::TensorSchema schema() {
  return read_tensor_schema(
             "node_sets { key: 'a' } node_sets { key: 'b' } node_sets { key: '_readout' } "
             "edge_sets { key: '_readout/seed/1' value { source: 'a' target: '_readout' } } "
             "edge_sets { key: '_readout/seed/2' value { source: 'b' target: '_readout' } } "
             "edge_sets { key: '_readout/other' value { source: 'b' target: '_readout' } }")
      .value();
}

using Targets = std::vector<std::int64_t>;

/// What is wrong with a readout of three nodes in two components.
std::string wrong(const Targets& one, const Targets& two, const Targets& other) {
  static constexpr std::int64_t sizes[] = {2, 1};
  GraphTensor graph;
  for (const std::string_view name : {"a", "b", "_readout"}) {
    graph.node_sets.push_back({.name = name, .sizes = sizes, .source = {}, .target = {}, .features = {}});
  }
  const auto add = [&](std::string_view name, const Targets& targets) {
    graph.edge_sets.push_back({.name = name, .sizes = {}, .source = {}, .target = targets, .features = {}});
  };
  add("_readout/seed/1", one);
  add("_readout/seed/2", two);
  add("_readout/other", other);
  const auto checked = check_readout_values(graph, schema());
  return checked ? "" : checked.error().message;
}

}  // namespace

TEST_CASE("each readout node is the target of one edge of each key") {
  CHECK(wrong({0, 2}, {1}, {0, 1, 2}).empty());
  CHECK(wrong({}, {0, 1, 2}, {0, 1, 2}).empty());
  CHECK(wrong({0}, {1}, {0, 1, 2}) == "the node 2 of '_readout' has no edge of the key 'seed'");
  CHECK(wrong({0, 2}, {1}, {}) == "the node 0 of '_readout' has no edge of the key 'other'");
  CHECK(wrong({0, 1}, {1, 2}, {0, 1, 2}) == "the node 1 of '_readout' has two edges of the key 'seed'");
}

TEST_CASE("targets of a readout ascend") {
  CHECK(wrong({2, 0}, {1}, {0, 1, 2}) ==
        "the feature 'edges/_readout/seed/1.#target' has 0 after 2, and targets of a readout ascend");
  CHECK(wrong({0, 2}, {1}, {0, 1, 1}) ==
        "the feature 'edges/_readout/other.#target' has 1 after 1, and targets of a readout ascend");
}

}  // namespace tuplepack::tests::graph_readout_test
