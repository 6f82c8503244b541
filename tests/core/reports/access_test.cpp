#include "tuplepack/reports/access.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::access_test {

using namespace reports;

TEST_CASE("counts of batches add up") {
  const AccessCounts counts{.requested = {4, 6}, .unique = {2, 3}};
  CHECK(counts.batches() == 2);
  CHECK(counts.all_requested() == 10);
  CHECK(counts.all_unique() == 5);
  CHECK(AccessCounts{}.all_requested() == 0);
}

TEST_CASE("a row of nodes is requested for both ends of an event and for its negatives, a row of edges once") {
  const temporal::Events events{
      .sources = {0, 1, 2}, .destinations = {1, 2, 0}, .times = std::vector<std::int64_t>{1, 2, 3}};
  CHECK(root_requests({.table = temporal::FeatureTableOf::nodes}, events) == 6);
  CHECK(root_requests({.table = temporal::FeatureTableOf::nodes, .negatives = {.per_event = 2}}, events) == 12);
  CHECK(root_requests({.table = temporal::FeatureTableOf::edges, .negatives = {.per_event = 2}}, events) == 3);
}

TEST_CASE("the share of bytes that three steps transfer") {
  CHECK(transferred_share({.requested_bytes = 100, .unique_bytes = 40}) == doctest::Approx(0.4));
  CHECK(transferred_share({.requested_bytes = 100, .unique_bytes = 104}) == doctest::Approx(1.04));
}

TEST_CASE("the speed-up is the time of the baseline over that of all three steps") {
  const AccessTimes times{.unique = 1, .gather = 1, .reconstruct = 2, .baseline = 8};
  CHECK(times.three_steps() == doctest::Approx(4));
  CHECK(speed_up(times) == doctest::Approx(2));
  CHECK(speed_up({}) == 0);
}

TEST_CASE("at break-even the bytes saved take as long to transfer as the steps take longer") {
  const temporal::AccessVolume volume{.requested_bytes = 100, .unique_bytes = 40};
  const AccessTimes slower{.unique = 2, .gather = 1, .reconstruct = 1, .baseline = 2};
  CHECK(break_even(slower, volume).value() == doctest::Approx(30));
  CHECK(break_even(slower, {.requested_bytes = 40, .unique_bytes = 40}).value() == 0);
  const AccessTimes faster{.unique = 1, .gather = 0, .reconstruct = 0, .baseline = 2};
  CHECK_FALSE(break_even(faster, volume));
}

TEST_CASE("rounds are from the highest break-even to the lowest") {
  const auto longer_by = [](double seconds) { return AccessTimes{.unique = 1, .gather = seconds, .baseline = 1}; };
  const AccessRounds rounds({longer_by(3), longer_by(-0.5), longer_by(2)});
  const temporal::AccessVolume volume{.requested_bytes = 100, .unique_bytes = 40};
  CHECK(break_even(rounds.median(), volume).value() == doctest::Approx(30));
  CHECK_FALSE(break_even(rounds.sorted.front(), volume));
  CHECK(break_even(rounds.sorted.back(), volume).value() == doctest::Approx(20));
}

TEST_CASE("hot rows are transferred once, every miss each time") {
  CHECK(rows_moved({.ids = {3, 7}, .hits = 6, .accesses = 10}) == 6);
  CHECK(rows_moved({.ids = {}, .hits = 0, .accesses = 10}) == 10);
}

}  // namespace tuplepack::tests::access_test
