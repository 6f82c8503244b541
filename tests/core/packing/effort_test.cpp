#include "tuplepack/packing/effort.hpp"

#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::effort_test {

using namespace packing;

TEST_CASE("every effort has a method of the table") {
  for (const std::string_view name : efforts()) {
    const Method* const method = find_method(portfolio_at(effort_by_name(name).value()));
    REQUIRE(method != nullptr);
    const bool chooses = method->choose != nullptr;
    CHECK(chooses);
  }
}

}  // namespace tuplepack::tests::effort_test
