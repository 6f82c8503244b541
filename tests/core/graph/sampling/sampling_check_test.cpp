#include "tuplepack/graph/sampling/sampling_check.hpp"

#include "files.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::sampling_check_test {

using namespace graph;

static const TensorSchema& mag() {
  static const TensorSchema schema = formats::read_tensor_schema(tests::read_file("data/mag_schema.pbtxt")).value();
  return schema;
}

static SamplingSpec mag_spec() {
  return formats::read_sampling_spec(tests::read_file("data/mag_sampling_spec.pbtxt")).value();
}

static SamplingSpec spec_in(const std::string& text) {
  CAPTURE(text);
  auto spec = formats::read_sampling_spec(text);
  if (!spec) FAIL(spec.error().message);
  return *spec;
}

static std::string op(const std::string& name, const std::string& inputs, const std::string& edge_set,
                      const std::string& size = "2") {
  return "sampling_ops { op_name: '" + name + "' input_op_names: [" + inputs + "] edge_set_name: '" + edge_set +
         "' sample_size: " + size + " strategy: RANDOM_UNIFORM }\n";
}

static const std::string seed = "seed_op { op_name: 'seed' node_set_name: 'paper' }\n";

static void check_spec_error(const std::string& text, const std::string& says, std::int64_t line,
                             const TensorSchema* schema = nullptr) {
  const SamplingPlan plan = check_sampling_spec(spec_in(text), schema);
  std::string all;
  for (const Error& error : plan.findings.errors) all += error.message + "\n";
  CAPTURE(text);
  CAPTURE(all);
  REQUIRE(plan.findings.errors.size() == 1);
  CHECK_MESSAGE(all.find(says) == 0, says);
  CHECK(plan.findings.errors[0].line == line);
}

TEST_CASE("the guide's spec needs an edge set that its schema does not declare") {
  const SamplingPlan plan = check_sampling_spec(mag_spec(), &mag());
  REQUIRE(plan.findings.errors.size() == 1);
  const Error& error = plan.findings.errors[0];
  CHECK(error.message ==
        "Op 'paper->author': edge set 'written' is not declared; did you mean 'writes'? edge sets: 'affiliated_with', "
        "'cites', 'has_topic', "
        "'writes'; to use an existing edge set reversed, add --reverse written=writes");
  CHECK(error.line == 13);
  CHECK(error.column == 18);
}

TEST_CASE("with the reversed edge set the guide's spec has hops of known size") {
  TensorSchema schema = mag();
  REQUIRE(add_reversed(schema, "written", "writes"));
  CHECK(schema.edge_sets.back().source.name == "paper");
  CHECK(schema.edge_sets.back().target.name == "author");
  CHECK(schema.edge_sets.back().metadata.filename == "edges-writes.tfrecords@172");
  CHECK(schema.edge_sets.back().metadata.extra.back().second == "reversed");
  const SamplingSpec spec = mag_spec();
  const SamplingPlan plan = check_sampling_spec(spec, &schema);
  CHECK(plan.findings.errors.empty());
  CHECK(plan.findings.warnings.empty());
  REQUIRE(plan.hops.size() == 5);
  const std::vector<std::int64_t> edges{32, 33 * 8, 33 * 8 * 16, 33 * 8 * 16, (1 + 32 + 33 * 8 * 16) * 16};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(plan.hops[i].op == i);
    CHECK(plan.hops[i].edges == edges[i]);
  }
  CHECK(plan.hops[4].nodes == 4257);
  CHECK(plan.hops[1].source == "paper");
  CHECK(plan.hops[1].target == "author");
  const std::vector<ReachedNodes> reached = reached_nodes(spec, plan);
  REQUIRE(reached.size() == 4);
  CHECK(reached[0].node_set == "paper");
  CHECK(reached[0].nodes == 1 + 32 + 4224);
  CHECK(reached[3].node_set == "field_of_study");
  CHECK(reached[3].nodes == 68112);
}

TEST_CASE("edge sets are reversed once, and back") {
  TensorSchema schema = mag();
  CHECK(add_reversed(schema, "written", "wrote").error().message.find("'wrote' is not declared; edge sets: ") !=
        std::string::npos);
  CHECK(add_reversed(schema, "cites", "writes").error().message.find("'cites' is already declared") !=
        std::string::npos);
  REQUIRE(add_reversed(schema, "written", "writes"));
  REQUIRE(add_reversed(schema, "back", "written"));
  CHECK(schema.edge_sets.back().source.name == "author");
  CHECK(schema.edge_sets.back().metadata.extra.empty());
}

TEST_CASE("ops may stand in any order") {
  const SamplingPlan plan = check_sampling_spec(
      spec_in(op("c", "'b', 'seed'", "cites") + op("b", "'a'", "cites", "3") + op("a", "'seed'", "cites", "5") + seed),
      &mag());
  REQUIRE(plan.findings.errors.empty());
  REQUIRE(plan.hops.size() == 3);
  CHECK(plan.hops[0].op == 2);
  CHECK(plan.hops[1].op == 1);
  CHECK(plan.hops[2].op == 0);
  CHECK(plan.hops[2].nodes == 16);
  CHECK(plan.hops[2].edges == 32);
}

TEST_CASE("sizes of hops stop at 2^53") {
  std::string text = seed + op("0", "'seed'", "cites", "2147483647");
  for (int i = 1; i < 6; ++i) text += op(std::to_string(i), "'" + std::to_string(i - 1) + "'", "cites", "2147483647");
  const SamplingPlan plan = check_sampling_spec(spec_in(text), nullptr);
  REQUIRE(plan.hops.size() == 6);
  CHECK(plan.hops[0].edges == 2147483647);
  CHECK(plan.hops[5].edges == std::int64_t{1} << 53U);
}

