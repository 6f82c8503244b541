#include "tuplepack/packing/effort.hpp"

#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::effort_test {

using namespace packing;

TEST_CASE("every effort has a name, and a method of the table") {
  CHECK(efforts() == std::vector<std::string_view>{"quick", "usual", "full"});
  for (const std::string_view name : efforts()) {
    const Method* const method = find_method(portfolio_at(effort_by_name(name).value()));
    REQUIRE(method != nullptr);
    const bool chooses = method->choose != nullptr;
    CHECK(chooses);
  }
  CHECK(effort_by_name("most").error().code == ErrorCode::unknown_name);
}

}  // namespace tuplepack::tests::effort_test
