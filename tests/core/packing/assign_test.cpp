#include "tuplepack/packing/assign.hpp"

#include "files.hpp"
#include "packing/assign_case.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::assign_test {

using namespace packing;

TEST_CASE("copies and repeats of a strategy take items in turn") {
  AssignCase made = case_of({2, 2, 1, 2, 2, 1}, {5});
  made.fitted = fit(histogram_of(made.sizes, 1), made.limits).value();
  made.plan = {.offsets = {0, 2}, .bins = {1, 0}, .copies = {2, 1}, .repeats = {2}};
  REQUIRE(check(made.fitted.histogram, made.fitted.limits, made.plan));
  const auto assignment = made.assign({});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 3, 6});
  CHECK(assignment->items == Indices{0, 1, 2, 3, 4, 5});
  CHECK(assignment->sizes.empty());
}

TEST_CASE("empty packs fill up to a multiple") {
  const auto assignment = small_case().assign({.packs_multiple = 4});
  REQUIRE(assignment);
  CHECK(assignment->offsets == Sizes{0, 2, 4, 5, 5});
  CHECK(assignment->packs == 3);
  CHECK(small_case().assign({.packs_multiple = 3})->offsets.size() == 4);
}

TEST_CASE("over-long items are dropped, cut or split") {
  AssignCase made = case_of({9, 2, 25, 4}, {10});
  SUBCASE("drop") {
    made.fitting.overlong = Overlong::drop;
    made.solve();
    const auto assignment = made.assign({});
    REQUIRE(assignment);
    CHECK(assignment->dropped == Indices{2});
    CHECK(assignment->items == Indices{0, 3, 1});
  }
  SUBCASE("truncate") {
    made.fitting.overlong = Overlong::truncate;
    made.solve();
    const auto assignment = made.assign({.keep_sizes = true});
    REQUIRE(assignment);
    CHECK(assignment->items == Indices{2, 0, 3, 1});
    CHECK(assignment->sizes == Sizes{10, 9, 4, 2});
    CHECK(assignment->begins.empty());
  }
  SUBCASE("split") {
    made.fitting.overlong = Overlong::split;
    made.solve();
    const auto assignment = made.assign({.keep_sizes = true});
    REQUIRE(assignment);
    CHECK(assignment->items == Indices{2, 2, 0, 2, 3, 1});
    CHECK(assignment->begins == Sizes{0, 10, 0, 20, 0, 0});
    CHECK(assignment->sizes == Sizes{10, 10, 9, 5, 4, 2});
  }
}

TEST_CASE("sizes are kept as they are, not as they were aligned") {
  AssignCase made = case_of({5, 1, 3, 7}, {8, 16}, aligned_to({4, 8}));
  made.solve("none");
  const auto assignment = made.assign({.keep_sizes = true});
  REQUIRE(assignment);
  CHECK(assignment->items == Indices{0, 1});
  CHECK(assignment->sizes == Sizes{5, 3, 1, 7});
  CHECK(assignment->lengths(1, 0)[0] == 3);
  CHECK(assignment->lengths(1, 1)[0] == 7);
}

TEST_CASE("random problems under every policy and order") {
  std::mt19937_64 random(2024);
  for (const Overlong overlong : {Overlong::error, Overlong::drop, Overlong::truncate, Overlong::split}) {
    for (int round = 0; round < 150; ++round) {
      AssignCase made = random_case(random, overlong);
      auto fitted = fit(histogram_of(made.sizes, made.k), made.limits, made.fitting);
      if (!fitted) {  // everything dropped
        REQUIRE(fitted.error().code == ErrorCode::empty);
        continue;
      }
      made.solve(random() % 2 == 0 ? "lpfhp" : "next-fit");
      const auto multiple = static_cast<std::int64_t>(1 + random() % 5);
      for (const Order order : {Order::plan, Order::input, Order::shuffle}) {
        CAPTURE(name(overlong));
        CAPTURE(name(order));
        CAPTURE(round);
        const AssignOptions options{.order = order, .seed = random(), .packs_multiple = multiple, .keep_sizes = true};
        const auto assignment = made.assign(options);
        REQUIRE_MESSAGE(assignment, assignment.error().message);
        check_assignment(made, *assignment, multiple);

        // Pieces of any size, and nothing at all, give the same.
        auto pieces = made.assigner(options).value();
        for (std::size_t begin = 0; begin < made.items();) {
          const std::size_t count = std::min(static_cast<std::size_t>(random() % 9), made.items() - begin);
          REQUIRE(pieces.add(std::span(made.sizes).subspan(begin * made.k, count * made.k)));
          begin += count;
        }
        CHECK(equal(std::move(pieces).finish().value(), *assignment));

        // Without sizes to keep, another path is taken.
        AssignOptions plain = options;
        plain.keep_sizes = false;
        const Assignment without = made.assign(plain).value();
        CHECK(without.items == assignment->items);
        CHECK(without.offsets == assignment->offsets);
        CHECK(without.begins == assignment->begins);
        CHECK(without.sizes.empty());
      }
    }
  }
}

TEST_CASE("nothing to assign gives no packs") {
  AssignCase made = case_of({}, {8});
  made.fitted.histogram.components = {"length"};
  for (const Order order : {Order::plan, Order::input, Order::shuffle}) {
    const auto assignment = made.assign({.order = order, .packs_multiple = 4});
    REQUIRE(assignment);
    CHECK(assignment->offsets == Sizes{0});
    CHECK(assignment->items.empty());
  }
}

TEST_CASE("a real data set: every molecule once") {
  const Histogram histogram = tests::load("molhiv_train.csv");
  AssignCase made = case_of({}, {222, 502});
  made.limits.depth = 256;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (std::int64_t i = 0; i < histogram.counts[bin]; ++i) {
      made.sizes.insert(made.sizes.end(), histogram.size(bin).begin(), histogram.size(bin).end());
    }
  }
  made.solve();
  for (const Order order : {Order::plan, Order::input, Order::shuffle}) {
    const auto assignment = made.assign({.order = order, .seed = 1, .packs_multiple = 8, .keep_sizes = true});
    REQUIRE(assignment);
    check_assignment(made, *assignment, 8);
  }
}

}  // namespace tuplepack::tests::assign_test
