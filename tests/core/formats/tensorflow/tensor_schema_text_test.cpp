#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include "files.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::tensor_schema_text_test {

using namespace formats;

static void check_schema_fails(const std::string& text, ErrorCode code, const std::string& says, std::int64_t line,
                               std::int64_t column) {
  CAPTURE(text);
  const auto read = read_schema_or_spec(text);
  REQUIRE_FALSE(read);
  CHECK(read.error().code == code);
  CHECK_MESSAGE(read.error().message.find(says) != std::string::npos, read.error().message);
  CHECK(read.error().line == line);
  CHECK(read.error().column == column);
}

TEST_CASE("the schema of OGBN-MAG in TensorFlow GNN's guide is read") {
  const auto schema = read_tensor_schema(tests::read_file("data/mag_schema.pbtxt"));
  REQUIRE(schema);
  REQUIRE(schema->node_sets.size() == 4);
  REQUIRE(schema->edge_sets.size() == 4);
  CHECK_FALSE(schema->context);
  const graph::TensorNodeSet* const paper = schema->node_set("paper");
  REQUIRE(paper != nullptr);
  CHECK(paper->metadata.filename == "nodes-paper.tfrecords@397");
  CHECK(paper->metadata.cardinality == 736389);
  REQUIRE(paper->features.size() == 3);
  CHECK(paper->features[0].name == "feat");
  CHECK(paper->features[0].type == graph::FeatureType::float32);
  CHECK(shape_text(paper->features[0].shape) == "[128]");
  CHECK(paper->features[1].type == graph::FeatureType::int64);
  CHECK(paper->features[0].place.line == 17);
  const graph::TensorEdgeSet* const writes = schema->edge_set("writes");
  REQUIRE(writes != nullptr);
  CHECK(writes->source.name == "author");
  CHECK(writes->target.name == "paper");
  CHECK(schema->edge_set("written") == nullptr);
}

TEST_CASE("the sampling spec of TensorFlow GNN's guide is read") {
  const auto spec = read_sampling_spec(tests::read_file("data/mag_sampling_spec.pbtxt"));
  REQUIRE(spec);
  CHECK(spec->seed_op == "seed");
  CHECK(spec->seed_set.name == "paper");
  REQUIRE(spec->ops.size() == 5);
  CHECK(spec->ops[1].name == "paper->author");
  REQUIRE(spec->ops[1].inputs.size() == 2);
  CHECK(spec->ops[1].inputs[1].name == "seed->paper");
  CHECK(spec->ops[1].edge_set.name == "written");
  CHECK(spec->ops[1].edge_set.place.line == 13);
  CHECK(spec->ops[1].sample_size == 8);
  CHECK(spec->ops[1].strategy == graph::SamplingStrategy::random_uniform);
}

TEST_CASE("every field of a schema is read, and singular messages are merged") {
  const auto schema = read_tensor_schema(R"(
    context { features { key: "label" value { dtype: 9 description: 'what' source: "s" [ext.of.others] { x: 1 } } } }
    context { metadata { cardinality: 0x10 } }
    node_sets: [ { key: "a" value { context: ["label"] description: "d" } },
                 { value < features { key: "f" value { dtype: DT_STRING shape { dim { size: 2 } } shape { dim { size: -1 name: "n" } } } } > key: "b" } ]
    edge_sets { key: "e" value { source: "a" target: "b" metadata {
      extra { key: "edge_type" value: "reversed" } bigquery { table_spec { project: "p" dataset: "d" table: "t" } read_method: DIRECT_READ reshuffle: t } } } }
    node_sets { key: "" }
    info { graph_type: SUBGRAPH root_set: ["a", "b"] }
  )");
  REQUIRE_MESSAGE(schema, schema.error().message);
  REQUIRE(schema->context);
  CHECK(schema->context->features[0].type == graph::FeatureType::int64);
  CHECK(schema->context->features[0].description == "what");
  CHECK(schema->context->features[0].source == "s");
  CHECK(schema->context->metadata.cardinality == 16);
  REQUIRE(schema->node_sets.size() == 3);
  CHECK(schema->node_sets[0].context[0].name == "label");
  CHECK(shape_text(schema->node_sets[1].features[0].shape) == "[2, ragged]");
  CHECK(schema->node_sets[1].features[0].shape[1].name == "n");
  CHECK(schema->node_sets[2].name.empty());
  const graph::SetMetadata& metadata = schema->edge_sets[0].metadata;
  CHECK(metadata.extra == std::vector<std::pair<std::string, std::string>>{{"edge_type", "reversed"}});
  CHECK(metadata.bigquery == "p.d.t");
  CHECK(schema->origin == graph::GraphOrigin::subgraph);
  CHECK(schema->root_sets[1].name == "b");
}

