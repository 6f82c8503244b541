#include "tuplepack/graph/sampling/readout.hpp"

#include "graph/owned_graph.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::readout_test {

using namespace graph;

using tests::OwnedGraph;

static TensorSchema with_readout(std::vector<std::pair<std::string, std::string>> edge_sets) {
  TensorSchema schema = OwnedGraph({1, 1}, {{"e", 0, 1, {}}}).schema;
  schema.node_sets.emplace_back();
  schema.node_sets.back().name = "_readout";
  schema.node_sets.back().features.emplace_back();
  schema.node_sets.back().features.back().name = "label";
  for (auto& [name, source] : edge_sets) {
    schema.edge_sets.emplace_back();
    schema.edge_sets.back().name = name;
    schema.edge_sets.back().source.name = source;
    schema.edge_sets.back().target.name = "_readout";
  }
  return schema;
}

static Result<Readout> readout_of(ReadoutKind kind, const TensorSchema& schema, bool links = false) {
  SamplingSpec spec = tests::spec_of("a", {});
  spec.links = links;
  return make_readout(kind, schema, spec, check_sampling_spec(spec, &schema));
}

TEST_CASE("a readout is what the schema declares, or one of the seed") {
  const TensorSchema plain = OwnedGraph({1, 1}, {{"e", 0, 1, {}}}).schema;
  CHECK(readout_of(ReadoutKind::first, plain).value().edge_sets.empty());
  const Readout simple = readout_of(ReadoutKind::seed, plain).value();
  REQUIRE(simple.edge_sets.size() == 1);
  CHECK(simple.edge_sets[0].name == "_readout/seed");
  CHECK(simple.edge_sets[0].source == "a");

  const Readout several =
      readout_of(ReadoutKind::seed, with_readout({{"_readout/x/1", "a"}, {"_readout/x/2", "b"}, {"_readout/y", "a"}}))
          .value();
  REQUIRE(several.edge_sets.size() == 3);
  CHECK(several.edge_sets[0].end == Readout::End::seed);
  CHECK(several.edge_sets[1].end == Readout::End::none);
  CHECK(several.edge_sets[2].end == Readout::End::seed);
  CHECK(several.labels.at(0).name == "label");

  const Readout pair =
      readout_of(ReadoutKind::links, with_readout({{"_readout/source", "a"}, {"_readout/target", "a"}}), true).value();
  CHECK(pair.edge_sets.at(0).end == Readout::End::seed);
  CHECK(pair.edge_sets.at(1).end == Readout::End::other);
}

TEST_CASE("a readout that does not fit the seeds is refused") {
  const TensorSchema pairs = with_readout({{"_readout/source", "a"}, {"_readout/target", "a"}});
  CHECK(readout_of(ReadoutKind::links, pairs).error().message ==
        "--readout links needs node pairs as seeds (symmetric_link_seed_op in the spec)");
  CHECK(readout_of(ReadoutKind::seed, pairs, true).error().code == ErrorCode::component_mismatch);
  CHECK(readout_of(ReadoutKind::seed, with_readout({{"_readout/seed", "b"}})).error().message ==
        "no edge set '_readout/seed' reads out the seeds, of node set 'a'");
}

TEST_CASE("the readout that is chosen where none is asked for") {
  SamplingSpec nodes = tests::spec_of("a", {}), links = nodes;
  links.links = true;
  CHECK(chosen_readout({}, nodes, 1) == ReadoutKind::first);
  CHECK(chosen_readout({}, nodes, 2) == ReadoutKind::seed);
  CHECK(chosen_readout({}, links, 2) == ReadoutKind::links);
  CHECK(chosen_readout(ReadoutKind::seed, nodes, 1) == ReadoutKind::seed);
  CHECK(chosen_readout(ReadoutKind::first, nodes, 2).error().code == ErrorCode::component_mismatch);
}

TEST_CASE("the sets of the readout are not in the tables") {
  const TensorSchema schema = without_readout(with_readout({{"_readout/seed", "a"}}));
  CHECK(schema.node_sets.size() == 2);
  CHECK(schema.edge_sets.size() == 1);
}

}  // namespace tuplepack::tests::readout_test
