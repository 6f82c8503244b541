#include "tuplepack/packing/heuristic.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::heuristic_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;
const std::vector<std::string> nodes_edges{"nodes", "edges"};

std::int64_t score(const char* text, const Sizes& sizes, const Limits& limits = {.sizes = {100, 400}}) {
  return Score(parse_heuristic(text, nodes_edges).value(), limits)(sizes);
}

Error error_of(std::string_view text) {
  const auto parsed = parse_heuristic(text, nodes_edges);
  REQUIRE_FALSE(parsed);
  return parsed.error();
}

}  // namespace

TEST_CASE("every heuristic, worked by hand") {
  CHECK(score("product", {3, 8}) == 24);
  CHECK(score("sum", {3, 8}) == 11);
  CHECK(score("max", {3, 8}) == 8);
  CHECK(score("min", {3, 8}) == 3);
  CHECK(score("component:nodes", {3, 8}) == 3);
  CHECK(score("component:edges", {3, 8}) == 8);
  CHECK(score("weighted:2,0.5", {3, 8}) == 10'000'000);
  CHECK(score("weighted:0,0.000001", {3, 8}) == 8);
  // 3 of 100 is more than 8 of 400.
  CHECK(score("normalized-max", {3, 8}) == score("normalized-max", {3, 0}));
  CHECK(score("normalized-min", {3, 8}) == score("normalized-max", {0, 8}));
  CHECK(score("normalized-sum", {3, 8}) == score("normalized-max", {3, 8}) + score("normalized-min", {3, 8}));
}

TEST_CASE("scores saturate instead of overflowing") {
  constexpr std::int64_t top = (std::int64_t{1} << 62) - 1;
  CHECK(score("product", {max_exact, max_exact}) == top);
  CHECK(score("product", {max_exact, 0}) == 0);
  CHECK(score("weighted:1000000000,1000000000", {max_exact, max_exact}) == top);
  const Limits huge{.sizes = {max_exact, 1}};
  CHECK(score("normalized-sum", {max_exact, 1}, huge) > 0);
}

TEST_CASE("texts round-trip") {
  for (const char* text :
       {"product", "sum", "max", "min", "normalized-sum", "normalized-max", "normalized-min", "component:nodes",
        "component:edges", "weighted:1,2", "weighted:0.5,0", "weighted:0.000001,3", "weighted:1000000000,0.123456"}) {
    CAPTURE(text);
    const auto parsed = parse_heuristic(text, nodes_edges);
    REQUIRE(parsed);
    CHECK(to_string(*parsed, nodes_edges) == text);
  }
  CHECK(to_string(parse_heuristic("weighted:.50,007.", nodes_edges).value(), nodes_edges) == "weighted:0.5,7");
}

TEST_CASE("texts that are no heuristic") {
  CHECK(error_of("").code == ErrorCode::unknown_name);
  CHECK(error_of("Product").code == ErrorCode::unknown_name);
  CHECK(error_of("component:").code == ErrorCode::unknown_name);
  CHECK(error_of("component:faces").code == ErrorCode::unknown_name);
  CHECK(error_of("component:faces").message.find("faces") != std::string::npos);
  CHECK(error_of("weighted:1").code == ErrorCode::component_mismatch);
  CHECK(error_of("weighted:1,2,3").code == ErrorCode::component_mismatch);
  for (const char* weight :
       {"", ".", "-1", "+1", "1e3", "1.2.3", "0.1234567", "1000000001", "1000000000.1", "x", " 1", "1000000000000000",
        "999999999999999", "18446744073710", "9223372036854775808", "99999999999999999999999999999999999999"}) {
    CAPTURE(weight);
    CHECK(error_of("weighted:1," + std::string(weight)).code == ErrorCode::malformed);
    CHECK(error_of("weighted:" + std::string(weight) + ",1").code == ErrorCode::malformed);
  }
}

TEST_CASE("all heuristics have a text of their own; one component has one") {
  CHECK(all_heuristics(1).size() == 1);
  const auto all = all_heuristics(2);
  CHECK(all.size() == 9);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string text = to_string(all[i], nodes_edges);
    CHECK(parse_heuristic(text, nodes_edges).value() == all[i]);
    for (std::size_t j = 0; j < i; ++j) CHECK(text != to_string(all[j], nodes_edges));
  }
}

TEST_CASE("scores are monotone and never negative") {
  Random random(6);
  auto kinds = all_heuristics(2);
  kinds.push_back(parse_heuristic("weighted:0.3,70", nodes_edges).value());
  for (int i = 0; i < 500; ++i) {
    const std::int64_t top = std::int64_t{1} << random.between(1, 52);
    const Limits limits{.sizes = {random.between(1, top), random.between(1, top)}};
    const Sizes small{random.between(0, limits.sizes[0]), random.between(0, limits.sizes[1])};
    const Sizes large{random.between(small[0], limits.sizes[0]), random.between(small[1], limits.sizes[1])};
    for (const Heuristic& heuristic : kinds) {
      const Score score_of(heuristic, limits);
      CHECK(score_of(small) >= 0);
      CHECK(score_of(small) <= score_of(large));
    }
  }
}

}  // namespace tuplepack::tests::heuristic_test
