#include "tuplepack/formats/tensorflow/graph_batch.hpp"

#include "tuplepack/formats/tensorflow/example_schema.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <doctest/doctest.h>

#include <map>

namespace tuplepack::tests::graph_batch_test {

using namespace formats;

namespace {

using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Strings = std::vector<std::string_view>;
using Example = std::map<std::string, std::variant<Integers, Floats, Strings>>;

std::string bytes_of(const Example& example) {
  std::vector<NamedFeature> features;
  for (const auto& [name, values] : example) {
    std::visit(
        [&features, &name = name](const auto& all) { features.push_back({.name = name, .values = std::span(all)}); },
        values);
  }
  std::string bytes;
  append_example(bytes, features);
  return bytes;
}

graph::TensorSchema schema_of(const std::string& text) {
  auto schema = read_tensor_schema(text);
  REQUIRE(schema.has_value());
  return std::move(*schema);
}

/// The graphs joined, and padded unless there are no constraints; or why that is not possible.
std::string joined(const std::vector<Example>& examples, const graph::TensorSchema& schema,
                   const graph::SizeConstraints* constraints = nullptr) {
  auto batch = GraphBatch::create(schema);
  if (!batch) return batch.error().message;
  std::vector<std::string> bytes;
  bytes.reserve(examples.size());
  for (const Example& example : examples) bytes.push_back(bytes_of(example));
  for (const std::string& one : bytes) {
    ExampleReader reader;
    const auto features = reader.read(one);
    REQUIRE(features.has_value());
    const auto graph = read_graph_tensor(*features, schema);
    REQUIRE_MESSAGE(graph.has_value(), graph.error().message);
    if (auto added = batch->add(*graph); !added) return added.error().message;
  }
  if (constraints != nullptr) {
    if (auto done = batch->pad(*constraints); !done) return done.error().message;
  }
  std::string out;
  append_graph_tensor(out, batch->graph());
  return out;
}

const std::string two_sets = R"(
  context { features { key: "label" value { dtype: DT_STRING } } }
  node_sets { key: "a" value { features { key: "f" value { dtype: DT_FLOAT shape { dim { size: 2 } } } } } }
  node_sets { key: "b" value {} }
  edge_sets { key: "a->b" value { source: "a" target: "b" features { key: "w" value { dtype: DT_FLOAT } } } })";

/// The graph of TensorFlow GNN's tests of padding.
const Example two_components = {{"context/label", Strings{"X", "Y"}},      {"nodes/a.#size", Integers{1, 1}},
                                {"nodes/a.f", Floats{1, 2, 3, 4}},         {"nodes/b.#size", Integers{2, 2}},
                                {"edges/a->b.#size", Integers{2, 1}},      {"edges/a->b.#source", Integers{0, 1, 0}},
                                {"edges/a->b.#target", Integers{1, 2, 0}}, {"edges/a->b.w", Floats{1, 2, 3}}};

const Example one_component = {{"context/label", Strings{"Z"}},     {"nodes/a.#size", Integers{1}},
                               {"nodes/a.f", Floats{5, 6}},         {"nodes/b.#size", Integers{1}},
                               {"edges/a->b.#size", Integers{1}},   {"edges/a->b.#source", Integers{0}},
                               {"edges/a->b.#target", Integers{0}}, {"edges/a->b.w", Floats{9}}};

graph::SizeConstraints room(std::int64_t components, std::int64_t a, std::int64_t b, std::int64_t edges) {
  return {.total_num_components = components,
          .total_num_nodes = {{"a", a}, {"b", b}},
          .total_num_edges = {{"a->b", edges}},
          .min_nodes_per_component = {}};
}

}  // namespace

TEST_CASE("a graph padded as TensorFlow GNN pads it") {
  const graph::SizeConstraints constraints = room(4, 5, 6, 6);
  CHECK(joined({two_components}, schema_of(two_sets), &constraints) ==
        bytes_of({{"context/label", Strings{"X", "Y", "", ""}},
                  {"nodes/a.#size", Integers{1, 1, 3, 0}},
                  {"nodes/a.f", Floats{1, 2, 3, 4, 0, 0, 0, 0, 0, 0}},
                  {"nodes/b.#size", Integers{2, 2, 2, 0}},
                  {"edges/a->b.#size", Integers{2, 1, 3, 0}},
                  {"edges/a->b.#source", Integers{0, 1, 0, 2, 3, 4}},
                  {"edges/a->b.#target", Integers{1, 2, 0, 4, 5, 5}},
                  {"edges/a->b.w", Floats{1, 2, 3, 0, 0, 0}}}));
}

