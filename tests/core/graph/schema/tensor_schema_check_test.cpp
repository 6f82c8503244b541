#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include "files.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::tensor_schema_check_test {

using namespace graph;

static TensorSchema schema_in(const std::string& text) {
  CAPTURE(text);
  auto schema = formats::read_tensor_schema(text);
  if (!schema) FAIL(schema.error().message);
  return *schema;
}

/// A valid schema, with room for more at the places of A, B, E and at the end.
static std::string with(const std::string& context, const std::string& nodes, const std::string& edges,
                        const std::string& more = "") {
  return "context { features { key: 'c' value { dtype: DT_STRING } } " + context + " }\n" +
         "node_sets { key: 'a' value { " + nodes + " } }\n" + "edge_sets { key: 'e' value { source: 'a' target: 'a' " +
         edges + " } }\n" + more;
}

static std::string feature(const std::string& name, const std::string& content) {
  return "features { key: '" + name + "' value { " + content + " } }";
}

static void check_found(const std::vector<Error>& findings, const std::string& says, std::int64_t line) {
  std::string all;
  for (const Error& error : findings) all += error.message + "\n";
  CAPTURE(all);
  REQUIRE(findings.size() == 1);
  CHECK_MESSAGE(findings[0].message.find(says) == 0, says);
  CHECK(findings[0].line == line);
}

static void check_error(const std::string& text, const std::string& says, std::int64_t line) {
  CAPTURE(text);
  const SchemaFindings found = check_tensor_schema(schema_in(text));
  CHECK(found.warnings.empty());
  check_found(found.errors, says, line);
}

static void check_warning(const std::string& text, const std::string& says, std::int64_t line) {
  CAPTURE(text);
  const SchemaFindings found = check_tensor_schema(schema_in(text));
  CHECK(found.errors.empty());
  check_found(found.warnings, says, line);
}

TEST_CASE("a schema without errors has none") {
  const SchemaFindings found = check_tensor_schema(
      schema_in(with("",
                     feature("f", "dtype: DT_FLOAT description: 'x' shape { dim { size: 2 name: 'n' } }") +
                         " context: 'c' metadata { cardinality: 0 }",
                     "context: 'c'", "info { root_set: 'a' }")));
  CHECK(found.errors.empty());
  CHECK(found.warnings.empty());
}

TEST_CASE("the guide's schema has scalars of shape [1], as TensorFlow GNN warns") {
  const SchemaFindings found = check_tensor_schema(schema_in(tests::read_file("data/mag_schema.pbtxt")));
  CHECK(found.errors.empty());
  REQUIRE(found.warnings.size() == 2);
  CHECK(found.warnings[0].message ==
        "Unnecessary shape of [1] in nodes set 'paper' / 'labels'; use scalar feature instead (i.e., specify an empty "
        "shape proto)");
}

TEST_CASE("features are checked as TensorFlow GNN checks them") {
  check_error(with("", feature("f", ""), ""), "Missing 'dtype' field on nodes set 'a' feature 'f'", 2);
  check_error(with(feature("f", ""), "", ""), "Missing 'dtype' field on context set '' feature 'f'", 1);
  check_error(with("", "", feature("f", "dtype: DT_COMPLEX64")),
              "Invalid 'dtype' field 8 on edges set 'e' feature 'f'; valid types include: float32, float64", 3);
  check_error(with("", feature("f", "dtype: 101"), ""), "Invalid 'dtype' field 101", 2);
  check_error(with("", feature("f", "dtype: 1 shape { unknown_rank: true }"), ""),
              "Shapes must have a known rank; on nodes set 'a' feature 'f'", 2);
  check_error(with("", feature("f", "dtype: 1 shape { dim { size: 3 name: 'n' } }"), ""),
              "The following features are incorrectly locating the description on the shape dimensions 'name' field: "
              "('nodes', 'a', 'f'); use the 'description' field of the feature instead",
              2);
  check_error(with("", feature("#size", "dtype: 9"), ""), "Feature '#size' from nodes set 'a' is reserved", 2);
  check_error(with("", "", feature("#source", "dtype: 9")), "Feature '#source' from edges set 'e' is reserved", 3);
  check_error(with("", "", feature("#target", "dtype: 9")), "Feature '#target' from edges set 'e' is reserved", 3);
  check_warning(with("", feature("#source", "dtype: 9"), ""),
                "Invalid nodes feature name '#source' on set 'a': reserved names are not allowed", 2);
  check_warning(with(feature("#size", "dtype: 9"), "", ""), "Invalid context feature name '#size'", 1);
  check_warning(with("", feature("f", "dtype: 9 shape { dim { size: 1 } }"), ""), "Unnecessary shape of [1]", 2);
}

