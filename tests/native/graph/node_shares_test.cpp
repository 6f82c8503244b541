#include "graph/partition/node_shares.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

namespace tuplepack::tests::node_shares_test {

using namespace graph;

TEST_CASE("every node is a row of one rank, in the order of nodes") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    const auto nodes = static_cast<std::int64_t>(random() % 300), slice = static_cast<std::int64_t>(1 + random() % 60);
    const auto ranks = static_cast<int>(1 + random() % 7);
    const NodeShares shares(nodes, slice, ranks);
    std::vector<std::int64_t> next(static_cast<std::size_t>(ranks));
    std::int64_t covered = 0;
    for (std::int64_t index = 0; index < shares.slices(); ++index) {
      const NodeSlice all = shares.slice(index);
      CHECK(all.begin == covered);
      for (int rank = 0; rank < ranks; ++rank) {
        const NodeSlice own = shares.share_of(all, rank);
        CHECK(own.begin == covered);
        CHECK(own.size() <= (all.size() + ranks - 1) / ranks);
        std::int64_t& row = next[static_cast<std::size_t>(rank)];
        CHECK((ranks == 1 ? all.begin : shares.first_row(all, rank)) == row);
        for (std::int64_t node = own.begin; node < own.end; ++node, ++row) {
          CHECK(shares.place_of(node).rank == rank);
          CHECK(shares.place_of(node).row == row);
        }
        covered = own.end;
      }
      CHECK(all.end == covered);
    }
    CHECK(covered == nodes);
    for (int rank = 0; rank < ranks; ++rank) CHECK(shares.rows(rank) == next[static_cast<std::size_t>(rank)]);
  }
}

}  // namespace tuplepack::tests::node_shares_test