TEST_CASE("two graphs become one, their nodes one after the other") {
  const Example both = {{"context/label", Strings{"X", "Y", "Z"}},    {"nodes/a.#size", Integers{1, 1, 1}},
                        {"nodes/a.f", Floats{1, 2, 3, 4, 5, 6}},      {"nodes/b.#size", Integers{2, 2, 1}},
                        {"edges/a->b.#size", Integers{2, 1, 1}},      {"edges/a->b.#source", Integers{0, 1, 0, 2}},
                        {"edges/a->b.#target", Integers{1, 2, 0, 4}}, {"edges/a->b.w", Floats{1, 2, 3, 9}}};
  const graph::TensorSchema schema = schema_of(two_sets);
  CHECK(joined({two_components, one_component}, schema) == bytes_of(both));
  // Padded to its own sizes, or twice, a graph stays as it is.
  const graph::SizeConstraints own = room(3, 3, 5, 4);
  CHECK(joined({two_components, one_component}, schema, &own) == bytes_of(both));
}

TEST_CASE("links of joined graphs are read out of the nodes of their own graph") {
  const graph::TensorSchema schema = schema_of(R"(
    node_sets { key: "n" value {} }
    node_sets { key: "_readout" value {} }
    edge_sets { key: "_readout/source" value { source: "n" target: "_readout" } })");
  std::vector<Example> graphs;
  for (const std::int64_t nodes : {3, 4, 4}) {
    graphs.push_back({{"nodes/n.#size", Integers{nodes}},
                      {"nodes/_readout.#size", Integers{1}},
                      {"edges/_readout/source.#size", Integers{1}},
                      {"edges/_readout/source.#source", Integers{0}},
                      {"edges/_readout/source.#target", Integers{0}}});
  }
  CHECK(joined(graphs, schema) == bytes_of({{"nodes/n.#size", Integers{3, 4, 4}},
                                            {"nodes/_readout.#size", Integers{1, 1, 1}},
                                            {"edges/_readout/source.#size", Integers{1, 1, 1}},
                                            {"edges/_readout/source.#source", Integers{0, 3, 7}},
                                            {"edges/_readout/source.#target", Integers{0, 1, 2}}}));
}

TEST_CASE("a mask tells graphs from padding") {
  const graph::TensorSchema schema = schema_of("node_sets { key: 'n' value {} }");
  auto batch = GraphBatch::create(schema, {.mask = "real"});
  REQUIRE(batch.has_value());
  const Integers sizes{2, 3};
  const GraphTensor graph{.context = {},
                          .node_sets = {{.name = "n", .sizes = sizes, .source = {}, .target = {}, .features = {}}},
                          .edge_sets = {}};
  const graph::SizeConstraints constraints{
      .total_num_components = 5, .total_num_nodes = {{"n", 9}}, .total_num_edges = {}, .min_nodes_per_component = {}};
  for (int again = 0; again < 2; ++again) {
    batch->clear();
    REQUIRE(batch->add(graph).has_value());
    REQUIRE(batch->pad(constraints).has_value());
    std::string bytes;
    append_graph_tensor(bytes, batch->graph());
    CHECK(bytes == bytes_of({{"context/real", Integers{1, 1, 0, 0, 0}}, {"nodes/n.#size", Integers{2, 3, 4, 0, 0}}}));
  }
  const graph::TensorSchema taken = schema_of("context { features { key: 'real' value { dtype: DT_INT64 } } }");
  CHECK(GraphBatch::create(taken, {.mask = "real"}).error().message == "the context has a feature 'real' already");
}

