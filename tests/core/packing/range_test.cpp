#include "tuplepack/packing/range.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::range_test {

using namespace packing;

TEST_CASE("ranges are one per component and of positive numbers") {
  const Histogram histogram = lengths({3}, {1});
  const auto code = [&](std::vector<Range> ranges) { return validate(histogram, ranges).error().code; };
  CHECK(validate(histogram, std::array{Range{.first = 3, .last = 9, .step = 2}}));
  CHECK(code({}) == ErrorCode::component_mismatch);
  CHECK(code({Range{.first = 0, .last = 9}}) == ErrorCode::limit_not_positive);
  CHECK(code({Range{.first = 9, .last = 8}}) == ErrorCode::limit_not_positive);
  CHECK(code({Range{.first = 3, .last = 9, .step = 0}}) == ErrorCode::limit_not_positive);
  CHECK(code({Range{.first = 3, .last = max_exact + 1}}) == ErrorCode::too_large);
}

TEST_CASE("multiples_in keeps exactly the multiples in a range") {
  for (std::int64_t first = 1; first <= 12; ++first) {
    for (std::int64_t last = first; last <= 14; ++last) {
      for (std::int64_t multiple = 1; multiple <= 15; ++multiple) {
        std::vector<std::int64_t> expected;
        for (std::int64_t value = first; value <= last; ++value) {
          if (value % multiple == 0) expected.push_back(value);
        }
        const auto found = multiples_in({.first = first, .last = last, .step = 1}, multiple, "length");
        REQUIRE(found.has_value() == !expected.empty());
        if (!found) continue;
        std::vector<std::int64_t> values;
        for (std::int64_t i = 0; i < found->size(); ++i) values.push_back((*found)[i]);
        CHECK(values == expected);
      }
    }
  }
}

TEST_CASE("a step above 1 is allowed if all its values are multiples") {
  const Range eights{.first = 16, .last = 60, .step = 8};
  CHECK(multiples_in(eights, 4, "length")->step == 8);
  CHECK(multiples_in(eights, 16, "length").error().code == ErrorCode::unsupported);
  CHECK(multiples_in(eights, 0, "length").error().code == ErrorCode::limit_not_positive);
  CHECK(multiples_in({.first = 1, .last = 5, .step = 1}, max_exact, "length").error().code ==
        ErrorCode::limit_not_positive);
}

}  // namespace tuplepack::tests::range_test
