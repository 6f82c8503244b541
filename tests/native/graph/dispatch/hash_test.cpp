#include "graph/dispatch/hash.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::hash_test {

using namespace graph;

TEST_CASE("the hash is XXH3 with 128 bits, whatever the pieces") {
  CHECK(Hash().text() == "99aa06d3014798d86001c324468d497f");  // printf '' | xxhsum -H2
  Hash whole, pieces;
  const std::string text(1000, 'x');
  whole.add(text);
  for (std::size_t at = 0; at < text.size(); at += 7) pieces.add(std::string_view(text).substr(at, 7));
  CHECK(whole.text() == pieces.text());
  pieces.add("y");
  CHECK(whole.text() != pieces.text());
}

}  // namespace tuplepack::tests::hash_test