TEST_CASE("types of features have TensorFlow's names and numbers") {
  for (const graph::FeatureType type : graph::feature_types()) {
    for (const std::string& text : {std::string(proto_name(type)), std::to_string(static_cast<int>(type))}) {
      const auto schema = read_tensor_schema("context { features { key: 'f' value { dtype: " + text + " } } }");
      REQUIRE(schema);
      CHECK(schema->context->features[0].type == type);
    }
  }
  CHECK(graph::feature_types().size() == 14);
  CHECK(example_list(graph::FeatureType::boolean) == graph::ExampleList::int64s);
  CHECK(example_list(graph::FeatureType::bfloat16) == graph::ExampleList::floats);
  CHECK(example_list(graph::FeatureType::string) == graph::ExampleList::bytes);
  const auto schema = read_tensor_schema("context { features { key: 'f' value { dtype: DT_COMPLEX64 } } }");
  REQUIRE(schema);
  CHECK(schema->context->features[0].type == graph::FeatureType::other);
  CHECK(schema->context->features[0].type_number == 8);
}

/// A name that is declared twice is an error of a schema, and for the checks of one that may be either.
static void check_duplicate(std::string_view text, std::string_view says, std::int64_t line, std::int64_t column) {
  INFO("text := ", std::string(text));
  const auto read = read_tensor_schema(text);
  REQUIRE_FALSE(read);
  const auto either = read_schema_or_spec(text);
  REQUIRE(either);
  const auto& duplicates = std::get<graph::TensorSchema>(*either).duplicates;
  REQUIRE(duplicates.size() == 1);
  for (const Error& error : {read.error(), duplicates.front()}) {
    CHECK(error.code == ErrorCode::malformed);
    CHECK(error.message == says);
    CHECK(error.line == line);
    CHECK(error.column == column);
  }
}

TEST_CASE("names that are declared twice, of which the last counts") {
  check_duplicate("node_sets { key: 'a' }\nnode_sets { key: \"a\" }",
                  "duplicate node set 'a'; first declared on line 1", 2, 18);
  check_duplicate("edge_sets { } edge_sets { }", "duplicate edge set ''; first declared on line 1", 1, 15);
  check_duplicate("context { features { key: 'f' } features { key: 'f' } }",
                  "duplicate feature 'f'; first declared on line 1", 1, 49);
  const auto read = read_schema_or_spec(
      "node_sets { key: 'a' value { description: 'first' } } node_sets { key: 'b' } "
      "node_sets { key: 'a' value { description: 'last' } }");
  const auto& sets = std::get<graph::TensorSchema>(read.value()).node_sets;
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].name == "a");
  CHECK(sets[0].description == "last");
}

