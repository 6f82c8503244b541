#include "tuplepack/graph/partition/restream.hpp"

#include "graph/check_partition.hpp"
#include "graph/random_graph.hpp"
#include "tuplepack/graph/partition/enforce_limits.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::restream_test {

using namespace graph;

using tests::Graph;
using tests::Random;

namespace {

/// The rule by itself: nodes one by one, all loads and neighbours counted anew.
std::vector<std::uint16_t> by_definition(const Graph& graph, std::int64_t parts, std::int64_t passes) {
  const auto nodes = graph.offsets.size() - 1;
  const double limit = static_cast<double>(NodeWeights({}, static_cast<std::int64_t>(nodes)).limits(parts)[0]);
  std::vector<std::uint16_t> labels(nodes, no_part);
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    for (std::size_t v = 0; v < nodes; ++v) {
      const std::uint16_t own = labels[v];
      labels[v] = no_part;
      std::vector<double> scores;
      std::vector<double> slacks;
      for (std::uint16_t part = 0; part < parts; ++part) {
        const auto neighbours = graph.adjacency().neighbours_of(static_cast<std::int64_t>(v));
        const auto count =
            std::count_if(neighbours.begin(), neighbours.end(), [&](std::uint32_t u) { return labels[u] == part; });
        const auto load = std::count(labels.begin(), labels.end(), part);
        slacks.push_back(1 - static_cast<double>(load) * (1 / limit));
        const bool room = static_cast<double>(load) < limit;
        scores.push_back(room ? static_cast<double>(count) * slacks.back() : -1);
      }
      const double best = *std::max_element(scores.begin(), scores.end());
      std::size_t chosen = own;
      double chosen_slack = own == no_part ? -1 : slacks[own];
      // A node without neighbours in parts stays, or goes to the emptiest part.
      if (own == no_part || scores[own] < best || best > 0) {
        if (own == no_part || scores[own] < best) chosen_slack = -1;
        for (std::size_t part = 0; part < scores.size(); ++part) {
          if (scores[part] != best || slacks[part] < chosen_slack) continue;
          if (slacks[part] == chosen_slack && part > chosen) continue;
          chosen = part;
          chosen_slack = slacks[part];
        }
      }
      labels[v] = static_cast<std::uint16_t>(chosen);
    }
  }
  return labels;
}

/// The passes of one thread, and the limits enforced.
NodeAssignment in_passes(const Graph& graph, const PartBalance& balance, const PartitionOptions& options) {
  const std::int64_t nodes = graph.adjacency().nodes();
  const NodeWeights weights(balance, nodes);
  PartLoads loads(weights, options.parts);
  PartCounts counts(options.parts);
  NodeAssignment result{.parts = options.parts, .part_of = {}, .algorithm = {}};
  result.part_of.assign(static_cast<std::size_t>(nodes), no_part);
  const ChooseSlice choose = [&](NodeSlice slice, const NodeWeights& of_nodes, ChoiceRule rule,
                                 std::span<const std::uint16_t> labels, const PartLoads& filled,
                                 std::span<std::uint16_t> choices) {
    choose_parts(rows_of(graph.adjacency(), slice), of_nodes, rule, labels, filled, counts, choices);
  };
  CHECK(restream_passes(weights, options.passes, ChoiceRule::by_slack, choose, loads, result.part_of));
  enforce_limits(graph.adjacency(), weights, options.parts, result.part_of);
  return result;
}

/// The passes with slices of any size, each in pieces from the last to the first.
NodeAssignment in_slices(const Graph& graph, const PartBalance& balance, const PartitionOptions& options,
                         std::int64_t slice, std::int64_t piece) {
  const std::int64_t nodes = graph.adjacency().nodes();
  const NodeWeights weights(balance, nodes);
  PartLoads loads(weights, options.parts);
  PartCounts counts(options.parts);
  NodeAssignment result{.parts = options.parts, .part_of = {}, .algorithm = {}};
  result.part_of.assign(static_cast<std::size_t>(nodes), no_part);
  for (std::int64_t pass = 0; pass < options.passes; ++pass) {
    for (std::int64_t begin = 0; begin < nodes; begin += slice) {
      const std::int64_t end = std::min(nodes, begin + slice);
      std::vector<std::uint16_t> choices(static_cast<std::size_t>(end - begin));
      for (std::int64_t last = end; last > begin; last = std::max(begin, last - piece)) {
        const std::int64_t first = std::max(begin, last - piece);
        choose_parts(rows_of(graph.adjacency(), {first, last}), weights, ChoiceRule::by_slack, result.part_of, loads,
                     counts,
                     std::span(choices).subspan(static_cast<std::size_t>(first - begin),
                                                static_cast<std::size_t>(last - first)));
      }
      apply_choices(weights, {begin, end}, choices, result.part_of, loads);
    }
  }
  enforce_limits(graph.adjacency(), weights, options.parts, result.part_of);
  return result;
}

}  // namespace

