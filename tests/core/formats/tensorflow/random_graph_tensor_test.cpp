#include "tuplepack/formats/tensorflow/random_graph_tensor.hpp"

#include "tuplepack/formats/bytes/crc32c.hpp"
#include "tuplepack/formats/tensorflow/graph_tensor.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace tuplepack::tests::random_graph_tensor_test {

using namespace formats;

namespace {

using Integers = std::vector<std::int64_t>;

/// Without errors.
graph::TensorSchema valid_schema(const std::string& text) {
  CAPTURE(text);
  auto schema = read_tensor_schema(text);
  if (!schema) FAIL(schema.error().message);
  const graph::SchemaFindings findings = check_tensor_schema(*schema);
  if (!findings.errors.empty()) FAIL(findings.errors.front().message);
  return *schema;
}

std::string feature_text(const std::string& name, const std::string& type, const Integers& shape = {}) {
  std::string text = "features { key: '" + name + "' value { dtype: " + type + " shape {";
  for (const std::int64_t size : shape) text += " dim { size: " + std::to_string(size) + " }";
  return text + " } } } ";
}

std::string node_text(const std::string& name, const std::string& content = "") {
  return "node_sets { key: '" + name + "' value { " + content + "} }\n";
}

std::string edge_text(const std::string& name, const std::string& source, const std::string& target,
                      const std::string& content = "") {
  return "edge_sets { key: '" + name + "' value { source: '" + source + "' target: '" + target + "' " + content +
         "} }\n";
}

std::string random_example(const graph::TensorSchema& schema, std::uint64_t seed, std::uint64_t index) {
  std::string bytes;
  const auto made = append_random_graph_tensor(bytes, schema, seed, index);
  if (!made) FAIL(made.error().message);
  return bytes;
}

std::string refusal(const graph::TensorSchema& schema) {
  std::string bytes;
  const auto made = append_random_graph_tensor(bytes, schema, 0, 0);
  return made ? "" : made.error().message;
}

/// Reads graphs 0 … n − 1 by their schema.
void for_each_random_graph(const graph::TensorSchema& schema, std::uint64_t n,
                           const std::function<void(const GraphTensor&)>& visit) {
  ExampleReader reader;
  for (std::uint64_t index = 0; index < n; ++index) {
    const std::string bytes = random_example(schema, 20261123, index);
    const auto features = reader.read(bytes);
    REQUIRE(features.has_value());
    const auto graph = read_graph_tensor(*features, schema);
    if (!graph) FAIL(graph.error().message);
    std::string again;
    append_graph_tensor(again, *graph);
    REQUIRE(again == bytes);
    visit(*graph);
  }
}

Integers integers_of(const TensorValues& values) {
  const auto& all = std::get<std::span<const std::int64_t>>(values.values);
  return {all.begin(), all.end()};
}

std::int64_t min_of(const std::set<std::int64_t>& all) {
  return *all.begin();
}

std::int64_t max_of(const std::set<std::int64_t>& all) {
  return *all.rbegin();
}

}  // namespace