TEST_CASE("what is wrong in a spec is told with its place") {
  check_spec_error(seed + op("a", "'b'", "cites"), "Op 'a': input op 'b' does not exist", 2);
  check_spec_error(seed + op("a", "'a'", "cites"), "Ops feed each other: 'a' <- 'a'", 2);
  check_spec_error(seed + op("x", "'seed', 'b'", "cites") + op("a", "'c'", "cites") + op("b", "'a'", "cites") +
                       op("c", "'seed', 'b'", "cites"),
                   "Ops feed each other: 'b' <- 'a' <- 'c' <- 'b'", 4);
  check_spec_error(seed + op("a", "'seed'", "cites", "0"), "Op 'a' has sample_size 0: it samples nothing", 2);
  check_spec_error(seed + op("a", "'seed'", "cites", "-3"), "Op 'a' has sample_size -3", 2);
  check_spec_error(seed + op("a", "", "cites"), "Op 'a' has no input_op_names", 2);
  check_spec_error(seed + op("a", "'seed'", ""), "Op 'a' has no edge_set_name", 2);
  check_spec_error(seed + op("", "'seed'", "cites"), "A sampling op has no op_name", 2);
  check_spec_error(seed + op("a", "'seed'", "cites") + op("a", "'seed'", "cites"), "Op name 'a' is given twice", 3);
  check_spec_error(seed + op("seed", "'seed'", "cites"), "Op name 'seed' is given twice", 2);
  check_spec_error("seed_op { node_set_name: 'paper' }", "The seed op has no op_name", 1);
  check_spec_error("seed_op { op_name: 'seed' }", "The seed op has no node_set_name", 1);
  CHECK(check_sampling_spec(spec_in(op("a", "'seed'", "cites")), nullptr).findings.errors[0].message ==
        "The spec has neither seed_op nor symmetric_link_seed_op");
  const SamplingPlan plan = check_sampling_spec(
      spec_in(seed +
              "sampling_ops { op_name: 'a' input_op_names: ['seed', 'seed'] edge_set_name: 'e' sample_size: 3 }"),
      nullptr);
  CHECK(plan.findings.errors.empty());
  REQUIRE(plan.findings.warnings.size() == 2);
  CHECK(plan.findings.warnings[0].message == "Op 'a' has no strategy: TOP_K is the default");
  CHECK(plan.findings.warnings[1].message == "Op 'a': input op 'seed' is given twice");
  CHECK(plan.hops[0].edges == 3);
}

TEST_CASE("the node and edge sets of a spec are those of its schema") {
  check_spec_error(
      "seed_op { op_name: 'seed' node_set_name: 'papers' }",
      "Seed op 'seed': node set 'papers' is not declared; did you mean 'paper'? node sets: 'author', 'field_of_study'",
      1, &mag());
  check_spec_error(seed + op("a", "'seed'", "writes"),
                   "Op 'a': edge set 'writes' starts from node set 'author', but input op 'seed' reaches 'paper'", 2,
                   &mag());
  check_spec_error(seed + op("a", "'seed'", "cites") + op("b", "'seed'", "has_topic") + op("c", "'a', 'b'", "cites"),
                   "Op 'c': edge set 'cites' starts from node set 'paper', but input op 'b' reaches 'field_of_study'",
                   4, &mag());
  check_spec_error(
      seed + op("a", "'seed'", "x"),
      "Op 'a': edge set 'x' is not declared; edge sets: 'affiliated_with', 'cites', 'has_topic', 'writes'; to "
      "use an existing edge set reversed, add --reverse x=cites or --reverse x=writes",
      2, &mag());
  check_spec_error(
      "seed_op { op_name: 'seed' node_set_name: 'author' }\n" + op("a", "'seed'", "x"),
      "Op 'a': edge set 'x' is not declared; edge sets: 'affiliated_with', 'cites', 'has_topic', 'writes'; to "
      "use an existing edge set reversed, add --reverse x=EDGE_SET",
      2, &mag());
}

TEST_CASE("pairs of seeds start where the readout edges of both ends do") {
  const std::string links = "symmetric_link_seed_op { op_name: 'seed' }\n" + op("a", "'seed'", "cites", "3");
  const std::string needs = "symmetric_link_seed_op needs ";
  check_spec_error(links, needs + "an edge set '_readout/source' into node set '_readout'", 1, &mag());
  TensorSchema schema = mag();
  const auto add = [&](const std::string& name, const std::string& source) {
    TensorEdgeSet set;
    set.name = name;
    set.source.name = source;
    set.target.name = "_readout";
    schema.edge_sets.push_back(set);
  };
  add("_readout/source", "paper");
  check_spec_error(links, needs + "an edge set '_readout/target'", 1, &schema);
  add("_readout/target", "author");
  check_spec_error(links, needs + "pairs of one node set, but '_readout/source' starts from 'paper'", 1, &schema);
  schema.edge_sets.back().source.name = "paper";
  const SamplingSpec spec = spec_in(links);
  const SamplingPlan plan = check_sampling_spec(spec, &schema);
  REQUIRE(plan.findings.errors.empty());
  CHECK(plan.seed_set == "paper");
  CHECK(plan.hops[0].nodes == 2);
  CHECK(plan.hops[0].edges == 6);
  CHECK(reached_nodes(spec, plan)[0].nodes == 8);
}

}  // namespace tuplepack::tests::sampling_check_test
