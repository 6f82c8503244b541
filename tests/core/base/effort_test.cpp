#include "tuplepack/base/effort.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::base_effort_test {

TEST_CASE("every effort has a name") {
  CHECK(efforts() == std::vector<std::string_view>{"quick", "usual", "full"});
  CHECK(effort_by_name("full").value() == Effort::full);
  CHECK(effort_by_name("most").error().code == ErrorCode::unknown_name);
}

}  // namespace tuplepack::tests::base_effort_test