TEST_CASE("random graphs: sizes, ends of edges and ragged rows take all values of their ranges") {
  const graph::TensorSchema schema = valid_schema("context { " + feature_text("c", "DT_INT32", {-1, -1}) + "}\n" +
                                                  node_text("a", feature_text("r", "DT_INT64", {2, -1, 3})) +
                                                  node_text("b") + edge_text("e", "a", "b"));
  std::set<std::int64_t> sizes, lengths, context, values, edges_of_four;
  for_each_random_graph(schema, 3000, [&](const GraphTensor& graph) {
    const std::int64_t a = graph.node_sets[0].sizes[0], b = graph.node_sets[1].sizes[0];
    REQUIRE(graph.node_sets[0].sizes.size() == 1);
    sizes.insert(a);
    const TensorPiece& edges = graph.edge_sets[0];
    REQUIRE(3 * (edges.sizes[0] + 1) > 2 * (a + b));
    REQUIRE(4 * edges.sizes[0] <= 9 * (a + b));
    if (a + b == 4) edges_of_four.insert(edges.sizes[0]);
    const TensorValues& ragged = graph.node_sets[0].features[0];
    REQUIRE(ragged.ragged[0].dimension == 2);
    lengths.insert(ragged.ragged[0].lengths.begin(), ragged.ragged[0].lengths.end());
    for (const std::int64_t value : integers_of(ragged)) values.insert(value);
    REQUIRE(graph.context[0].ragged[0].lengths.size() == 1);
    for (const std::int64_t value : integers_of(graph.context[0])) context.insert(value);
  });
  CHECK(sizes == std::set<std::int64_t>{2, 3, 4, 5, 6, 7});
  CHECK(lengths == sizes);
  CHECK(edges_of_four == std::set<std::int64_t>{2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(values.size() == 899);
  CHECK(min_of(values) == 100);
  CHECK(max_of(values) == 998);
  CHECK(context.size() == 90);
  CHECK(min_of(context) == 10);
  CHECK(max_of(context) == 99);
}

TEST_CASE("random graphs: values of every type") {
  std::string features;
  for (const graph::FeatureType type : graph::feature_types()) {
    features += feature_text(std::string(name(type)), std::string(proto_name(type)), {9});
  }
  const graph::TensorSchema schema = valid_schema(node_text("n", features));
  std::set<char> letters;
  for_each_random_graph(schema, 50, [&](const GraphTensor& graph) {
    for (std::size_t f = 0; f < graph::feature_types().size(); ++f) {
      const graph::FeatureType type = graph::feature_types()[f];
      CAPTURE(name(type));
      const TensorValues& feature = graph.node_sets[0].features[f];
      if (const auto* const floats = std::get_if<std::span<const float>>(&feature.values)) {
        const float scale = type == graph::FeatureType::bfloat16  ? 256.0F
                            : type == graph::FeatureType::float16 ? 2048.0F
                                                                  : 16777216.0F;
        for (const float value : *floats) {
          REQUIRE(value >= 0);
          REQUIRE(value < 1);
          const float scaled = value * scale;
          REQUIRE(scaled == static_cast<float>(static_cast<int>(scaled)));
        }
      } else if (type == graph::FeatureType::string) {
        for (const std::string_view value : std::get<std::span<const std::string_view>>(feature.values)) {
          REQUIRE(value.size() == 1);
          letters.insert(value[0]);
        }
      } else {
        const std::int64_t least = type == graph::FeatureType::boolean                                       ? 0
                                   : type == graph::FeatureType::int64 || type == graph::FeatureType::uint64 ? 100
                                                                                                             : 10;
        const std::int64_t most = least == 0 ? 1 : least == 100 ? 998 : 99;
        for (const std::int64_t value : integers_of(feature)) {
          REQUIRE(value >= least);
          REQUIRE(value <= most);
        }
      }
    }
  });
  CHECK(letters.size() == 26);
  CHECK(*letters.begin() == 'A');
  CHECK(*letters.rbegin() == 'Z');
}

TEST_CASE("random graphs: readout structures are valid") {
  const graph::TensorSchema schema = valid_schema(
      node_text("a") + node_text("b") + node_text("_readout", feature_text("label", "DT_INT64")) +
      node_text("_readout:links") + node_text("_shadow/e", feature_text("x", "DT_FLOAT")) +
      edge_text("_readout/seed/1", "a", "_readout") + edge_text("_readout/seed/2", "_shadow/e", "_readout") +
      edge_text("e", "a", "b") + edge_text("_readout/seed/3", "b", "_readout") +
      edge_text("_readout/other", "b", "_readout") + edge_text("_readout:links/source", "a", "_readout:links") +
      edge_text("_readout:links/target", "b", "_readout:links"));
  std::size_t mixed = 0;
  for_each_random_graph(schema, 500, [&](const GraphTensor& graph) {
    CHECK(graph.node_sets[4].sizes[0] == graph.edge_sets[2].sizes[0]);
    for (const std::vector<std::size_t>& key : std::vector<std::vector<std::size_t>>{{0, 1, 3}, {4}, {5}, {6}}) {
      Integers reached;
      for (const std::size_t set : key) {
        const auto target = graph.edge_sets[set].target;
        REQUIRE(std::adjacent_find(target.begin(), target.end(), std::greater_equal<>()) == target.end());
        reached.insert(reached.end(), target.begin(), target.end());
        mixed += key.size() == 3 && !target.empty() && target.size() < 2 ? 1 : 0;
      }
      std::sort(reached.begin(), reached.end());
      Integers all(static_cast<std::size_t>(graph.node_sets[key[0] < 5 ? 2 : 3].sizes[0]));
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
      REQUIRE(reached == all);
    }
  });
  CHECK(mixed > 100);
}

TEST_CASE("random graphs are a function of seed and index, the same everywhere") {
  const graph::TensorSchema schema =
      valid_schema(node_text("a", feature_text("r", "DT_FLOAT", {-1, 2}) + feature_text("s", "DT_STRING", {-1})) +
                   edge_text("e", "a", "a"));
  CHECK(random_example(schema, 1, 2) == random_example(schema, 1, 2));
  CHECK(random_example(schema, 1, 2) != random_example(schema, 2, 1));
  std::string all;
  for (std::uint64_t index = 0; index < 100; ++index) all += random_example(schema, 7, index);
  CHECK(masked_crc32c(all) == 3537734224);
}

TEST_CASE("random graphs: what no graph can be made of") {
  const auto wide = [](const Integers& shape) {
    return refusal(valid_schema(node_text("n", feature_text("x", "DT_FLOAT", shape))));
  };
  CHECK(wide({1'000'000'000'000}) == "a random graph has too many values; the feature 'x' has shape [1000000000000]");
  CHECK(wide({1'000'000, -1, 1'000'000}) ==
        "a random graph has too many values; the feature 'x' has shape [1000000, ragged, 1000000]");
  CHECK(wide({100'000'000, -1}) == "a random graph has too many values; the feature 'x' has shape [100000000, ragged]");
  CHECK(wide({0, 1'000'000'000'000}).empty());
  CHECK(refusal(valid_schema(node_text("_shadow/e") + edge_text("e", "_shadow/e", "_shadow/e"))) ==
        "the size of the edge set 'e' depends on itself, by a shadow node set");
}

TEST_CASE("an empty schema has empty graphs; a set can be reached by no edge") {
  CHECK(random_example(valid_schema("context { }"), 0, 0).empty());
  const graph::TensorSchema schema = valid_schema(
      node_text("a") + node_text("_readout") + node_text("_shadow/_readout/k/a") + node_text("_shadow/_readout/k/b") +
      edge_text("_readout/k/a", "a", "_readout") + edge_text("_readout/k/b", "_readout", "_readout") +
      edge_text("e", "_shadow/_readout/k/a", "a") + edge_text("_readout/q/a", "_shadow/_readout/k/a", "_readout") +
      edge_text("_readout/q/b", "_shadow/_readout/k/b", "_readout"));
  std::size_t empty = 0;
  for_each_random_graph(schema, 300, [&](const GraphTensor& graph) {
    empty += graph.edge_sets[2].sizes[0] == 0 ? 1 : 0;
    REQUIRE((graph.edge_sets[2].sizes[0] == 0) == (graph.node_sets[2].sizes[0] == 0));
  });
  CHECK(empty > 0);
}

}  // namespace tuplepack::tests::random_graph_tensor_test
