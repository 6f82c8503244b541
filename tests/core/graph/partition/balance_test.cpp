#include "tuplepack/graph/partition/balance.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::balance_test {

using namespace graph;

using tests::Random;

TEST_CASE("nodes alone are one class, of which every part may hold 3 % more than the mean") {
  const NodeWeights weights({}, 1000);
  CHECK(weights.constraints() == 1);
  CHECK(weights.class_of(999) == 0);
  CHECK(weights.totals() == std::vector<std::int64_t>{1000});
  CHECK(weights.limits(4) == std::vector<std::int64_t>{257});
  CHECK(weights.limits(1) == std::vector<std::int64_t>{1000});
  CHECK(weights.limits(3000) == std::vector<std::int64_t>{1});
}

TEST_CASE("classes as ranges and by node are the same") {
  const std::vector<std::int64_t> offsets{0, 2, 2, 5};
  const std::vector<std::uint16_t> by_node{0, 0, 2, 2, 2};
  const std::vector<std::uint32_t> second{7, 0, 1, 1, 1};
  const NodeWeights ranges({.class_offsets = offsets, .weights = second}, 5);
  const NodeWeights listed({.class_of = by_node, .weights = second}, 5);
  for (std::size_t node = 0; node < by_node.size(); ++node) {
    CHECK(ranges.class_of(node) == by_node[node]);
    CHECK(listed.class_of(node) == by_node[node]);
    CHECK(listed.weight(node, 3) == second[node]);
    CHECK(ranges.load_of(node).weights.front() == second[node]);
  }
  CHECK(ranges.totals() == std::vector<std::int64_t>{2, 0, 3, 10});
  CHECK(listed.totals() == ranges.totals());
  CHECK(ranges.limits(2) == std::vector<std::int64_t>{1, 0, 2, 7});  // a node of 7 must go somewhere
}

/// Nodes 0 and 1 have two weights, 2 has none, 3 and 4 have one.
static const std::vector<WeightRange> some_ranges{{.begin = 0, .end = 2, .first = 1, .count = 2},
                                                  {.begin = 2, .end = 3, .first = 0, .count = 0},
                                                  {.begin = 3, .end = 5, .first = 0, .count = 1}};

TEST_CASE("ranges of nodes have weights of their own") {
  const std::vector<std::uint32_t> listed{1, 2, 3, 4, 5, 6};
  const std::vector<std::uint16_t> classes{0, 0, 1, 1, 2};
  const PartBalance balance{.class_of = classes, .weights = listed, .weight_ranges = some_ranges, .imbalance = 1};
  REQUIRE(check(balance, 5));
  const NodeWeights weights(balance, 5);
  CHECK(weights.totals() == std::vector<std::int64_t>{2, 2, 1, 11, 4, 6});
  CHECK(weights.limits(2) == std::vector<std::int64_t>{1, 1, 1, 6, 3, 4});
  CHECK(weights.weight(0, 4) == 1);
  CHECK(weights.weight(1, 5) == 4);
  CHECK(weights.weight(1, 3) == 0);
  CHECK(weights.weight(2, 3) == 0);
  CHECK(weights.weight(4, 3) == 6);
  CHECK(weights.load_of(2).weights.empty());
  CHECK(weights.weights_of_class(0).begin == 4);
  CHECK(weights.weights_of_class(0).end == 6);
  CHECK(weights.weights_of_class(1).begin == 3);
  CHECK(weights.weights_of_class(1).end == 4);
  PartLoads loads(weights, 2);
  loads.add(0, weights.load_of(0));
  loads.add(0, weights.load_of(3));
  CHECK(loads.load(0, 3) == 5);
  CHECK(loads.load(0, 4) == 1);
  CHECK(loads.load(0, 5) == 2);
  CHECK_FALSE(loads.has_room(0, weights.load_of(4)));  // 5 + 6 of at most 6
  CHECK(loads.has_room(1, weights.load_of(4)));
  CHECK(loads.emptiest(1) == 1);
  loads.remove(0, weights.load_of(3));
  CHECK(loads.has_room(0, weights.load_of(4)));
}

