#include "tuplepack/graph/partition/random_partition.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

namespace tuplepack::tests::random_partition_test {

using namespace graph;

using tests::Random;

TEST_CASE("parts have equal numbers of every class, up to one, and of all nodes, up to one per class") {
  Random random(41);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t parts = random.between(1, 40);
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t c = random.between(1, 4); c > 0; --c) offsets.push_back(offsets.back() + random.between(0, 90));
    const PartBalance balance{.class_offsets = offsets};
    const PartitionOptions options{.parts = parts, .seed = static_cast<std::uint64_t>(round)};
    const auto assignment = random_partition(offsets.back(), balance, options);
    REQUIRE(assignment);
    CHECK(assignment->parts == parts);
    CHECK(static_cast<std::int64_t>(assignment->part_of.size()) == offsets.back());
    for (std::size_t c = 0; c + 1 < offsets.size(); ++c) {
      std::vector<std::int64_t> counts(static_cast<std::size_t>(parts));
      for (std::int64_t v = offsets[c]; v < offsets[c + 1]; ++v) {
        ++counts.at(assignment->part_of[static_cast<std::size_t>(v)]);
      }
      const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
      CHECK(*most - *least <= 1);
    }
    CHECK(random_partition(offsets.back(), balance, options)->part_of == assignment->part_of);
  }
}

TEST_CASE("each balanced assignment is as likely as any other") {
  std::map<std::vector<std::uint16_t>, int> seen;
  constexpr int draws = 6000;
  for (int seed = 0; seed < draws; ++seed) {
    ++seen[random_partition(4, {}, {.parts = 2, .seed = static_cast<std::uint64_t>(seed)})->part_of];
  }
  CHECK(seen.size() == 6);
  for (const auto& [labels, times] : seen) CHECK(times == doctest::Approx(draws / 6.0).epsilon(0.1));
}

TEST_CASE("refused: no parts, too many, a bad balance") {
  CHECK(random_partition(3, {}, {.parts = 0}).error().message == "0 parts; at least 1 is needed");
  CHECK(random_partition(3, {}, {.parts = 65'536}).error().message == "65536 parts; at most 65535");
  CHECK(random_partition(3, {.imbalance = 0}, {}).error().code == ErrorCode::limit_not_positive);
  CHECK(random_partition(0, {}, {})->part_of.empty());
}

}  // namespace tuplepack::tests::random_partition_test
