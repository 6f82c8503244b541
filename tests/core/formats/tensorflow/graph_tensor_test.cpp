#include "tuplepack/formats/tensorflow/graph_tensor.hpp"

#include "formats/hex.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>

namespace tuplepack::tests::graph_tensor_test {

using namespace formats;

namespace {

using Integers = std::vector<std::int64_t>;
using Strings = std::vector<std::string_view>;
using Floats = std::vector<float>;

graph::TensorFeature feature(const std::string& name, graph::FeatureType type, const Integers& shape = {}) {
  graph::TensorFeature made;
  made.name = name;
  made.type = type;
  made.has_shape = true;
  for (const std::int64_t size : shape) made.shape.push_back({.size = size, .name = ""});
  return made;
}

graph::TensorNodeSet nodes(const std::string& name, std::vector<graph::TensorFeature> features = {}) {
  graph::TensorNodeSet set;
  set.name = name;
  set.features = std::move(features);
  return set;
}

graph::TensorEdgeSet edges(const std::string& name, const std::string& source, const std::string& target) {
  graph::TensorEdgeSet set;
  set.name = name;
  set.source.name = source;
  set.target.name = target;
  return set;
}

graph::TensorSchema schema_of(std::vector<graph::TensorNodeSet> node_sets,
                              std::vector<graph::TensorEdgeSet> edge_sets = {},
                              std::vector<graph::TensorFeature> context = {}) {
  graph::TensorSchema schema;
  schema.node_sets = std::move(node_sets);
  schema.edge_sets = std::move(edge_sets);
  if (!context.empty()) schema.context.emplace().features = std::move(context);
  return schema;
}

std::string written(const GraphTensor& graph) {
  std::string bytes;
  append_graph_tensor(bytes, graph);
  return bytes;
}

/// What a schema reads in an example, written again.
std::string again(const std::string& bytes, const graph::TensorSchema& schema) {
  ExampleReader reader;
  const auto features = reader.read(bytes);
  REQUIRE(features.has_value());
  const auto graph = read_graph_tensor(*features, schema);
  return graph ? written(*graph) : graph.error().message;
}

struct Named {
  std::string_view name;
  std::variant<Integers, Floats, Strings> values;
};

std::string example_of(const std::vector<Named>& all) {
  std::vector<NamedFeature> features;
  for (const Named& one : all) {
    std::visit([&](const auto& values) { features.push_back({.name = one.name, .values = std::span(values)}); },
               one.values);
  }
  std::string bytes;
  append_example(bytes, features);
  return bytes;
}

std::string example_with_nothing(std::string_view name) {
  const NamedFeature nothing{.name = name, .values = {}};
  std::string bytes;
  append_example(bytes, std::span(&nothing, 1));
  return bytes;
}

}  // namespace

TEST_CASE("a ragged feature of nodes, byte for byte") {
  const Integers size{3}, scores{10, 15, 23, 89, 64, 53, 25, 29}, lengths{3, 1, 4};
  const GraphTensor graph{.context = {},
                          .node_sets = {{.name = "students",
                                         .sizes = size,
                                         .source = {},
                                         .target = {},
                                         .features = {{.name = "scores",
                                                       .values = std::span(scores),
                                                       .ragged = {{.dimension = 1, .lengths = lengths}}}}}},
                          .edge_sets = {}};
  const std::string expected =
      "0a6b0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a01030a250a156e6f6465732f73747564656e74732e73636f72"
      "6573120c1a0a0a080a0f17594035191d0a230a186e6f6465732f73747564656e74732e73636f7265732e643112071a050a03030104";
  CHECK(hex(written(graph)) == expected);
  const graph::TensorSchema schema =
      schema_of({nodes("students", {feature("scores", graph::FeatureType::int32, {-1})})});
  CHECK(hex(again(bytes_of_hex(expected), schema)) == expected);
}

TEST_CASE("a context with two ragged dimensions, byte for byte") {
  const std::string expected =
      "0a450a140a09636f6e746578742f7212071a050a030102030a150a0c636f6e746578742f722e643112051a030a01020a160a0c636f6e7465"
      "78742f722e643212061a040a020102";
  const graph::TensorSchema schema = schema_of({}, {}, {feature("r", graph::FeatureType::int64, {-1, -1})});
  CHECK(hex(again(bytes_of_hex(expected), schema)) == expected);
}

TEST_CASE("ragged strings, dense inner dimensions and several components, byte for byte") {
  const graph::TensorSchema words = schema_of({nodes("a", {feature("words", graph::FeatureType::string, {-1, -1})})});
  const std::string nested = example_of({{"nodes/a.#size", Integers{3}},
                                         {"nodes/a.words", Strings{"a", "b", "c", "d", "e"}},
                                         {"nodes/a.words.d1", Integers{2, 0, 1}},
                                         {"nodes/a.words.d2", Integers{2, 1, 2}}});
  CHECK(hex(nested) ==
        "0a760a160a0d6e6f6465732f612e2373697a6512051a030a01030a220a0d6e6f6465732f612e776f72647312110a0f0a"
        "01610a01620a01630a01640a01650a1b0a106e6f6465732f612e776f7264732e643112071a050a030200010a1b0a106e"
        "6f6465732f612e776f7264732e643212071a050a03020102");
  CHECK(again(nested, words) == nested);

  const graph::TensorSchema dense = schema_of({nodes("n")}, {}, {feature("x", graph::FeatureType::float32, {-1, 3})});
  const std::string four = example_of({{"context/x", Floats{1, 2, 3, 4, 5, 6, 7, 8, 9}},
                                       {"context/x.d1", Integers{0, 2, 0, 1}},
                                       {"nodes/n.#size", Integers{0, 1, 2, 0}}});
  CHECK(hex(four) ==
        "0a6c0a350a09636f6e746578742f78122812260a240000803f0000004000004040000080400000a0400000c0400000e0"
        "4000000041000010410a180a0c636f6e746578742f782e643112081a060a04000200010a190a0d6e6f6465732f6e2e23"
        "73697a6512081a060a0400010200");
  CHECK(again(four, dense) == four);

  const graph::TensorSchema two = schema_of({nodes("n")}, {edges("e", "n", "n")});
  const std::string components = example_of({{"edges/e.#size", Integers{2, 3}},
                                             {"edges/e.#source", Integers{0, 1, 2, 2, 2}},
                                             {"edges/e.#target", Integers{0, 0, 1, 1, 2}},
                                             {"nodes/n.#size", Integers{1, 2}}});
  CHECK(hex(components) ==
        "0a6e0a170a0d65646765732f652e2373697a6512061a040a0202030a1c0a0f65646765732f652e23736f757263651209"
        "1a070a0500010202020a1c0a0f65646765732f652e2374617267657412091a070a0500000101020a170a0d6e6f646573"
        "2f6e2e2373697a6512061a040a020102");
  CHECK(again(components, two) == components);
}

TEST_CASE("readout of two nodes, byte for byte") {
  const graph::TensorSchema schema =
      schema_of({nodes("n"), nodes("_readout", {feature("label", graph::FeatureType::int64)})},
                {edges("_readout/seed", "n", "_readout")});
  const std::string bytes = example_of({{"edges/_readout/seed.#size", Integers{2}},
                                        {"edges/_readout/seed.#source", Integers{1, 3}},
                                        {"edges/_readout/seed.#target", Integers{0, 1}},
                                        {"nodes/_readout.#size", Integers{2}},
                                        {"nodes/_readout.label", Integers{7, 9}},
                                        {"nodes/n.#size", Integers{5}}});
  CHECK(hex(bytes) ==
        "0ac9010a220a1965646765732f5f726561646f75742f736565642e2373697a6512051a030a01020a250a1b6564676573"
        "2f5f726561646f75742f736565642e23736f7572636512061a040a0201030a250a1b65646765732f5f726561646f7574"
        "2f736565642e2374617267657412061a040a0200010a1d0a146e6f6465732f5f726561646f75742e2373697a6512051a"
        "030a01020a1e0a146e6f6465732f5f726561646f75742e6c6162656c12061a040a0207090a160a0d6e6f6465732f6e2e"
        "2373697a6512051a030a0105");
  CHECK(again(bytes, schema) == bytes);
}

TEST_CASE("integers of 64 bits keep their bits, whatever their type") {
  const graph::TensorSchema schema = schema_of({nodes("n", {feature("u", graph::FeatureType::uint64)})});
  const std::string bytes = example_of({{"nodes/n.#size", Integers{2}}, {"nodes/n.u", Integers{-1, INT64_MIN}}});
  CHECK(again(bytes, schema) == bytes);
}

TEST_CASE("what is left out") {
  const graph::TensorSchema schema =
      schema_of({nodes("a", {feature("x", graph::FeatureType::float32, {2})}), nodes("latent")});
  ExampleReader reader;
  const auto omitted = reader.read("");
  REQUIRE(omitted.has_value());
  const auto graph = read_graph_tensor(*omitted, schema);
  REQUIRE(graph.has_value());
  CHECK(graph->node_sets[0].sizes[0] == 0);
  CHECK(graph->node_sets[0].features[0].values.index() == 0);
  const std::string sizes_only = example_of({{"nodes/a.#size", Integers{3}}});
  CHECK(again(sizes_only, schema).find("nodes/latent.#size") != std::string::npos);
  const graph::TensorSchema context = schema_of({}, {}, {feature("c", graph::FeatureType::int64)});
  CHECK(again("", context) == "the feature 'context/c' is missing");
  CHECK(again(example_with_nothing("context/c"), context) == "the feature 'context/c' is missing");
}

TEST_CASE("sizes alone: no values beside them, byte for byte") {
  const graph::TensorSchema schema =
      schema_of({nodes("students", {feature("scores", graph::FeatureType::int32, {-1})})});
  const std::string sizes = "0a1f0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a0103";
  CHECK(hex(again(bytes_of_hex(sizes), schema)) == sizes);
  ExampleReader reader;
  const std::string bytes = bytes_of_hex(sizes);
  const auto graph = read_graph_tensor(*reader.read(bytes), schema);
  REQUIRE(graph.has_value());
  CHECK(graph->node_sets[0].sizes[0] == 3);
  CHECK(size_of(graph->node_sets[0].features[0].values) == 0);
  CHECK(graph->node_sets[0].features[0].ragged.empty());
}

TEST_CASE("an empty Feature is as one that is left out") {
  const graph::TensorSchema schema =
      schema_of({nodes("a", {feature("r", graph::FeatureType::int32, {-1})}), nodes("b")});
  const auto read = [&](std::vector<NamedFeature> features) {
    std::string bytes;
    append_example(bytes, features);
    return again(bytes, schema);
  };
  const Integers one{1}, two{2}, none{0, 0};
  const std::string sizes = example_of({{"nodes/a.#size", two}, {"nodes/b.#size", Integers{0}}});
  CHECK(read({{"nodes/a.#size", std::span(two)}, {"nodes/a.r", {}}, {"nodes/b.#size", {}}}) == sizes);
  CHECK(read({{"nodes/a.#size", std::span(two)}, {"nodes/a.r", {}}, {"nodes/a.r.d1", {}}}) == sizes);
  CHECK(read({{"nodes/a.#size", std::span(two)}, {"nodes/a.r.d1", std::span(none)}}) ==
        example_of({{"nodes/a.#size", two}, {"nodes/a.r.d1", none}, {"nodes/b.#size", Integers{0}}}));
  CHECK(read({{"nodes/a.#size", std::span(one)}, {"nodes/a.r.d1", std::span(two)}}) ==
        "the feature 'nodes/a.r' has 0 values instead of 2");
}

TEST_CASE("messages of examples that do not fit the schema") {
  const graph::TensorSchema schema = schema_of(
      {nodes("a", {feature("x", graph::FeatureType::float64, {2}), feature("r", graph::FeatureType::uint8, {-1})})},
      {edges("e", "a", "a")});
  const Integers two{2};
  CHECK(again(example_of({{"nodes/a.#size", two}, {"nodes/a.x", Integers{1, 2, 3, 4}}}), schema) ==
        "the feature 'nodes/a.x' has integers, but the schema declares float64");
  CHECK(again(example_of({{"nodes/a.#size", two}, {"nodes/a.r", Strings{}}}), schema) ==
        "the feature 'nodes/a.r' has bytes, but the schema declares uint8");
  CHECK(again(example_of({{"nodes/a.#size", two}, {"nodes/a.x", Floats{1, 2, 3}}}), schema) ==
        "the feature 'nodes/a.x' has 3 values instead of 4");
  CHECK(again(example_of({{"nodes/a.#size", two}, {"nodes/a.r", two}}), schema) ==
        "the feature 'nodes/a.r.d1' has 0 lengths instead of 2");
  CHECK(again(example_of({{"nodes/a.#size", two}, {"nodes/a.r", two}, {"nodes/a.r.d1", Integers{2, -1}}}), schema) ==
        "the feature 'nodes/a.r.d1' has the number -1");
  CHECK(again(example_of({{"nodes/a.#size", two}, {"edges/e.#size", Integers{1, 1}}}), schema) ==
        "the feature 'edges/e.#size' has 2 components, and 'nodes/a.#size' has 1");
  CHECK(again(example_of({{"nodes/a.#size", two}, {"edges/e.#size", two}, {"edges/e.#source", two}}), schema) ==
        "the feature 'edges/e.#source' has 1 nodes instead of 2");
  CHECK(again(example_of({{"nodes/a.#size", two},
                          {"edges/e.#size", Integers{1}},
                          {"edges/e.#source", Integers{1}},
                          {"edges/e.#target", Integers{2}}}),
              schema) == "the feature 'edges/e.#target' has the node 2, but there are 2 of 'a'");
  CHECK(again(example_of({{"edges/e.#size", Integers{0, 0}}}), schema) ==
        "the feature 'nodes/a.#size' is missing, but there are 2 components");
}

TEST_CASE("random graphs of random schemas come back as they were") {
  const unsigned seed = 20261123;
  INFO("seed ", seed);
  std::mt19937 random(seed);
  static constexpr graph::FeatureType types[] = {graph::FeatureType::float32, graph::FeatureType::int64,
                                                 graph::FeatureType::string, graph::FeatureType::boolean,
                                                 graph::FeatureType::bfloat16};
  for (int round = 0; round < 300; ++round) {
    const std::size_t components = 1 + random() % 3;
    graph::TensorSchema schema;
    std::map<std::string, std::variant<Integers, Floats, Strings>> all;
    const auto draw_feature = [&](const std::string& prefix, std::vector<graph::TensorFeature>& features,
                                  std::int64_t rows) {
      const graph::FeatureType type = types[random() % std::size(types)];
      Integers shape(random() % 4);
      for (std::int64_t& size : shape) size = random() % 2 == 0 ? -1 : static_cast<std::int64_t>(random() % 3);
      const std::string name = "f" + std::to_string(features.size());
      for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] >= 0) {
          rows *= shape[i];
          continue;
        }
        Integers lengths(static_cast<std::size_t>(rows));
        rows = 0;
        for (std::int64_t& length : lengths) rows += length = static_cast<std::int64_t>(random() % 3);
        all[prefix + name + ".d" + std::to_string(i + 1)] = lengths;
      }
      const auto n = static_cast<std::size_t>(rows);
      if (example_list(type) == graph::ExampleList::bytes) all[prefix + name] = Strings(n, "text");
      if (example_list(type) == graph::ExampleList::floats) all[prefix + name] = Floats(n, 0.25F);
      if (example_list(type) == graph::ExampleList::int64s) all[prefix + name] = Integers(n, -3);
      features.push_back(feature(name, type, shape));
    };
    Integers totals;
    for (std::size_t s = 1 + random() % 3; s-- > 0;) {
      Integers sizes(components);
      std::int64_t total = 0;
      for (std::int64_t& size : sizes) total += size = static_cast<std::int64_t>(random() % 4);
      graph::TensorNodeSet set = nodes("n" + std::to_string(totals.size()));
      all["nodes/" + set.name + ".#size"] = sizes;
      for (std::size_t f = random() % 3; f-- > 0;) draw_feature("nodes/" + set.name + ".", set.features, total);
      totals.push_back(total);
      schema.node_sets.push_back(set);
    }
    if (totals[0] > 0) {
      schema.edge_sets.push_back(edges("e", "n0", "n0"));
      Integers sizes(components, 2);
      all["edges/e.#size"] = sizes;
      all["edges/e.#source"] = Integers(2 * components, totals[0] - 1);
      all["edges/e.#target"] = Integers(2 * components, 0);
    }
    if (round % 2 == 0) {
      draw_feature("context/", schema.context.emplace().features, static_cast<std::int64_t>(components));
    }
    std::vector<Named> list;
    for (const auto& [name, values] : all) list.push_back({name, values});
    const std::string bytes = example_of(list);
    CAPTURE(round);
    REQUIRE(again(bytes, schema) == bytes);
  }
}

}  // namespace tuplepack::tests::graph_tensor_test
