#include "packing/assign_case.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace tuplepack::tests::assign_errors_test {

using namespace packing;

namespace {

Fitting with_policy(Overlong overlong) {
  Fitting fitting;
  fitting.overlong = overlong;
  return fitting;
}

}  // namespace

TEST_CASE("sizes that are not those of the plan are named") {
  const auto message = [](const Sizes& sizes, Fitting fitting = {}) {
    AssignCase made = small_case();
    made.sizes = sizes;
    made.fitting = std::move(fitting);
    const auto assignment = made.assign({});
    REQUIRE_FALSE(assignment);
    return std::string(name(assignment.error().code)) + ": " + assignment.error().message;
  };
  CHECK(message({3, 5, 6}) == "plan_mismatch: item 2 of size 6: the plan has no such size");
  CHECK(message({3, 5, 3, 4, 5}) ==
        "plan_mismatch: item 4 of size 5: the plan has only 1 of this size, and all are placed");
  CHECK(message({3, 5, 4}) == "plan_mismatch: items of size 3: 3 in the plan, but only 1 in the input");
  CHECK(message({}) ==
        "plan_mismatch: items of size 3: 3 in the plan, but only 0 in the input; 2 other sizes are also missing items");
  CHECK(message({3, 4, 3, 3}) == "plan_mismatch: items of size 5: 1 in the plan, but only 0 in the input");
  CHECK(message({3, -5}) == "negative: item 1 of size -5 is negative");
  CHECK(message({3, 9}) == "item_over_limit: item 1 of size 9 is over the limit 8");
  CHECK(message({std::int64_t{1} << 53}) == "too_large: item 0 of size 9007199254740992 is beyond 2^53");
  CHECK(message({std::numeric_limits<std::int64_t>::min()}).substr(0, 9) == "negative:");
  CHECK(message({std::numeric_limits<std::int64_t>::max()}, with_policy(Overlong::split)).substr(0, 10) ==
        "too_large:");
  CHECK(message({max_exact}, with_policy(Overlong::split)) ==
        "plan_mismatch: item 0 of size 9007199254740991 is cut into more than the 5 pieces the plan has left");
  CHECK(message({2}, aligned_to({2})) == "plan_mismatch: item 0 of size 2: the plan has no such size");
  CHECK(message({5}, aligned_to({2})) == "plan_mismatch: item 0 of size 5, packed as 6: the plan has no such size");
}

TEST_CASE("sizes of several components are named as a whole") {
  AssignCase made = case_of({1, 2, 3, 4}, {9, 9});
  made.solve();
  made.sizes = {1, 2, 2, 1};
  CHECK(made.assign({}).error().message == "item 1 of size (2, 1): the plan has no such size");
  made.sizes = {3, 4};
  CHECK(made.assign({}).error().message == "items of size (1, 2): 1 in the plan, but only 0 in the input");
}

TEST_CASE("what cannot be assigned is refused before the first item") {
  const AssignCase made = small_case();
  const auto code = [&](const AssignOptions& options) { return made.assigner(options).error().code; };
  CHECK(code({.packs_multiple = 0}) == ErrorCode::limit_not_positive);
  CHECK(code({.packs_multiple = std::numeric_limits<std::int64_t>::min()}) == ErrorCode::limit_not_positive);
  CHECK(code({.packs_multiple = max_packs_multiple + 1}) == ErrorCode::too_large);
  CHECK(code({.balance = Balance{.ranks = 0}}) == ErrorCode::limit_not_positive);
  CHECK(code({.balance = Balance{.ranks = 2, .component = 1}}) == ErrorCode::unknown_name);
  CHECK(small_case().assign({.packs_multiple = max_packs_multiple})->offsets.size() == max_packs_multiple + 1);

  AssignCase huge;
  huge.limits = {.sizes = {1}};
  huge.fitted.histogram = {.components = {"length"}, .sizes = {1}, .counts = {std::int64_t{1} << 31}};
  huge.plan = {.offsets = {0, 1}, .bins = {0}, .copies = {1}, .repeats = {std::int64_t{1} << 31}};
  CHECK(huge.assigner({}).error().code == ErrorCode::too_large);
  CHECK(huge.assigner({}).error().message ==
        "the plan has 2147483648 items; at most 2147483647 can be assigned at once; assign more in shards, with the "
        "order "
        "plan or permute");

  AssignCase wrong = small_case();
  wrong.limits.sizes = {8, 8};
  CHECK(wrong.assigner({}).error().code == ErrorCode::component_mismatch);
  wrong = small_case();
  wrong.fitting.align_item = {0};
  CHECK(wrong.assigner({}).error().code == ErrorCode::limit_not_positive);
  wrong = small_case();
  wrong.fitting.align_item = {3, 3};
  CHECK(wrong.assigner({}).error().code == ErrorCode::component_mismatch);
}

}  // namespace tuplepack::tests::assign_errors_test
