#include "tuplepack/formats/tensorflow/constraints_json.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::constraints_json_test {

using namespace formats;

namespace {

std::string why_not(const std::string& text) {
  const auto read = parse_constraints(text);
  if (read) return "";
  return std::to_string(read.error().line) + ":" + std::to_string(read.error().column) + ": " + read.error().message;
}

}  // namespace

TEST_CASE("constraints come back as they were") {
  const graph::SizeConstraints constraints{.total_num_components = 9,
                                           .total_num_nodes = {{"author", 3}, {"a \"b\"", 0}},
                                           .total_num_edges = {{"writes", 7}},
                                           .min_nodes_per_component = {{"author", 1}}};
  const std::string text = to_json(constraints);
  CHECK(text ==
        R"({"schema":"tuplepack.constraints/1","total_num_components":9,"total_num_nodes":{"a \"b\"":0,"author":3},)"
        R"("total_num_edges":{"writes":7},"min_nodes_per_component":{"author":1}})"
        "\n");
  CHECK(to_tuple_json(constraints) == "{" + text.substr(text.find("\"total_num_components\"")));
  CHECK(parse_constraints(to_tuple_json(constraints)).value() == constraints);
  const auto again = parse_constraints(text);
  REQUIRE(again.has_value());
  CHECK(*again == constraints);
}

TEST_CASE("what Python writes of TensorFlow GNN's tuple") {
  const auto read = parse_constraints(
      R"({"total_num_components": 2, "total_num_nodes": {"n": 5}, "total_num_edges": {}, "min_nodes_per_component": [ ]})");
  REQUIRE(read.has_value());
  CHECK(*read == graph::SizeConstraints{.total_num_components = 2,
                                        .total_num_nodes = {{"n", 5}},
                                        .total_num_edges = {},
                                        .min_nodes_per_component = {}});
}

TEST_CASE("mistakes in constraints, with their places") {
  CHECK(why_not("") != "");
  CHECK(why_not("{\"total_num_nodes\": {},\n \"total_num_edges\": {}}") ==
        "1:1: the key 'total_num_components' is missing");
  CHECK(why_not("{\n \"total_num_component\": 1}")
            .starts_with("2:2: unknown key 'total_num_component'; choose schema, "));
  CHECK(why_not("{\n \"total_num_components\": -1}") == "2:26: '-1' is negative");
  CHECK(why_not("{\"total_num_components\": 1.5}") == "1:26: '1.5' is not an integer");
  CHECK(why_not("{\"total_num_nodes\": {\"a\": 1,\n\"a\": 2}}") == "2:1: duplicate set 'a'");
  CHECK(why_not("{\"total_num_nodes\": {}, \"total_num_nodes\": {}}") == "1:25: duplicate key 'total_num_nodes'");
  CHECK(why_not("{\"total_num_nodes\": {\"a\": {}}}") ==
        "1:27: 'total_num_nodes': expected an object of numbers, found '{'");
  CHECK(why_not("{\"total_num_nodes\": 3}") == "1:21: 'total_num_nodes': expected an object of numbers, found '3'");
  CHECK(why_not("{\"total_num_components\": {}}") == "1:26: 'total_num_components': expected a number, found '{'");
  CHECK(why_not("{\"min_nodes_per_component\": [1]}") ==
        "1:29: 'min_nodes_per_component': expected an object of numbers, found '['");
  CHECK(why_not("{\"schema\": \"tuplepack.plan/1\"}") ==
        "1:12: the schema is 'tuplepack.plan/1', not tuplepack.constraints/1");
  CHECK(why_not("[1]") == "1:1: expected an object, found '['");
  CHECK(why_not("7") == "1:1: expected an object, found '7'");
}

}  // namespace tuplepack::tests::constraints_json_test