TEST_CASE("passes follow the rule") {
  Random random(51);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t nodes = random.between(0, 25);
    const Graph graph = random_graph(random, nodes, random.between(0, 60));
    const PartitionOptions options{.parts = random.between(1, 8), .passes = random.between(1, 4)};
    // The rule as written here goes through all passes: those of few nodes end when none moves.
    CHECK(in_passes(graph, {}, options).part_of == by_definition(graph, options.parts, options.passes));
  }
}

TEST_CASE("limits hold for any classes; slices in any pieces give the same labels") {
  Random random(52);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t nodes = random.between(1, 200);
    const Graph graph = random_graph(random, nodes, random.between(0, 800));
    std::vector<std::uint16_t> class_of(static_cast<std::size_t>(nodes));
    for (std::uint16_t& c : class_of) c = static_cast<std::uint16_t>(random.between(0, 3));
    if (random.one_in(3)) class_of.clear();
    std::vector<std::uint32_t> weights = graph.degrees();
    if (random.one_in(2)) weights.clear();
    const PartBalance balance{.class_of = class_of, .weights = weights};
    const PartitionOptions options{.parts = random.between(1, 12), .passes = 3, .memory = tests::memory_in(round)};
    const auto assignment = restream(graph.adjacency(), balance, options);
    REQUIRE(assignment);
    tests::check_limits(balance, *assignment, false);
    CHECK(in_slices(graph, balance, options, 1, 1).part_of == in_passes(graph, balance, options).part_of);
    const std::int64_t slice = random.between(1, 50);
    const NodeAssignment sliced = in_slices(graph, balance, options, slice, slice);
    tests::check_limits(balance, sliced, false);
    CHECK(in_slices(graph, balance, options, slice, random.between(1, 20)).part_of == sliced.part_of);
  }
}

TEST_CASE("communities are found, and the second weight stays within its limit") {
  Random random(53);
  const Graph graph = random_communities(random, 40, 100, 12, 3000);
  const auto edges = static_cast<std::int64_t>(graph.neighbours.size()) / 2;
  const std::vector<std::uint32_t> degrees = graph.degrees();
  for (const bool weighted : {false, true}) {
    const PartBalance balance{.weights = weighted ? std::span(degrees) : std::span<const std::uint32_t>()};
    const auto assignment = restream(graph.adjacency(), balance, {.parts = 8});
    REQUIRE(assignment);
    tests::check_limits(balance, *assignment, true);
    CHECK(cut_edges(graph, assignment->part_of) < edges / 4);  // at random: 7/8
  }
}

/// Of a class, equal ranges of ids within the limits.
static std::int64_t cut_of_ranges(const Graph& graph, const PartBalance& balance, std::int64_t parts) {
  const std::int64_t nodes = graph.adjacency().nodes();
  std::vector<std::uint16_t> part_of;
  for (std::int64_t part = 0; part < parts; ++part) {
    part_of.resize(static_cast<std::size_t>((part + 1) * nodes / parts), static_cast<std::uint16_t>(part));
  }
  enforce_limits(graph.adjacency(), NodeWeights(balance, nodes), parts, part_of);
  return cut_edges(graph, part_of);
}

/// Rows of nodes, each next to those around it.
static Graph grid(std::uint32_t side) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) edges.emplace_back(v, v + 1);
    if (v + side < side * side) edges.emplace_back(v, v + side);
  }
  return tests::graph_of(side * side, edges);
}

/// A node with leaves, and nodes without neighbours after them.
static Graph star(std::uint32_t leaves, std::uint32_t isolated) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t leaf = 1; leaf <= leaves; ++leaf) edges.emplace_back(0, leaf);
  return tests::graph_of(1 + leaves + isolated, edges);
}

TEST_CASE("ranges of ids never cut fewer edges") {
  Random random(55);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t nodes = random.between(1, 300);
    const Graph graph = round % 10 == 0   ? grid(static_cast<std::uint32_t>(random.between(2, 30)))
                        : round % 10 == 1 ? star(static_cast<std::uint32_t>(random.between(1, 300)), 100)
                                          : random_graph(random, nodes, random.between(0, 900));
    std::vector<std::uint32_t> degrees = graph.degrees();
    if (random.one_in(2)) degrees.clear();
    const PartBalance balance{.weights = degrees};
    const PartitionOptions options{
        .parts = random.between(1, 9), .passes = random.between(1, 10), .memory = tests::memory_in(round)};
    const auto assignment = restream(graph.adjacency(), balance, options);
    REQUIRE(assignment);
    CHECK(cut_edges(graph, assignment->part_of) <= cut_of_ranges(graph, balance, options.parts));
  }
}

