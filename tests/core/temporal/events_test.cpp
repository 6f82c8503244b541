#include "tuplepack/temporal/events.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tuplepack::tests::events_test {

using namespace temporal;

namespace {

using Whole = std::vector<std::int64_t>;
using Fractional = std::vector<double>;

Error error_of(EventColumns columns, const EventOptions& options = {}) {
  const auto events = make_events(std::move(columns), options);
  REQUIRE(!events);
  return events.error();
}

EventColumns with_times(Times times) {
  const std::size_t n = std::visit([](const auto& values) { return values.size(); }, times);
  return {.sources = Whole(n, 0), .destinations = Whole(n, 1), .times = std::move(times)};
}

}  // namespace

TEST_CASE("events keep what they are made of") {
  const auto events = make_events({.sources = {3, 0}, .destinations = {1, 0}, .times = Whole{-5, -5}});
  REQUIRE(events);
  CHECK(events->size() == 2);
  CHECK(events->sources == Whole{3, 0});
  CHECK(events->destinations == Whole{1, 0});
  CHECK(events->times == Times(Whole{-5, -5}));
  CHECK(events->nodes == 4);
}

TEST_CASE("whole times are exact and fractional ones stay doubles") {
  const Whole close{(std::int64_t{1} << 62) - 1, std::int64_t{1} << 62};
  CHECK(make_events(with_times(close))->times == Times(close));
  const Fractional fractional{-0.5, 1e300};
  CHECK(make_events(with_times(fractional))->times == Times(fractional));
}

TEST_CASE("wrong events are named by their line, or by their number") {
  EventColumns columns{.sources = {0, 2}, .destinations = {1, -7}, .times = Whole{1, 2}};
  Error error = error_of(columns);
  CHECK(error.code == ErrorCode::negative);
  CHECK(error.message == "node id -7 is negative (event 1)");
  CHECK(error.line == 0);
  columns.lines = {2, 9};
  error = error_of(columns);
  CHECK(error.message == "node id -7 is negative");
  CHECK(error.line == 9);
}

TEST_CASE("ids are bounded, so that tables over nodes are possible") {
  const auto pair = [](std::int64_t node) {
    return EventColumns{.sources = {node}, .destinations = {0}, .times = Whole{1}};
  };
  CHECK(make_events(pair(max_nodes - 1))->nodes == max_nodes);
  CHECK(error_of(pair(max_nodes)).code == ErrorCode::too_large);
  CHECK(error_of(pair(std::numeric_limits<std::int64_t>::max())).code == ErrorCode::too_large);
  CHECK(make_events(pair(6), {.nodes = 7})->nodes == 7);
  CHECK(make_events(pair(6), {.nodes = 100})->nodes == 100);
  const Error beyond = error_of(pair(7), {.nodes = 7});
  CHECK(beyond.code == ErrorCode::out_of_range);
  CHECK(beyond.message == "node id 7 is not below 7, the number of nodes (event 0)");
  CHECK(error_of(pair(0), {.nodes = max_nodes + 1}).code == ErrorCode::too_large);
}

TEST_CASE("no events") {
  CHECK(error_of({}).code == ErrorCode::empty);
}

TEST_CASE("times that are no times") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const bool sort : {false, true}) {
    for (const double wrong : {nan, infinity, -infinity}) {
      CHECK(error_of(with_times(Fractional{0.5, wrong}), {.sort = sort}).code == ErrorCode::malformed);
    }
    for (const std::int64_t wrong : {max_time + 1, -max_time - 1}) {
      CHECK(error_of(with_times(Whole{wrong}), {.sort = sort}).code == ErrorCode::too_large);
    }
  }
}

TEST_CASE("a time that goes backwards is an error with both times") {
  const Error whole = error_of(with_times(Whole{3, 7, 5}));
  CHECK(whole.code == ErrorCode::out_of_order);
  CHECK(whole.message == "time 5 comes after 7; interactions must be sorted by time (event 2)");
  const Error fractional = error_of(with_times(Fractional{0.1, 0.30000000000000004, 0.3}));
  CHECK(fractional.message.find("time 0.3 comes after 0.30000000000000004;") == 0);
}

TEST_CASE("sorting keeps the order of equal times") {
  const auto sorted = make_events(
      {.sources = {0, 1, 2, 3, 4}, .destinations = {4, 3, 2, 1, 0}, .times = Whole{2, 1, 2, 0, 1}}, {.sort = true});
  REQUIRE(sorted);
  CHECK(sorted->sources == Whole{3, 1, 4, 0, 2});
  CHECK(sorted->destinations == Whole{1, 3, 0, 4, 2});
  CHECK(sorted->times == Times(Whole{0, 1, 1, 2, 2}));
}

TEST_CASE("statistics of a list at hand") {
  // node 0: events 0, 2, 5 · node 1: 0 and 1 · node 2: 1 · node 5: 2 and 3, a self-loop · node 7: 4 · node 8: 4 and 5
  const auto events = make_events(
      {.sources = {0, 1, 0, 5, 7, 8}, .destinations = {1, 2, 5, 5, 8, 0}, .times = Fractional{0.5, 0.5, 1, 2, 2, 2}},
      {.nodes = 20});
  const EventStatistics found = statistics(*events);
  CHECK(found.events == 6);
  CHECK(found.nodes == 6);
  CHECK(found.self_loops == 1);
  CHECK(found.ties == 3);
  CHECK(found.average_degree == 2);
  CHECK(found.average_reuse_distance == (2 + 3 + 1 + 1 + 1) / 5.0);
  CHECK(found.average_update_distance == (2.5 + 1 + 0 + 1 + 0 + 1) / 6);
}

TEST_CASE("nothing is updated when no node occurs again") {
  const auto events = make_events({.sources = {0, 2}, .destinations = {1, 2}, .times = Whole{0, 0}});
  CHECK(statistics(*events).average_update_distance == 0);
  CHECK(statistics(*events).average_reuse_distance == 0);
}

TEST_CASE("the average distances of random lists, by its definition") {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    EventColumns columns;
    const auto nodes = static_cast<std::int64_t>(1 + random() % 8);
    const std::size_t n = 1 + random() % 30;
    for (std::size_t e = 0; e < n; ++e) {
      columns.sources.push_back(static_cast<std::int64_t>(random()) % nodes);
      columns.destinations.push_back(static_cast<std::int64_t>(random()) % nodes);
    }
    columns.times = Whole(n, 0);
    const auto events = make_events(std::move(columns));
    double distances = 0;
    double pairs = 0;
    double means = 0;
    double occurring = 0;
    for (std::int64_t node = 0; node < events->nodes; ++node) {
      std::int64_t last = -1;
      double own = 0;
      double gaps = 0;
      for (std::int64_t e = 0; e < events->size(); ++e) {
        const auto at = static_cast<std::size_t>(e);
        if (events->sources[at] != node && events->destinations[at] != node) continue;
        if (last >= 0) {
          own += static_cast<double>(e - last);
          ++gaps;
        }
        last = e;
      }
      distances += own;
      pairs += gaps;
      means += gaps > 0 ? own / gaps : 0;
      occurring += last >= 0 ? 1 : 0;
    }
    CHECK(statistics(*events).average_reuse_distance == (pairs > 0 ? distances / pairs : 0));
    CHECK(statistics(*events).average_update_distance == doctest::Approx(means / occurring));
  }
}

}  // namespace tuplepack::tests::events_test
