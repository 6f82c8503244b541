#include "graph/dispatch/outer_edges.hpp"

#include "temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::tests::outer_edges_test {

using namespace graph;

TEST_CASE("outer edges are read to the last, also where one is left for the last block") {
  const TemporaryFolder folder;
  for (const std::int64_t count : {0, 1, 4096, 4097}) {
    CAPTURE(count);
    std::vector<OuterEdge> edges;
    for (std::int64_t id = 0; id < count; ++id) edges.push_back({.source = 1, .target = 2, .id = id});
    std::string bytes(edges.size() * sizeof(OuterEdge), '\0');
    if (!edges.empty()) std::memcpy(bytes.data(), edges.data(), bytes.size());
    std::int64_t next = 0;
    bool in_order = true;
    const auto done = read_outer_edges(folder.write("edges", bytes), [&](std::span<const OuterEdge> block) {
      for (const OuterEdge& edge : block) in_order = in_order && edge.id == next++;
      return Result<void>();
    });
    REQUIRE(done);
    CHECK(in_order);
    CHECK(next == count);
  }
}

}  // namespace tuplepack::tests::outer_edges_test