TEST_CASE("padding has the values that are given, and masks of every set") {
  const graph::TensorSchema schema = schema_of(R"(
      context { features { key: 'label' value { dtype: DT_FLOAT shape { dim { size: 2 } } } } }
      node_sets { key: 'n' value { features { key: 'year' value { dtype: DT_INT8 } }
                                   features { key: 'words' value { dtype: DT_STRING shape { dim { size: -1 } } } } } }
      edge_sets { key: 'e' value { source: 'n' target: 'n' features { key: 'name' value { dtype: DT_STRING } } } })");
  const auto values = parse_padding_values(R"({"context": {"label": -1}, "node_sets": {"n": {"year": -7, "words": "x"}},
                                              "edge_sets": {"e": {"name": "none"}}})");
  REQUIRE(values.has_value());
  auto batch = GraphBatch::create(schema, {.mask = "real", .mask_nodes = true, .mask_edges = true, .values = *values});
  REQUIRE(batch.has_value());
  const std::string bytes = bytes_of({{"context/label", Floats{1, 2}},
                                      {"edges/e.#size", Integers{1}},
                                      {"edges/e.#source", Integers{0}},
                                      {"edges/e.#target", Integers{1}},
                                      {"edges/e.name", Strings{"ab"}},
                                      {"nodes/n.#size", Integers{2}},
                                      {"nodes/n.words", Strings{"w"}},
                                      {"nodes/n.words.d1", Integers{0, 1}},
                                      {"nodes/n.year", Integers{3, 4}}});
  ExampleReader reader;
  const auto features = reader.read(bytes);
  REQUIRE(features.has_value());
  const auto graph = read_graph_tensor(*features, schema);
  REQUIRE(graph.has_value());
  const graph::SizeConstraints constraints{.total_num_components = 2,
                                           .total_num_nodes = {{"n", 4}},
                                           .total_num_edges = {{"e", 3}},
                                           .min_nodes_per_component = {}};
  for (int again = 0; again < 2; ++again) {
    batch->clear();
    REQUIRE(batch->add(*graph).has_value());
    REQUIRE(batch->pad(constraints).has_value());
    std::string out;
    append_graph_tensor(out, batch->graph());
    CHECK(out == bytes_of({{"context/label", Floats{1, 2, -1, -1}},
                           {"context/real", Integers{1, 0}},
                           {"edges/e.#size", Integers{1, 2}},
                           {"edges/e.#source", Integers{0, 2, 3}},
                           {"edges/e.#target", Integers{1, 2, 3}},
                           {"edges/e.name", Strings{"ab", "none", "none"}},
                           {"edges/e.real", Integers{1, 0, 0}},
                           {"nodes/n.#size", Integers{2, 2}},
                           {"nodes/n.real", Integers{1, 1, 0, 0}},
                           {"nodes/n.words", Strings{"w"}},
                           {"nodes/n.words.d1", Integers{0, 1, 0, 0}},
                           {"nodes/n.year", Integers{3, 4, -7, -7}}}));
  }
  CHECK(GraphBatch::create(schema, {.mask = "year", .mask_nodes = true}).error().message ==
        "nodes of 'n' have a feature 'year' already");
  CHECK(GraphBatch::create(schema, {.mask = "name", .mask_context = false, .mask_edges = true}).error().message ==
        "edges of 'e' have a feature 'name' already");
}

TEST_CASE("an empty pack is padding alone") {
  const graph::SizeConstraints constraints = room(2, 1, 1, 2);
  CHECK(joined({}, schema_of(two_sets), &constraints) == bytes_of({{"context/label", Strings{"", ""}},
                                                                   {"nodes/a.#size", Integers{1, 0}},
                                                                   {"nodes/a.f", Floats{0, 0}},
                                                                   {"nodes/b.#size", Integers{1, 0}},
                                                                   {"edges/a->b.#size", Integers{2, 0}},
                                                                   {"edges/a->b.#source", Integers{0, 0}},
                                                                   {"edges/a->b.#target", Integers{0, 0}},
                                                                   {"edges/a->b.w", Floats{0, 0}}}));
}

