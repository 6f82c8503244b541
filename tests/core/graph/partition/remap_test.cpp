#include "tuplepack/graph/partition/remap.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace tuplepack::tests::remap_test {

using namespace graph;

namespace {

using Numbers = std::vector<std::int64_t>;

void check_range(IdRange range, std::int64_t begin, std::int64_t end) {
  CHECK(range.begin == begin);
  CHECK(range.end == end);
}

/// A map with its ids.
struct OwnedMap {
  IdRanges ranges;
  std::vector<std::uint32_t> new_id;
};

OwnedMap renumbered(const NodeAssignment& assignment, const GraphSchema& schema) {
  OwnedMap map{.ranges = node_ranges(assignment, schema),
               .new_id = std::vector<std::uint32_t>(assignment.part_of.size())};
  renumber(assignment, schema, map.ranges, map.new_id);
  return map;
}

}  // namespace

TEST_CASE("new ids go by part, then type, then original id") {
  const GraphSchema schema{.name = "hand", .node_types = {{"a", 4}, {"b", 3}}, .edge_types = {}};
  const OwnedMap map = renumbered({.parts = 2, .part_of = {0, 1, 0, 1, 1, 0, 1}, .algorithm = "metis"}, schema);
  CHECK(map.new_id == std::vector<std::uint32_t>{0, 3, 1, 4, 5, 2, 6});
  check_range(map.ranges.of(0, 0), 0, 2);
  check_range(map.ranges.of(1, 0), 3, 5);
  check_range(map.ranges.of(0, 1), 2, 3);
  check_range(map.ranges.of(1, 1), 5, 7);
  check_range(map.ranges.of(0), 0, 3);
  check_range(map.ranges.of(1), 3, 7);
  CHECK(map.ranges.total() == 7);
}

TEST_CASE("ranges of edges, by part and type") {
  const IdRanges ranges(Numbers{3, 3, 3, 1}, 2);
  check_range(ranges.of(0, 0), 0, 3);
  check_range(ranges.of(1, 0), 6, 9);
  check_range(ranges.of(0, 1), 3, 6);
  check_range(ranges.of(1, 1), 9, 10);
}

TEST_CASE("empty ranges stand in place") {
  const IdRanges ranges(Numbers{0, 2, 0, 0, 0, 1}, 2);
  CHECK(ranges.parts() == 3);
  check_range(ranges.of(0, 0), 0, 0);
  check_range(ranges.of(1, 0), 2, 2);
  check_range(ranges.of(1, 1), 2, 2);
  check_range(ranges.of(2, 0), 2, 2);
  CHECK(ranges.entry_of(0) == 1);
  CHECK(ranges.entry_of(1) == 1);
  CHECK(ranges.entry_of(2) == 5);
}

TEST_CASE("a look-up finds the range of every id, in random ranges") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 draw(seed);
  for (int round = 0; round < 100; ++round) {
    const std::size_t types = 1 + draw() % 3;
    Numbers counts(types * (1 + draw() % 40));
    for (auto& count : counts) count = draw() % 3 == 0 ? 0 : draw() % (draw() % 2 == 0 ? 4U : 3000U);
    const IdRanges ranges(counts, types);
    const auto part_of = RangeLookup::of_parts(ranges);
    const auto entry_of = RangeLookup::of_entries(ranges);
    for (std::int64_t id = 0; id < ranges.total(); ++id) {
      const std::size_t entry = ranges.entry_of(id);
      REQUIRE(entry_of(id) == entry);
      REQUIRE(part_of(id) == entry / types);
    }
  }
}

TEST_CASE("a graph without edge types has no ranges") {
  const IdRanges ranges(Numbers{}, 0);
  CHECK(ranges.parts() == 0);
  CHECK(ranges.total() == 0);
}

TEST_CASE("new ids are the places in an order by part, type and original id, in random graphs") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 draw(seed);
  for (int round = 0; round < 100; ++round) {
    GraphSchema schema{.name = "random", .node_types = {}, .edge_types = {}};
    for (unsigned types = 1 + draw() % 4; types > 0; --types) {
      schema.node_types.push_back(
          {.name = "t" + std::to_string(types), .nodes = static_cast<std::int64_t>(draw() % 20)});
    }
    NodeAssignment assignment{.parts = static_cast<std::int64_t>(1 + draw() % 6), .part_of = {}, .algorithm = "random"};
    struct Place {
      std::uint16_t part;
      std::size_t type;
      std::size_t node;
      auto operator<=>(const Place&) const = default;
    };
    std::vector<Place> places;
    for (std::size_t type = 0; type < schema.node_types.size(); ++type) {
      for (std::int64_t i = 0; i < schema.node_types[type].nodes; ++i) {
        const auto part = static_cast<std::uint16_t>(draw() % static_cast<unsigned>(assignment.parts));
        places.push_back({part, type, assignment.part_of.size()});
        assignment.part_of.push_back(part);
      }
    }
    const OwnedMap map = renumbered(assignment, schema);
    REQUIRE(map.new_id.size() == places.size());
    std::sort(places.begin(), places.end());
    for (std::size_t id = 0; id < places.size(); ++id) {
      const Place& place = places[id];
      CHECK(map.new_id[place.node] == id);
      CHECK(map.ranges.of(place.part, place.type).contains(static_cast<std::int64_t>(id)));
      CHECK(map.ranges.entry_of(static_cast<std::int64_t>(id)) == place.part * map.ranges.types() + place.type);
    }
  }
}

}  // namespace tuplepack::tests::remap_test
