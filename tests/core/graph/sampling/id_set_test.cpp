#include "tuplepack/graph/sampling/id_set.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::id_set_test {

using namespace graph;

TEST_CASE("a set of nodes has those that were added") {
  IdSet nodes(130);
  CHECK(nodes.count() == 0);
  for (const std::uint32_t node : {0U, 63U, 64U, 129U, 64U}) nodes.add(node);
  CHECK(nodes.count() == 4);
  for (std::uint32_t node = 0; node < 130; ++node) {
    CHECK(nodes.contains(node) == (node == 0 || node == 63 || node == 64 || node == 129));
  }
  nodes.clear();
  CHECK(nodes.count() == 0);
  CHECK_FALSE(nodes.contains(64));
  CHECK(IdSet::bytes(130) == 24);
  CHECK(IdSet::bytes(0) == 0);
}

TEST_CASE("sets of ids are united and compared") {
  IdSet one(130), other(130);
  one.add(129);
  other.add(64);
  CHECK_FALSE(one.meets(other));
  one.unite(other);
  CHECK(one.meets(other));
  CHECK(one.count() == 2);
  CHECK(other.count() == 1);
}

}  // namespace tuplepack::tests::id_set_test