TEST_CASE("what is refused of a balance, and why") {
  const auto message = [](const PartBalance& balance) {
    const auto checked = check(balance, 3);
    return checked ? std::string() : checked.error().message;
  };
  const std::vector<std::uint16_t> two_classes{0, 1};
  const std::vector<std::uint16_t> three_classes{0, 1, 0};
  const std::vector<std::uint32_t> weights{1, 2, 3, 4};
  const std::vector<std::int64_t> falling{0, 2, 1, 3};
  const std::vector<std::int64_t> shorter{0, 2};
  const std::vector<std::int64_t> types{0, 3};
  CHECK(message({}).empty());
  CHECK(message({.class_of = three_classes}).empty());
  CHECK(message({.class_of = two_classes}) == "2 classes for 3 nodes");
  CHECK(message({.weights = weights}) == "4 weights for 3 nodes");
  CHECK(message({.class_offsets = falling}) == "classes begin at node 2 and then at 1");
  CHECK(message({.class_offsets = shorter}) == "the classes are nodes 0 to 2 of 3");
  CHECK(message({.class_offsets = types, .class_of = three_classes}) == "classes are given both as ranges and by node");
  const std::vector<WeightRange> gap{{.begin = 0, .end = 1, .first = 0, .count = 1},
                                     {.begin = 2, .end = 3, .first = 0, .count = 1}};
  const std::vector<WeightRange> all{{.begin = 0, .end = 3, .first = 0, .count = 1}};
  CHECK(message({.weights = weights, .weight_ranges = gap}) == "weights of nodes 2 to 3 after those to 1 of 3");
  CHECK(message({.weights = weights, .weight_ranges = all}) == "4 weights, of 3 of nodes up to 3 of 3");
  CHECK(message({.imbalance = 0.5}) == "an imbalance of 0.500000; at least 1 is needed");
}

TEST_CASE("the emptiest part is the first with the most slack among those with room") {
  Random random(31);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t nodes = random.between(1, 60);
    const std::int64_t parts = random.between(1, 20);
    std::vector<std::uint16_t> class_of;
    std::vector<std::uint32_t> second;
    for (std::int64_t v = 0; v < nodes; ++v) {
      class_of.push_back(static_cast<std::uint16_t>(random.between(0, 2)));
      second.push_back(static_cast<std::uint32_t>(random.between(0, 9)));
    }
    if (random.one_in(2)) second.clear();
    const NodeWeights weights({.class_of = class_of, .weights = second}, nodes);
    PartLoads loads(weights, parts);
    std::vector<std::uint16_t> part_of(class_of.size(), no_part);
    for (std::size_t v = 0; v < class_of.size(); ++v) {
      const PartLoads anew(weights, parts, part_of);
      const std::size_t of_class = class_of[v];
      const std::uint16_t emptiest = loads.emptiest(of_class);
      CHECK(loads.load(emptiest, of_class) < loads.limit(of_class));
      for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
        if (loads.load(part, of_class) == loads.limit(of_class)) continue;
        CHECK(loads.slack(part, of_class) <= loads.slack(emptiest, of_class));
        if (loads.slack(part, of_class) == loads.slack(emptiest, of_class)) CHECK(emptiest <= part);
      }
      for (std::size_t c = 0; c < weights.classes(); ++c) CHECK(anew.emptiest(c) == loads.emptiest(c));
      part_of[v] = emptiest;
      loads.add(emptiest, weights.load_of(v));
      if (random.one_in(5)) {
        loads.remove(emptiest, weights.load_of(v));
        const auto other = static_cast<std::uint16_t>(random.between(0, parts - 1));
        if (loads.has_room(other, weights.load_of(v))) part_of[v] = other;
        loads.add(part_of[v], weights.load_of(v));
      }
    }
  }
}

}  // namespace tuplepack::tests::balance_test
