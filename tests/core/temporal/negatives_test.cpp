#include "tuplepack/temporal/negatives.hpp"

#include "temporal/random_events.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace tuplepack::tests::negatives_test {

using namespace temporal;

namespace {

std::vector<std::int64_t> drawn(const NegativeSampler& sampler, const Events& events, std::uint64_t epoch,
                                std::int64_t begin, std::int64_t end) {
  std::vector<std::int64_t> all(static_cast<std::size_t>((end - begin) * sampler.per_event()));
  sampler.draw(events, epoch, begin, end, all);
  return all;
}

/// What historical and inductive negatives of an event may be; every event looked at.
std::set<std::int64_t> past_of(const Events& events, std::size_t event, std::size_t trained) {
  const auto& times = std::get<std::vector<std::int64_t>>(events.times);
  std::set<std::int64_t> before, known, now;
  for (std::size_t e = 0; e < events.sources.size(); ++e) {
    if (events.sources[e] != events.sources[event]) continue;
    const std::int64_t node = events.destinations[e];
    if (times[e] == times[event]) now.insert(node);
    if (times[e] < times[event] && known.count(node) == 0) (e < trained ? known : before).insert(node);
  }
  for (const std::int64_t node : now) before.erase(node);
  return before;
}

}  // namespace

TEST_CASE("negatives depend on the seed, the epoch and the event alone") {
  std::mt19937 random(1);
  const Events events = random_events(random, 30, 400, 3);
  for (const NegativesFrom from :
       {NegativesFrom::destinations, NegativesFrom::nodes, NegativesFrom::historical, NegativesFrom::inductive}) {
    const NegativeSampler sampler(events, {.per_event = 3, .from = from, .seed = 7, .trained = 100});
    const auto all = drawn(sampler, events, 2, 0, 400);
    const auto part = drawn(sampler, events, 2, 150, 300);
    CHECK(std::equal(part.begin(), part.end(), all.begin() + 450));
    CHECK(all != drawn(sampler, events, 3, 0, 400));
    const NegativeSampler other(events, {.per_event = 3, .from = from, .seed = 8, .trained = 100});
    CHECK(all != drawn(other, events, 2, 0, 400));
    CHECK(draw_negatives(events, {.per_event = 3, .from = from, .seed = 7, .trained = 100}) ==
          drawn(sampler, events, 0, 0, 400));
  }
}

TEST_CASE("past destinations are those that the source had before, and has not now") {
  std::mt19937 random(2);
  for (const std::size_t trained : {0U, 120U}) {
    const Events events = random_events(random, 12, 300, 3);
    const auto from = trained > 0 ? NegativesFrom::inductive : NegativesFrom::historical;
    const NegativeSampler sampler(
        events, {.per_event = 60, .from = from, .seed = 1, .trained = static_cast<std::int64_t>(trained)});
    const auto all = drawn(sampler, events, 0, 0, 300);
    std::set<std::int64_t> destinations(events.destinations.begin(), events.destinations.end());
    for (std::size_t e = 0; e < 300; ++e) {
      const std::set<std::int64_t> allowed = past_of(events, e, trained);
      const auto mine = all.begin() + static_cast<std::ptrdiff_t>(60 * e);
      const std::set<std::int64_t> found(mine, mine + 60);
      const auto& within = allowed.empty() ? destinations : allowed;
      CHECK(std::includes(within.begin(), within.end(), found.begin(), found.end()));
      if (!allowed.empty() && allowed.size() <= 3) CHECK(found == allowed);
    }
  }
}

TEST_CASE("negatives that are given are the same in every epoch") {
  std::mt19937 random(3);
  const Events events = random_events(random, 5, 4, 1);
  const auto sampler = NegativeSampler::fixed(events, {1, 2, -1, 0}, 1, 2);
  REQUIRE(sampler.has_value());
  CHECK(drawn(*sampler, events, 0, 1, 3) == std::vector<std::int64_t>{1, 2, -1, 0});
  CHECK(drawn(*sampler, events, 9, 2, 3) == std::vector<std::int64_t>{-1, 0});
  CHECK(NegativeSampler::fixed(events, {1, -2}, 0, 1).error().message ==
        "negative 1 is node -2; nodes are 0 to 4, and -1 stands for none");
  CHECK(NegativeSampler::fixed(events, {1, 2, 3}, 2, 1).error().code == ErrorCode::malformed);
}

TEST_CASE("no negatives need no candidates") {
  std::mt19937 random(4);
  const Events events = random_events(random, 5, 4, 1);
  CHECK(draw_negatives(events, {.per_event = 0}).empty());
}

}  // namespace tuplepack::tests::negatives_test
