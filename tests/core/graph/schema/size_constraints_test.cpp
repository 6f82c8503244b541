#include "tuplepack/graph/schema/size_constraints.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <random>

namespace tuplepack::tests::size_constraints_test {

using namespace graph;

namespace {

using Integers = std::vector<std::int64_t>;

TensorSchema schema_of(const std::vector<std::string>& nodes, const std::vector<std::array<std::string, 3>>& edges) {
  TensorSchema schema;
  for (const std::string& name : nodes) schema.node_sets.emplace_back().name = name;
  for (const auto& [name, source, target] : edges) {
    TensorEdgeSet& set = schema.edge_sets.emplace_back();
    set.name = name;
    set.source.name = source;
    set.target.name = target;
  }
  return schema;
}

Integers padded(const Integers& sizes, std::int64_t total, std::int64_t components, std::int64_t least = 0) {
  const auto all = padded_sizes(sizes, {.total = total, .components = components, .min_in_component = least});
  return all ? *all : Integers{-1};
}

std::string why_not(const Integers& sizes, std::int64_t total, std::int64_t components, std::int64_t least = 0) {
  const auto all = padded_sizes(sizes, {.total = total, .components = components, .min_in_component = least});
  return all ? "" : all.error().message;
}

Integers ends(std::int64_t edges, std::int64_t first, std::int64_t last) {
  Integers all;
  append_padding_ends(all, edges, first, last);
  return all;
}

}  // namespace

TEST_CASE("sizes of padded components, as TensorFlow GNN's own tests have them") {
  CHECK(padded({1, 1}, 5, 4) == Integers{1, 1, 3, 0});
  CHECK(padded({2, 2}, 6, 4) == Integers{2, 2, 2, 0});
  CHECK(padded({2, 1}, 6, 4) == Integers{2, 1, 3, 0});
  CHECK(padded({2, 2}, 9, 5, 1) == Integers{2, 2, 3, 1, 1});
  CHECK(padded({1, 1}, 3, 3, 1) == Integers{1, 1, 1});
  CHECK(padded({2, 2}, 9, 3, 1) == Integers{2, 2, 5});
  CHECK(padded({2, 2}, 9, 4, 2) == Integers{2, 2, 3, 2});
  CHECK(padded({}, 2, 3) == Integers{2, 0, 0});
  CHECK(padded({1, 2, 1}, 4, 3) == Integers{1, 2, 1});
  CHECK(padded({}, 0, 0) == Integers{});
}

TEST_CASE("what cannot be padded") {
  CHECK(why_not({1, 1}, 9, 1) == "2 components exceed the limit of 1");
  CHECK(why_not({4, 1}, 4, 9) == "5 exceed the limit of 4");
  CHECK(why_not({2, 2}, 5, 2) == "the graphs use all 2 components, leaving none for the padding");
  CHECK(why_not({2, 2}, 7, 4, 2) == "4 and at least 2 in each of 2 components for the padding exceed the limit of 7");
  CHECK(why_not({2, 1}, 9, 3, 2) == "a component of 1, below the min_nodes_per_component of 2");
  CHECK(why_not({3}, std::int64_t{1} << 53, std::int64_t{1} << 53, 3).find("in each of") != std::string::npos);
}

TEST_CASE("ends of the padding's edges") {
  CHECK(ends(3, 2, 4) == Integers{2, 3, 4});
  CHECK(ends(3, 4, 5) == Integers{4, 5, 5});
  CHECK(ends(0, 4, 3) == Integers{});
  CHECK(ends(1, 7, 9) == Integers{7});
  CHECK(ends(2, 7, 9) == Integers{7, 9});
  CHECK(ends(5, 7, 7) == Integers{7, 7, 7, 7, 7});
  // As TensorFlow GNN's test: every node of the padding has an edge.
  const Integers source = ends(997, 2, 99);
  CHECK(std::is_sorted(source.begin(), source.end()));
  for (std::int64_t node = 2; node < 100; ++node) CHECK(std::count(source.begin(), source.end(), node) > 0);
  // Beyond 2^24 float32 rounds: the ends stay in the range.
  const std::int64_t first = (std::int64_t{1} << 24) + 1;
  for (const std::int64_t node : ends(9, first, first + 1)) CHECK((node == first || node == first + 1));
}

TEST_CASE("tight constraints, as find_tight_size_constraints() has them") {
  const TensorSchema one = schema_of({"n"}, {{"n->n", "n", "n"}});
  SizeConstraints largest{.total_num_components = 5,
                          .total_num_nodes = {{"n", 3}},
                          .total_num_edges = {{"n->n", 6}},
                          .min_nodes_per_component = {}};
  for (const std::int64_t least : {0, 1, 2, 3}) {
    const auto tight = tight_constraints(largest, one, {.graphs = 10, .min_nodes_per_component = {{"n", least}}});
    REQUIRE(tight.has_value());
    CHECK(*tight == SizeConstraints{.total_num_components = 51,
                                    .total_num_nodes = {{"n", 30 + std::max<std::int64_t>(least, 1)}},
                                    .total_num_edges = {{"n->n", 60}},
                                    .min_nodes_per_component = {{"n", least}}});
  }
  const TensorSchema two = schema_of({"a", "b", "alone"}, {{"a->b", "a", "b"}});
  const auto tight = tight_constraints({.total_num_components = 100,
                                        .total_num_nodes = {{"a", 100}, {"b", 101}, {"alone", 7}},
                                        .total_num_edges = {{"a->b", 103}},
                                        .min_nodes_per_component = {}},
                                       two, {.graphs = 1, .min_nodes_per_component = {{"b", 2}}});
  REQUIRE(tight.has_value());
  CHECK(tight->total_num_components == 101);
  CHECK(tight->total_num_nodes == SetCounts{{"a", 101}, {"b", 103}, {"alone", 7}});
  CHECK(tight->total_num_edges == SetCounts{{"a->b", 103}});
  largest.total_num_edges["n->n"] = std::int64_t{1} << 52;
  CHECK(tight_constraints(largest, one, {.graphs = 2}).error().message ==
        "the total of edges of 'n->n' is beyond 2^53");
}

TEST_CASE("constraints are about the sets of a schema") {
  const TensorSchema schema = schema_of({"a", "b"}, {{"e", "a", "b"}});
  SizeConstraints constraints{.total_num_components = 1,
                              .total_num_nodes = {{"a", 1}, {"b", 1}},
                              .total_num_edges = {{"e", 1}},
                              .min_nodes_per_component = {{"b", 1}}};
  CHECK(check_constraints(constraints, schema).has_value());
  constraints.min_nodes_per_component["e"] = 1;
  CHECK(check_constraints(constraints, schema).error().message ==
        "min_nodes_per_component: there is no set 'e'; there are a, b");
  constraints.min_nodes_per_component.clear();
  constraints.total_num_nodes.erase("b");
  CHECK(check_constraints(constraints, schema).error().message == "total_num_nodes has no entry for the set 'b'");
}

TEST_CASE("graphs that keep to the sizes can be padded to the tight constraints") {
  const unsigned seed = 20261123;
  CAPTURE(seed);
  std::mt19937 random(seed);
  const auto below = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    const std::int64_t graphs = 1 + below(6), largest = below(9), least = below(3);
    const TensorSchema schema = schema_of({"n"}, {});
    const auto tight = tight_constraints({.total_num_components = 1,
                                          .total_num_nodes = {{"n", largest + least}},
                                          .total_num_edges = {},
                                          .min_nodes_per_component = {}},
                                         schema, {.graphs = graphs, .min_nodes_per_component = {{"n", least}}});
    REQUIRE(tight.has_value());
    Integers sizes;
    for (std::int64_t i = 0; i < graphs; ++i) sizes.push_back(least + below(largest + 1));
    const std::int64_t total = tight->total_num_nodes.at("n");
    const auto all =
        padded_sizes(sizes, {.total = total, .components = tight->total_num_components, .min_in_component = least});
    REQUIRE(all.has_value());
    CHECK(std::accumulate(all->begin(), all->end(), std::int64_t{0}) == total);
    CHECK(static_cast<std::int64_t>(all->size()) == tight->total_num_components);
    CHECK(*std::min_element(all->begin(), all->end()) >= least);
  }
}

}  // namespace tuplepack::tests::size_constraints_test
