#include "tuplepack/graph/node_set.hpp"

#include <doctest/doctest.h>

using namespace tuplepack;

TEST_CASE("a set of nodes has those that were added") {
  NodeSet nodes(130);
  CHECK(nodes.count() == 0);
  for (const std::uint32_t node : {0U, 63U, 64U, 129U, 64U}) nodes.add(node);
  CHECK(nodes.count() == 4);
  for (std::uint32_t node = 0; node < 130; ++node) {
    CHECK(nodes.contains(node) == (node == 0 || node == 63 || node == 64 || node == 129));
  }
  nodes.clear();
  CHECK(nodes.count() == 0);
  CHECK_FALSE(nodes.contains(64));
  CHECK(NodeSet::bytes(130) == 24);
  CHECK(NodeSet::bytes(0) == 0);
}
