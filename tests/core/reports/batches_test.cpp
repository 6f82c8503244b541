#include "tuplepack/reports/batches.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::batches_test {

using namespace reports;

namespace {

using Integers = std::vector<std::int64_t>;

RecordedSet recorded(const std::string& prefix, const std::string& name, const Integers& sizes) {
  return {.name = name, .column = name, .prefix = prefix, .sizes = sizes};
}

/// Four graphs of authors, papers and edges from ones to the others.
const std::vector<RecordedSet> sets = {recorded("nodes", "author", {1, 2, 1, 3}),
                                       recorded("nodes", "paper", {5, 5, 4, 4}),
                                       recorded("edges", "writes", {6, 7, 4, 9})};

graph::TensorSchema schema() {
  graph::TensorSchema schema;
  for (const char* const name : {"author", "paper"}) schema.node_sets.emplace_back().name = name;
  graph::TensorEdgeSet& set = schema.edge_sets.emplace_back();
  set.name = "writes";
  set.source.name = "author";
  set.target.name = "paper";
  return schema;
}

packing::PlanDocument plan_of(const std::vector<std::string>& names, const Integers& sizes,
                              const packing::PlanRequest& request) {
  const auto histogram = packing::make_histogram(names, sizes, Integers(sizes.size() / names.size(), 1));
  REQUIRE(histogram.has_value());
  auto plan = make_plan(*histogram, request);
  REQUIRE_MESSAGE(plan.has_value(), plan.error().message);
  return std::move(*plan);
}

packing::Assignment assigned(const packing::PlanDocument& plan) {
  auto assignment = assign_records(plan, sets, {});
  REQUIRE_MESSAGE(assignment.has_value(), assignment.error().message);
  return std::move(*assignment);
}

}  // namespace

TEST_CASE("components of a plan are sets of the records") {
  const packing::PlanRequest request{.limits = {.sizes = {10, 16}}};
  const Integers two = {5, 6, 5, 7, 4, 4, 4, 9};
  CHECK(sets_of_plan(plan_of({"paper", "writes"}, two, request), sets).value() == std::vector<std::size_t>{1, 2});
  CHECK(sets_of_plan(plan_of({"nodes/paper", "edges/writes"}, two, request), sets).value() ==
        std::vector<std::size_t>{1, 2});
  CHECK(sets_of_plan(plan_of({"size_2", "size_3"}, two, request), sets).value() == std::vector<std::size_t>{1, 2});
  CHECK(sets_of_plan(plan_of({"paper", "field"}, two, request), sets).error().message ==
        "the plan's component 'field' matches no node or edge set of the records; sets: author, paper, writes");
  const packing::PlanRequest cutting{.limits = {.sizes = {4, 16}},
                                     .fitting = {.overlong = packing::Overlong::truncate}};
  CHECK(sets_of_plan(plan_of({"paper", "writes"}, two, cutting), sets).error().code == ErrorCode::unsupported);
}

TEST_CASE("every record is in one pack") {
  const packing::PlanDocument plan =
      plan_of({"paper", "writes"}, {5, 6, 5, 7, 4, 4, 4, 9}, {.limits = {.sizes = {10, 16}}});
  const packing::Assignment assignment = assigned(plan);
  Integers items(assignment.items.begin(), assignment.items.end());
  std::sort(items.begin(), items.end());
  CHECK(items == Integers{0, 1, 2, 3});
  CHECK(largest_pack(assignment, sets[1].sizes) <= 10);
  const auto other = assign_records(plan, std::vector{sets[0], recorded("nodes", "paper", {5, 5, 4, 5}), sets[2]}, {});
  CHECK(other.error().code == ErrorCode::plan_mismatch);
}

TEST_CASE("constraints of a plan: its limits, and room for the padding") {
  const Integers two = {5, 6, 5, 7, 4, 4, 4, 9}, one_each = {1, 1, 1, 1};
  const packing::PlanDocument plan = plan_of({"paper", "writes"}, two, {.limits = {.sizes = {10, 16}, .depth = 3}});
  const packing::Assignment assignment = assigned(plan);
  const auto found = constraints_of(plan, assignment, sets, one_each, schema(), {});
  REQUIRE(found.has_value());
  const std::int64_t authors = largest_pack(assignment, sets[0].sizes);
  CHECK(*found == graph::SizeConstraints{.total_num_components = 4,
                                         .total_num_nodes = {{"author", authors + 1}, {"paper", 11}},
                                         .total_num_edges = {{"writes", 16}},
                                         .min_nodes_per_component = {}});

  // A reserve in the plan is that room; components of records are counted, whatever the depth.
  const packing::PlanDocument reserving =
      plan_of({"paper", "writes"}, two,
              {.limits = {.sizes = {11, 16}, .depth = 3}, .fitting = {.reserve = {1, 0}, .reserve_items = 1}});
  const auto reserved = constraints_of(reserving, assigned(reserving), sets, one_each, schema(), {});
  REQUIRE(reserved.has_value());
  CHECK(reserved->total_num_components == 3);
  CHECK(reserved->total_num_nodes.at("paper") == 11);
  const Integers components = {1, 3, 1, 1};
  const auto several = constraints_of(plan, assignment, sets, components, schema(), {});
  REQUIRE(several.has_value());
  CHECK(several->total_num_components == largest_pack(assignment, components) + 1);

  // With a paper in every component, a pack of one graph of 5 papers in 4 components has at least 8.
  const packing::PlanDocument alone = plan_of({"paper", "writes"}, two, {.limits = {.sizes = {5, 16}, .depth = 3}});
  const auto with_nodes = constraints_of(alone, assigned(alone), sets, one_each, schema(), {{"paper", 1}});
  REQUIRE(with_nodes.has_value());
  CHECK(with_nodes->total_num_nodes.at("paper") == 8);
  CHECK(with_nodes->min_nodes_per_component == graph::SetCounts{{"paper", 1}});
}

TEST_CASE("where no schema says what edges connect, they may connect every node set") {
  const graph::TensorSchema several = connected_sets(sets);
  CHECK(several.node_sets.size() == 2);
  CHECK(note_on_connected_sets(several).find("--schema") != std::string_view::npos);
  const Integers one_each = {1, 1, 1, 1};
  const auto tight = policy_constraints(packing::BatchPolicy::tight, sets, one_each, several, {.batch = 2});
  REQUIRE(tight.has_value());
  CHECK(tight->total_num_nodes == graph::SetCounts{{"author", 7}, {"paper", 11}});  // a node of each for the padding

  const std::vector<RecordedSet> alone = {sets[1], recorded("edges", "cites", {1, 2, 3, 4})};
  const graph::TensorSchema one = connected_sets(alone);
  CHECK(one.edge_sets.front().source.name == "paper");
  CHECK(note_on_connected_sets(one).empty());
  CHECK(note_on_connected_sets(connected_sets(std::span(sets).first(2))).empty());  // no edges
}

}  // namespace tuplepack::tests::batches_test
