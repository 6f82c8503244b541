#include "tuplepack/packing/component.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace tuplepack::tests::component_test {

using namespace packing;

TEST_CASE("a component is found by its name, its last word or its number") {
  const std::vector<std::string> components{"num_nodes", "num_edges", "2"};
  CHECK(component_named("num_edges", components) == 1);
  CHECK(component_named("edges", components) == 1);
  CHECK(component_named("1", components) == 0);
  CHECK(component_named("2", components) == 2);
  CHECK(component_named("3", components) == 2);
  const auto unknown = component_named("atoms", components);
  CHECK(unknown.error().code == ErrorCode::unknown_name);
  CHECK(unknown.error().message == "unknown component 'atoms'; components: num_nodes, num_edges, 2");
}

TEST_CASE("a last word that several components share names none") {
  const std::vector<std::string> components{"source_size", "target_size"};
  CHECK(component_named("size", components).error().code == ErrorCode::unknown_name);
}

TEST_CASE("a component is given once, in whatever form") {
  const std::vector<std::string> components{"num_nodes", "num_edges"};
  std::vector<bool> named;
  CHECK(component_once("nodes", components, named) == 0);
  CHECK(component_once("edges", components, named) == 1);
  for (const char* again : {"nodes", "num_nodes", "1"}) {
    const auto twice = component_once(again, components, named);
    CHECK(twice.error().code == ErrorCode::malformed);
    CHECK(twice.error().message == "num_nodes is given twice");
  }
  CHECK(component_once("atoms", components, named).error().code == ErrorCode::unknown_name);
}

}  // namespace tuplepack::tests::component_test