TEST_CASE("meshes and stars in the order of their ids are cut as ranges of ids are, under one limit and under two") {
  const Graph mesh = grid(100);
  const Graph hub = star(5000, 3000);
  const std::vector<std::uint32_t> degrees = mesh.degrees();
  CHECK(cut_edges(mesh, restream(mesh.adjacency(), {}, {.parts = 4})->part_of) <= 300);
  CHECK(cut_edges(mesh, restream(mesh.adjacency(), {.weights = degrees}, {.parts = 4})->part_of) <= 300);
  // A part holds 2060 nodes: with the hub 2059 of its leaves.
  CHECK(cut_edges(hub, restream(hub.adjacency(), {}, {.parts = 4})->part_of) == 5000 - 2059);
}

/// Nodes in an order that tells nothing.
static Graph shuffled(Random& random, const Graph& graph) {
  const auto nodes = static_cast<std::uint32_t>(graph.offsets.size() - 1);
  std::vector<std::uint32_t> ids(nodes);
  for (std::uint32_t v = 0; v < nodes; ++v) {
    ids[v] = v;
    std::swap(ids[v], ids[static_cast<std::size_t>(random.between(0, v))]);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t v = 0; v < nodes; ++v) {
    for (const std::uint32_t u : graph.adjacency().neighbours_of(v)) {
      if (u < v) edges.emplace_back(ids[u], ids[v]);
    }
  }
  return tests::graph_of(nodes, edges);
}

static Graph chain(std::uint32_t nodes) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t v = 1; v < nodes; ++v) edges.emplace_back(v - 1, v);
  return tests::graph_of(nodes, edges);
}

TEST_CASE("under two limits, meshes, chains and communities in any order are cut about as multilevel cuts them") {
  Random random(56);
  for (const Graph& graph : {shuffled(random, grid(90)), shuffled(random, chain(4000)),
                             shuffled(random, random_communities(random, 60, 50, 10, 2000))}) {
    const std::vector<std::uint32_t> degrees = graph.degrees();
    const PartBalance balance{.weights = degrees, .imbalance = 1.05};
    const auto assignment = restream(graph.adjacency(), balance, {.parts = 4});
    REQUIRE(assignment);
    tests::check_limits(balance, *assignment, true);
    const std::int64_t cut = cut_edges(graph, assignment->part_of);
    CHECK(cut <=
          1.35 * static_cast<double>(cut_edges(graph, multilevel(graph.adjacency(), balance, {.parts = 4})->part_of)));
    CHECK(restream(graph.adjacency(), balance, {.parts = 4, .seed = 9})->part_of == assignment->part_of);
    const auto without = restream(graph.adjacency(), balance, {.parts = 4, .memory = 1});
    tests::check_limits(balance, *without, true);
    CHECK(cut < cut_edges(graph, without->part_of));  // clusters take memory
  }
}

TEST_CASE("progress grows to the end, and a no stops") {
  Random random(54);
  const Graph graph = random_graph(random, 50'000, 60'000);
  double last = 0;
  int asked = 0;
  const auto watch = [&](double fraction) {
    CHECK(fraction > last);
    last = fraction;
    ++asked;
    return true;
  };
  const std::vector<std::uint32_t> degrees = graph.degrees();
  for (const bool weighted : {false, true}) {
    last = 0;
    asked = 0;
    const PartBalance balance{.weights = weighted ? std::span(degrees) : std::span<const std::uint32_t>()};
    CHECK(restream(graph.adjacency(), balance, {.parts = 4, .passes = 4}, watch));
    CHECK(asked >= 4);
    CHECK(last <= 1);
  }
  const auto stopped = restream(graph.adjacency(), {}, {.parts = 4}, [](double) { return false; });
  REQUIRE(!stopped);
  CHECK(stopped.error().code == ErrorCode::stopped);
}

TEST_CASE("refused: numbers of parts and passes") {
  const Graph graph = tests::graph_of(2, {{0, 1}});
  CHECK(restream(graph.adjacency(), {}, {.parts = 0}).error().message == "0 parts; at least 1 is needed");
  CHECK(restream(graph.adjacency(), {}, {.passes = 0}).error().message == "0 passes; at least 1 is needed");
  CHECK(restream(graph.adjacency(), {.imbalance = -1}, {}).error().code == ErrorCode::limit_not_positive);
}

}  // namespace tuplepack::tests::restream_test
