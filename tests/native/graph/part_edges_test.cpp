#include "graph/parts/part_edges.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

namespace tuplepack::tests::part_edges_test {

using namespace graph;

namespace {

template <typename T>
std::string bytes_of(const std::vector<std::int64_t>& values) {
  std::string bytes;
  for (const std::int64_t value : values) {
    const auto narrow = static_cast<T>(value);
    bytes.append(reinterpret_cast<const char*>(&narrow), sizeof(T));
  }
  return bytes;
}

using Ends = std::vector<std::pair<std::int64_t, std::int64_t>>;

Ends ends_of(const PartEdges::Range& range, std::int64_t first) {
  Ends ends;
  for (const auto [index, source, destination] : range) {
    CHECK(index == first + static_cast<std::int64_t>(ends.size()));
    ends.emplace_back(source, destination);
  }
  return ends;
}

}  // namespace

TEST_CASE("a column of integers of any width") {
  const std::vector<std::int64_t> values{-128, 0, 127};
  const std::string bytes[] = {bytes_of<std::int8_t>(values), bytes_of<std::int16_t>(values),
                               bytes_of<std::int32_t>(values), bytes_of<std::int64_t>(values)};
  for (const std::string& one : bytes) {
    const IntegerColumn column(one, static_cast<std::int64_t>(one.size()) / 3);
    REQUIRE(column.size() == 3);
    for (std::int64_t i = 0; i < 3; ++i) CHECK(column[i] == values[static_cast<std::size_t>(i)]);
  }
  CHECK(IntegerColumn().size() == 0);
}

TEST_CASE("edges in coordinates and in compressed columns are the same") {
  const std::uint64_t seed = std::random_device()();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::int64_t> sources, destinations, indptr{0};
    const std::size_t nodes = random() % 6;
    for (std::size_t node = 0; node < nodes; ++node) {
      for (std::size_t degree = random() % 4; degree > 0; --degree) {
        sources.push_back(static_cast<std::int64_t>(random() % nodes));
        destinations.push_back(static_cast<std::int64_t>(node));
      }
      indptr.push_back(static_cast<std::int64_t>(sources.size()));
    }
    const std::string source_bytes = bytes_of<std::int32_t>(sources), indptr_bytes = bytes_of<std::int32_t>(indptr);
    const std::string long_sources = bytes_of<std::int64_t>(sources), targets = bytes_of<std::int64_t>(destinations);
    const PartEdges columns = PartEdges::columns({indptr_bytes, 4}, {source_bytes, 4});
    const PartEdges coordinates = PartEdges::coordinates({long_sources, 8}, {targets, 8});
    CHECK(columns.compressed());
    CHECK_FALSE(coordinates.compressed());
    CHECK(columns.size() == static_cast<std::int64_t>(sources.size()));
    for (std::int64_t first = 0; first <= columns.size(); ++first) {
      CHECK(ends_of(columns.from(first), first) == ends_of(coordinates.from(first), first));
      CHECK(ends_of(columns.between(first / 2, first), first / 2) ==
            ends_of(coordinates.between(first / 2, first), first / 2));
    }
    Ends expected;
    for (std::size_t i = 0; i < sources.size(); ++i) expected.emplace_back(sources[i], destinations[i]);
    CHECK(ends_of(columns.all(), 0) == expected);
  }
}

}  // namespace tuplepack::tests::part_edges_test
