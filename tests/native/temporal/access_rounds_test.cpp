#include "temporal/access_rounds.hpp"

#include "temporal/random_events.hpp"
#include "tuplepack/temporal/split.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace tuplepack::tests::access_rounds_test {

using namespace temporal;

TEST_CASE("batches are counted once, in however many rounds they are timed") {
  std::mt19937 random(1);
  const Events events = random_events(random, 40, 1000, 3);
  const Split batches = split_fixed(events, 90).value();
  const std::vector<float> floats(static_cast<std::size_t>(2 * events.nodes));
  const Rows table{.bytes = std::as_bytes(std::span(floats)), .width = 8};
  RequestedRows rows(events, batches.offsets, {});
  std::vector<std::set<std::int64_t>> watched;
  double last = 0;
  const AccessWatchers watchers{
      .unique = [&](std::span<const std::int64_t> ids) { watched.emplace_back(ids.begin(), ids.end()); },
      .progress =
          [&](double fraction) {
            CHECK(fraction > last);
            last = fraction;
          }};
  const auto measured = measure_access(table, rows, batches.batches(), UniqueOrder::first, watchers);
  REQUIRE(measured);
  CHECK(last == doctest::Approx(1));
  CHECK(measured->counts.batches() == batches.batches());
  REQUIRE(watched.size() == static_cast<std::size_t>(batches.batches()));
  for (std::int64_t b = 0; b < batches.batches(); ++b) {
    const auto ids = rows.of(b).value();
    const auto at = static_cast<std::size_t>(b);
    CHECK(watched[at] == std::set<std::int64_t>(ids.begin(), ids.end()));
    CHECK(measured->counts.requested[at] == static_cast<std::int64_t>(ids.size()));
    CHECK(measured->counts.unique[at] == static_cast<std::int64_t>(watched[at].size()));
  }
  CHECK(measured->rounds.sorted.size() == 3);
  for (const reports::AccessTimes& times : measured->rounds.sorted) CHECK(times.three_steps() >= 0);
}

TEST_CASE("a row that the table lacks is an error") {
  const Events events{.sources = {0}, .destinations = {5}, .times = std::vector<std::int64_t>{1}, .nodes = 6};
  const Split batches = split_fixed(events, 1).value();
  RequestedRows rows(events, batches.offsets, {});
  const std::vector<float> floats(5);
  const auto measured =
      measure_access({.bytes = std::as_bytes(std::span(floats)), .width = 4}, rows, 1, UniqueOrder::sorted);
  REQUIRE_FALSE(measured);
  CHECK(measured.error().code == ErrorCode::out_of_range);
}

}  // namespace tuplepack::tests::access_rounds_test