TEST_CASE("ragged features without values are rows without values, omitted or present with empty lists") {
  const graph::TensorSchema schema = schema_of(R"(
    context { features { key: "r" value { dtype: DT_INT64 shape { dim { size: -1 } dim { size: -1 } } } } }
    node_sets { key: "a" value { features { key: "s" value { dtype: DT_STRING shape { dim { size: 2 } dim { size: -1 } } } } } })");
  const Example omitted = {{"nodes/a.#size", Integers{3}}};
  Example empty = omitted;
  empty.insert({{"context/r", Integers{}},
                {"context/r.d1", Integers{}},
                {"context/r.d2", Integers{}},
                {"nodes/a.s", Strings{}},
                {"nodes/a.s.d2", Integers{}}});
  const Example zeros = {{"nodes/a.#size", Integers{3}}, {"context/r", Integers{}},
                         {"context/r.d1", Integers{0}},  {"context/r.d2", Integers{}},
                         {"nodes/a.s", Strings{}},       {"nodes/a.s.d2", Integers{0, 0, 0, 0, 0, 0}}};
  for (const Example& graph : {omitted, empty}) CHECK(joined({graph}, schema) == joined({zeros}, schema));
  CHECK(joined({zeros, omitted, empty}, schema) == joined({empty, zeros, omitted}, schema));
  Example without_lengths = omitted;
  without_lengths["nodes/a.s"] = Strings{"x"};
  const auto refused = [&](const Example& graph) {
    const std::string bytes = bytes_of(graph);
    ExampleReader reader;
    return read_graph_tensor(*reader.read(bytes), schema).error().message;
  };
  CHECK(refused(without_lengths) == "the feature 'nodes/a.s.d2' has 0 lengths instead of 6");
  CHECK(joined({{{"nodes/a.#size", Integers{std::int64_t{1} << 50}}}}, schema) ==
        "nodes of 'a': the feature 's' is missing in a graph, or has no values");
}

TEST_CASE("ragged features: rows of the padding have no values, fixed dimensions before them have rows") {
  const graph::TensorSchema schema = schema_of(R"(node_sets { key: "n" value { features { key: "r" value {
      dtype: DT_INT64 shape { dim { size: 2 } dim { size: -1 } dim { size: 2 } } } } } })");
  const Example graph = {
      {"nodes/n.#size", Integers{1}}, {"nodes/n.r", Integers{1, 2, 3, 4, 5, 6}}, {"nodes/n.r.d2", Integers{1, 2}}};
  const graph::SizeConstraints constraints{.total_num_components = 3,
                                           .total_num_nodes = {{"n", 4}},
                                           .total_num_edges = {},
                                           .min_nodes_per_component = {{"n", 1}}};
  CHECK(joined({graph, graph}, schema, &constraints) ==
        bytes_of({{"nodes/n.#size", Integers{1, 1, 2}},
                  {"nodes/n.r", Integers{1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}},
                  {"nodes/n.r.d2", Integers{1, 2, 1, 2, 0, 0, 0, 0}}}));
}

TEST_CASE("graphs that cannot be joined or padded") {
  const graph::TensorSchema schema = schema_of(two_sets);
  const auto why_not = [&](const graph::SizeConstraints& constraints) {
    return joined({two_components}, schema, &constraints);
  };
  CHECK(why_not(room(1, 5, 6, 6)) == "2 components exceed the limit of 1");
  CHECK(why_not(room(4, 1, 6, 6)) == "nodes of 'a': 2 exceed the limit of 1");
  CHECK(why_not(room(4, 5, 6, 2)) == "edges of 'a->b': 3 exceed the limit of 2");
  CHECK(why_not(room(4, 5, 4, 6)) ==
        "no padding node in 'b' for the padding edges of 'a->b': the constraints allow only 4 nodes");
  CHECK(why_not(room(std::int64_t{1} << 40, 5, 6, 6)).ends_with("a total of more than 2^31"));
  Example without = two_components;
  without.erase("nodes/a.f");
  CHECK(joined({two_components, without}, schema) ==
        "nodes of 'a': the feature 'f' is missing in a graph, or has no values");
}