TEST_CASE("references are checked as TensorFlow GNN checks them") {
  check_error(with("", "context: 'x'", ""), "Context feature 'x' does not exist (from node set 'a')", 2);
  check_error(with("", "", "context: 'x'"), "Context feature 'x' does not exist (from edge set 'e')", 3);
  check_error(with("", "", "", "edge_sets { value { source: 'a' target: 'a' } }"), "Edge set name cannot be empty.", 4);
  check_error(with("", "", "", "edge_sets { key: 'w' value { target: 'a' } }"), "Edge set w must specify a `source`.",
              4);
  check_error(with("", "", "", "edge_sets { key: 'w' value { source: 'a' } }"), "Edge set w must specify a `target`.",
              4);
  check_error(with("", "", "", "edge_sets { key: 'w' value { source: 'a' target: 'x' } }"),
              "Edge set 'w' referencing unknown node set 'x'", 4);
}

TEST_CASE("what TensorFlow GNN lets pass is checked") {
  check_error(with("", feature("f", "dtype: 1 shape { dim { size: -2 } }"), ""), "A dimension of -2 on nodes set 'a'",
              2);
  check_warning(with("", feature("f", "dtype: 1 shape { dim { } }"), ""), "A dimension of 0 on nodes set 'a'", 2);
  check_error(with("", "", "", "node_sets { }"), "Node set name cannot be empty.", 4);
  check_error(with("", "", "", "info { root_set: 'x' }"), "Root set 'x' is not a node set", 4);
  check_error(with("", "metadata { cardinality: -1 }", ""), "The cardinality of node set 'a' is -1", 2);
  check_error(
      with("", feature("b.c", "dtype: 1"), "", "node_sets { key: 'a.b' value { " + feature("c", "dtype: 1") + " } }"),
      "The nodes set 'a.b' feature 'c' and nodes set 'a' feature 'b.c' are both 'nodes/a.b.c' in tf.Example", 4);
  check_error(with("", feature("f", "dtype: 1 shape { dim { size: -1 } }") + feature("f.d1", "dtype: 9"), ""),
              "The nodes set 'a' feature 'f.d1' and nodes set 'a' feature 'f' are both 'nodes/a.f.d1'", 2);
  check_error(with("", feature("b.#size", "dtype: 9"), "", "node_sets { key: 'a.b' }"),
              "The nodes set 'a' feature 'b.#size' and the size of nodes set 'a.b' are both 'nodes/a.b.#size'", 2);
  check_error(
      with("", "", feature("f.#source", "dtype: 9"), "edge_sets { key: 'e.f' value { source: 'a' target: 'a' } }"),
      "The edges set 'e' feature 'f.#source' and the source of edges set 'e.f' are both", 3);
  check_warning("context { }", "The schema has no node sets", 0);
}

// ---- readout ----

static std::string edges(const std::string& name, const std::string& source, const std::string& target) {
  return "edge_sets { key: '" + name + "' value { source: '" + source + "' target: '" + target + "' } }\n";
}