TEST_CASE("what is no field of a schema or a spec is told with its place") {
  using enum ErrorCode;
  check_schema_fails("node_set { }", unknown_name,
                     "Message type \"tensorflow_gnn.GraphSchema\" has no field named \"node_set\"", 1, 1);
  check_schema_fails("node_sets {\n  key: 'a'\n  value { features { key: 'f' value { type: 1 } } }\n}", unknown_name,
                     "Message type \"tensorflow_gnn.Feature\" has no field named \"type\"; it has description, dtype",
                     3, 39);
  check_schema_fails("node_sets { [a.b]: 5 }", unknown_name, "no field named \"[a.b]\"", 1, 13);
  check_schema_fails("seed_op { op_name: 'a' nodes: 'b' }", unknown_name,
                     "Message type \"tensorflow_gnn.sampler.SeedOp\" has no field named \"nodes\"", 1, 24);
  check_schema_fails("node_sets { key: 5 }", malformed, "key: expected a string, but found '5'", 1, 18);
  check_schema_fails("node_sets: 'a'", malformed, "node_sets: expected a message, but found a string", 1, 12);
  check_schema_fails("node_sets { key { } }", malformed, "key: expected a string, but found a message", 1, 17);
  check_schema_fails("context { metadata { cardinality: 1.5 } }", not_an_integer, "'1.5' is not an integer", 1, 35);
  check_schema_fails("context { metadata { cardinality: 99999999999999999999 } }", too_large, "beyond 64 bits", 1, 35);
  check_schema_fails("context { metadata { cardinality: many } }", malformed, "expected an integer, but found 'many'",
                     1, 35);
  check_schema_fails("sampling_ops { sample_size: 3000000000 }", too_large, "beyond 32 bits", 1, 29);
  check_schema_fails("sampling_ops { strategy: BEST }", unknown_name,
                     "Enum type \"tensorflow_gnn.sampler.SamplingStrategy\" has no value named BEST", 1, 26);
  check_schema_fails("sampling_ops { strategy: 9 }", unknown_name, "has no value with number 9", 1, 26);
  check_schema_fails("sampling_ops { strategy: 'TOP_K' }", malformed, "expected a name, but found a string", 1, 26);
  check_schema_fails("info { graph_type: FULL graph_type: FULL }", malformed,
                     "Message type \"tensorflow_gnn.OriginInfo\" should not have multiple \"graph_type\" fields", 1,
                     25);
  check_schema_fails("info { graph_type: [FULL] }", malformed,
                     "field 'graph_type' is not repeated, but is given a list", 1, 8);
  check_schema_fails("context { features { key: 'f' value { shape { unknown_rank: 2 } } } }", malformed,
                     "expected true or false, but found '2'", 1, 61);
  check_schema_fails("node_sets { key: '\\xff' }", malformed, "the string is not UTF-8", 1, 18);
  check_schema_fails("seed_op { } symmetric_link_seed_op { }", malformed, "either seed_op or symmetric_link_seed_op", 1,
                     13);
  check_schema_fails("# nothing", empty, "neither a GraphSchema nor a SamplingSpec", 0, 0);
  check_schema_fails("node_sets { key 'a' }", malformed, "expected ':'", 1, 17);
}

TEST_CASE("the fields tell whether a text is a schema or a spec") {
  CHECK(std::holds_alternative<graph::TensorSchema>(*read_schema_or_spec("node_sets { key: 'a' }")));
  CHECK(std::holds_alternative<graph::SamplingSpec>(*read_schema_or_spec("sampling_ops { op_name: 'a' }")));
  const auto links = read_schema_or_spec("symmetric_link_seed_op { op_name: 'link' }");
  REQUIRE(links);
  CHECK(std::get<graph::SamplingSpec>(*links).links);
  CHECK(std::get<graph::SamplingSpec>(*links).seed_op == "link");
}

TEST_CASE("a schema is written as a text that says the same") {
  const auto schema = read_tensor_schema(tests::read_file("data/mag_schema.pbtxt"));
  REQUIRE(schema);
  graph::TensorSchema all = *schema;
  all.context = graph::ContextSet{};
  all.context->features.push_back(all.node_sets[3].features[0]);
  all.context->features[0].description = "what \"it\" is";
  all.context->features[0].shape.push_back({.size = -1, .name = "words"});
  all.node_sets[0].context.push_back({.name = "feat", .place = {}});
  all.edge_sets[0].metadata.extra.emplace_back("edge_type", "reversed");
  all.origin = graph::GraphOrigin::subgraph;
  all.root_sets.push_back({.name = "paper", .place = {}});
  const std::string text = tensor_schema_proto(all);
  const auto again = read_tensor_schema(text);
  CAPTURE(text);
  REQUIRE(again);
  CHECK(tensor_schema_proto(*again) == text);
  CHECK(shape_text(again->context->features.at(0).shape) == "[128, ragged]");
  CHECK(again->context->features[0].description == "what \"it\" is");
  CHECK(again->context->features[0].type == graph::FeatureType::float32);
  CHECK(again->node_sets[3].metadata.cardinality == 736389);
  CHECK(again->node_sets[0].context.at(0).name == "feat");
  CHECK(again->edge_sets[0].source.name == "author");
  CHECK(again->edge_sets[0].target.name == "institution");
  CHECK(again->edge_sets[0].metadata.filename == "edges-affiliated_with.tfrecords@30");
  CHECK(again->edge_sets[0].metadata.extra.at(0).second == "reversed");
  CHECK(again->origin == graph::GraphOrigin::subgraph);
  CHECK(again->root_sets.at(0).name == "paper");
}

}  // namespace tuplepack::tests::tensor_schema_text_test