TEST_CASE("row lengths without values belong to a feature that other examples have, or the schema") {
  const Example with = {{"nodes/n.#size", Integers{1}}, {"nodes/n.r", Integers{7}}, {"nodes/n.r.d1", Integers{1}}};
  const Example without = {{"nodes/n.#size", Integers{2}}, {"nodes/n.r.d1", Integers{0, 0}}};
  const graph::TensorSchema declared = schema_of(
      "node_sets { key: 'n' value { features { key: 'r' value { dtype: DT_INT64 shape { dim { size: -1 } } } } } }");
  for (const auto& [examples, known] :
       {std::pair<std::vector<Example>, const graph::TensorSchema*>{{with, without}, nullptr},
        {{without}, &declared}}) {
    ExampleSchema all;
    for (const Example& example : examples) {
      const std::string bytes = bytes_of(example);
      ExampleReader reader;
      const auto features = reader.read(bytes);
      all.add(*features, *set_sizes(*features));
    }
    const auto schema = all.schema(known);
    REQUIRE(schema.has_value());
    REQUIRE(schema->node_sets[0].features.size() == 1);
    CHECK(shape_text(schema->node_sets[0].features[0].shape) == "[ragged]");
    Example both = examples.size() == 1 ? without : with;
    both["nodes/n.r"] = examples.size() == 1 ? Integers{} : Integers{7};
    if (examples.size() == 2) {
      both["nodes/n.#size"] = Integers{1, 2};
      both["nodes/n.r.d1"] = Integers{1, 0, 0};
    }
    CHECK(joined(examples, *schema) == bytes_of(both));
  }
}

TEST_CASE("a schema found in the examples") {
  const Example graph = {{"context/c", Floats{1, 2, 3}},
                         {"nodes/n.x.#size", Integers{2}},
                         {"nodes/n.x.f", Floats{1, 2, 3, 4, 5, 6}},
                         {"nodes/n.x.words", Strings{"a", "b", "c"}},
                         {"nodes/n.x.words.d1", Integers{1, 1}},
                         {"nodes/n.x.words.d2", Integers{0, 3}},
                         {"nodes/n.x.fixed", Integers{1, 1, 2, 2}},
                         {"nodes/n.x.fixed.d3", Integers{1, 0, 0, 1, 0, 0}},
                         {"edges/e.#size", Integers{1}},
                         {"edges/e.#source", Integers{0}},
                         {"edges/e.#target", Integers{1}}};
  ExampleSchema examples;
  const auto add = [&](const Example& example) {
    const std::string bytes = bytes_of(example);
    ExampleReader reader;
    const auto features = reader.read(bytes);
    REQUIRE(features.has_value());
    const auto sizes = set_sizes(*features);
    REQUIRE(sizes.has_value());
    examples.add(*features, *sizes);
  };
  add(graph);
  const auto found = examples.schema(nullptr);
  REQUIRE(found.has_value());
  REQUIRE(found->node_sets.size() == 1);
  CHECK(found->node_sets[0].name == "n.x");
  std::map<std::string, std::string> shapes;
  for (const graph::TensorFeature& feature : found->node_sets[0].features)
    shapes[feature.name] = shape_text(feature.shape);
  CHECK(shapes == std::map<std::string, std::string>{
                      {"f", "[3]"}, {"fixed", "[3, 1, ragged, 2]"}, {"words", "[ragged, ragged]"}});
  REQUIRE(found->context.has_value());
  CHECK(shape_text(found->context->features[0].shape) == "[3]");
  REQUIRE(found->edge_sets.size() == 1);
  CHECK(found->edge_sets[0].source.name == "n.x");
  CHECK(joined({graph}, *found) == bytes_of(graph));

  // What is declared comes first, without features that no example has.
  const graph::TensorSchema declared = schema_of(R"(
      node_sets { key: "n.x" value { features { key: "none" value { dtype: DT_FLOAT } }
        features { key: "f" value { dtype: DT_FLOAT shape { dim { size: 1 } dim { size: 3 } } } } } })");
  const auto both = examples.schema(&declared);
  REQUIRE(both.has_value());
  CHECK(both->node_sets[0].features.size() == 3);
  CHECK(shape_text(both->node_sets[0].features[0].shape) == "[1, 3]");

  add({{"nodes/other.#size", Integers{2}}});
  CHECK(examples.schema(nullptr).error().message ==
        "which of the 2 node sets the edges of 'e' connect is not in the records");
}

}  // namespace tuplepack::tests::graph_batch_test