TEST_CASE("readout structures are checked as TensorFlow GNN checks them") {
  const std::string sets = "node_sets { key: '_readout' }\nnode_sets { key: 'b' }\n";
  const auto valid = [&](const std::string& more) {
    const SchemaFindings found = check_tensor_schema(schema_in(with("", "", "", sets + more)));
    for (const Error& error : found.errors) FAIL_CHECK(error.message);
  };
  valid(edges("_readout/seed", "a", "_readout"));
  valid(edges("_readout/seed/1", "a", "_readout") + edges("_readout/seed/x/y", "b", "_readout") +
        edges("_readout/other", "a", "_readout"));
  valid("node_sets { key: '_shadow/e' }" + edges("_readout/seed", "_shadow/e", "_readout"));
  valid(edges("_readout/seed", "a", "_readout") + "node_sets { key: '_readout:t_1' } " +
        edges("_readout:t_1/seed", "a", "_readout:t_1"));
  const auto wrong = [&](const std::string& more, const std::string& says, std::int64_t line) {
    check_error(with("", "", "", sets + more), says, line);
  };
  wrong("", "Found node set '_readout' but no edge sets for readout into it", 4);
  wrong(edges("_readout/a-b", "a", "_readout"), "Malformed auxiliary edge set name: '_readout/a-b'", 6);
  wrong(edges("_readout/", "a", "_readout"), "Malformed auxiliary edge set name: '_readout/'", 6);
  wrong(edges("_readout/seed/", "a", "_readout"), "Malformed auxiliary edge set name: '_readout/seed/'", 6);
  wrong(edges("_readout/seed", "a", "b"),
        "Malformed auxiliary edge set '_readout/seed': Expected target node set '_readout' but found 'b'", 6);
  wrong("node_sets { key: '_shadow/x' }\n" + edges("_readout/seed", "_shadow/x", "_readout"),
        "GraphTensor lacks edge set 'x' referenced by auxiliary edge set '_readout/seed'", 7);
  wrong(edges("_readout/seed/1", "a", "_readout") + edges("_readout/seed/2", "a", "_readout"),
        "Duplicate readout edge set from nodes 'a': '_readout/seed/2' vs '_readout/seed/1'", 7);
  wrong(edges("_readout/seed", "a", "_readout") + "node_sets { key: '_readout:a-b' } " +
            edges("_readout:a-b/seed", "a", "_readout:a-b"),
        "Malformed name of readout_node_set. Expected '_readout' or '_readout:'+tag", 7);
  check_error(with("", "", "", edges("_readout/seed", "a", "a")),
              "GraphTensor lacks auxiliary node set '_readout' of edge set '_readout/seed'", 4);
}

// ---- required features ----

TEST_CASE("features that a program requires are compared as TensorFlow GNN does") {
  const TensorSchema schema = schema_in(
      with("", feature("f", "dtype: DT_FLOAT shape { dim { size: 2 } dim { size: -1 } }") + feature("t", ""), ""));
  const auto missing = [&](const std::string& required) { return missing_features(schema_in(required), schema); };
  const auto nodes = [](const std::string& features) { return "\nnode_sets { key: 'a' value { " + features + " } }"; };
  CHECK(missing(nodes(feature("f", ""))).empty());
  CHECK(missing(nodes(feature("f", "dtype: DT_FLOAT shape { dim { size: 0 } dim { size: -1 } }"))).empty());
  CHECK(missing("node_sets { key: 'x' }").empty());
  check_found(missing(nodes(feature("g", ""))), "Nodes feature 'g' from set 'a' is missing from given schema", 2);
  check_found(missing("edge_sets { key: 'w' value { " + feature("g", "") + " } }"),
              "Edges feature 'g' from set 'w' is missing from given schema", 1);
  check_found(missing("context { " + feature("g", "") + " }"), "Context feature 'g' from set '' is missing", 1);
  check_found(missing(nodes(feature("f", "dtype: DT_INT64"))),
              "Nodes feature 'f' from set 'a' has invalid type: float32 instead of int64", 2);
  check_found(missing(nodes(feature("t", "dtype: DT_INT64"))),
              "Nodes feature 't' from set 'a' has invalid type: none instead of int64", 2);
  check_found(missing(nodes(feature("f", "shape { dim { size: 2 } }"))),
              "Nodes feature 'f' from set 'a' has invalid shape: [2, ragged] instead of [2]", 2);
  check_found(missing(nodes(feature("f", "shape { dim { size: 3 } dim { } }"))),
              "Nodes feature 'f' from set 'a' has invalid shape: [2, ragged] instead of [3, 0]", 2);
}

}  // namespace tuplepack::tests::tensor_schema_check_test
