#include "tuplepack/temporal/split.hpp"

#include "instances.hpp"
#include "random_events.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace tuplepack::tests::split_test {

using namespace temporal;

namespace {

using Numbers = std::vector<std::int64_t>;

Events events_of(Numbers sources, Numbers destinations, Times times) {
  return make_events(
             {.sources = std::move(sources), .destinations = std::move(destinations), .times = std::move(times)})
      .value();
}

/// Counts the interactions of nodes in a range of events.
void count_interactions(std::map<std::int64_t, std::int64_t>& interactions, const Events& events, std::size_t begin,
                        std::size_t end, LossScore score) {
  for (std::size_t e = begin; e < end; ++e) {
    ++interactions[events.sources[e]];
    if (events.sources[e] != events.destinations[e] || score == LossScore::eq8) ++interactions[events.destinations[e]];
  }
}

/// β by its definition.
std::int64_t loss_of(const std::map<std::int64_t, std::int64_t>& interactions) {
  std::int64_t loss = 0;
  for (const auto& [node, count] : interactions) loss += count - 1;
  return loss;
}

std::int64_t loss_of(const Events& events, std::size_t begin, std::size_t end, LossScore score) {
  std::map<std::int64_t, std::int64_t> interactions;
  count_interactions(interactions, events, begin, end, score);
  return loss_of(interactions);
}

/// Where batches may begin, and the end.
std::vector<std::size_t> possible_cuts(const Events& events, Ties ties) {
  std::vector<std::size_t> cuts{0};
  const auto& times = std::get<Numbers>(events.times);
  for (std::size_t e = 1; e < times.size(); ++e) {
    if (ties == Ties::split || times[e] != times[e - 1]) cuts.push_back(e);
  }
  cuts.push_back(times.size());
  return cuts;
}

/// The fewest batches of all splits: for every possible cut, the fewest up to there.
std::int64_t fewest_batches(const Events& events, std::int64_t threshold, const SplitOptions& options) {
  const auto cuts = possible_cuts(events, options.ties);
  Numbers fewest(cuts.size(), std::numeric_limits<std::int32_t>::max());
  fewest[0] = 0;
  for (std::size_t begin = 0; begin + 1 < cuts.size(); ++begin) {
    std::map<std::int64_t, std::int64_t> interactions;
    for (std::size_t end = begin + 1; end < cuts.size(); ++end) {
      count_interactions(interactions, events, cuts[end - 1], cuts[end], options.score);
      const bool indivisible = begin + 1 == end;
      if (!indivisible && loss_of(interactions) > threshold) break;  // more events lose no less
      fewest[end] = std::min(fewest[end], fewest[begin] + 1);
    }
  }
  return fewest.back();
}

void check_batches(const Events& events, const Split& found, LossScore score) {
  REQUIRE(found.offsets.size() == found.losses.size() + 1);
  CHECK(found.offsets.front() == 0);
  CHECK(found.offsets.back() == events.size());
  for (std::size_t b = 0; b < found.losses.size(); ++b) {
    REQUIRE(found.offsets[b] < found.offsets[b + 1]);
    CHECK(found.losses[b] == loss_of(events, static_cast<std::size_t>(found.offsets[b]),
                                     static_cast<std::size_t>(found.offsets[b + 1]), score));
  }
}

}  // namespace

TEST_CASE("no split of a random list has fewer batches") {
  std::mt19937 random(1);
  for (int round = 0; round < repeats(1500); ++round) {
    const Events events = random_events(random, 1 + random() % 12, 1 + random() % 24, 1 + random() % 4);
    const auto threshold = static_cast<std::int64_t>(round % 5 == 0 ? 0 : random() % 12);
    for (const LossScore score : {LossScore::eq7, LossScore::eq8}) {
      for (const Ties ties : {Ties::split, Ties::keep}) {
        const SplitOptions options{.score = score, .ties = ties};
        const auto found = split(events, threshold, options);
        REQUIRE(found);
        CAPTURE(round);
        check_batches(events, *found, score);
        CHECK(found->batches() == fewest_batches(events, threshold, options));
        const auto cuts = possible_cuts(events, ties);
        for (std::size_t b = 0; b < found->losses.size(); ++b) {
          const auto begin = std::find(cuts.begin(), cuts.end(), static_cast<std::size_t>(found->offsets[b]));
          REQUIRE(begin != cuts.end());
          const bool indivisible = *(begin + 1) == static_cast<std::size_t>(found->offsets[b + 1]);
          CHECK((found->losses[b] <= threshold || indivisible));
        }
      }
    }
  }
}

TEST_CASE("fixed batches and their losses") {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const Events events = random_events(random, 1 + random() % 12, 1 + random() % 24, 2);
    const auto size = static_cast<std::int64_t>(1 + random() % 30);
    for (const LossScore score : {LossScore::eq7, LossScore::eq8}) {
      const auto fixed = split_fixed(events, size, score);
      REQUIRE(fixed);
      check_batches(events, *fixed, score);
      CHECK(fixed->batches() == (events.size() + size - 1) / size);
      CHECK(fixed->largest_batch() == std::min(size, events.size()));
      // With the largest of these losses allowed, there are no more batches than that.
      const auto bounded = split(events, fixed->largest_loss(), {.score = score});
      CHECK(bounded->batches() <= fixed->batches());
      CHECK(bounded->largest_loss() <= fixed->largest_loss());
    }
  }
}

TEST_CASE("the size of fixed batches within a threshold") {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const Events events = random_events(random, 1 + random() % 12, 1 + random() % 24, 2);
    const auto threshold = static_cast<std::int64_t>(random() % 12);
    for (const LossScore score : {LossScore::eq7, LossScore::eq8}) {
      const std::int64_t size = fixed_size_within(events, threshold, score);
      REQUIRE(size >= 1);
      REQUIRE(size <= events.size());
      if (size > 1) CHECK(split_fixed(events, size, score)->largest_loss() <= threshold);
      if (size < events.size()) CHECK(split_fixed(events, size + 1, score)->largest_loss() > threshold);
    }
  }
}

TEST_CASE("a batch that opens already holds its first interaction") {
  // With a threshold of 1: 0-1 and 1-2 share node 1; 0-2 would be two more. It opens a batch with nodes 0 and 2, so
  // that 2-3 loses 1 and 0-3 has no room.
  const Events events = events_of({0, 1, 0, 2, 0}, {1, 2, 2, 3, 3}, Numbers{1, 2, 3, 4, 5});
  const auto found = split(events, 1);
  CHECK(found->offsets == Numbers{0, 2, 4, 5});
  CHECK(found->losses == Numbers{1, 1, 0});
  CHECK(found->largest_loss() == 1);
  CHECK(found->largest_batch() == 2);
}

TEST_CASE("the last interaction is tested too") {
  const Events events = events_of({0, 0}, {1, 1}, Numbers{1, 2});
  CHECK(split(events, 1)->offsets == Numbers{0, 1, 2});
  CHECK(split(events, 2)->offsets == Numbers{0, 2});
}

TEST_CASE("one interaction is one batch") {
  const Events events = events_of({4}, {2}, Numbers{7});
  const auto found = split(events, 0);
  CHECK(found->offsets == Numbers{0, 1});
  CHECK(found->losses == Numbers{0});
}

TEST_CASE("a self-loop is one interaction of its node under eq7, two under eq8") {
  const Events events = events_of({0, 0, 1}, {0, 0, 2}, Numbers{1, 2, 3});
  CHECK(split(events, 0)->offsets == Numbers{0, 1, 3});
  CHECK(split(events, 1)->offsets == Numbers{0, 3});
  const auto exceeding = split(events, 0, {.score = LossScore::eq8});
  CHECK(exceeding->offsets == Numbers{0, 1, 2, 3});
  CHECK(exceeding->losses == Numbers{1, 1, 0});
  CHECK(split(events, 3, {.score = LossScore::eq8})->offsets == Numbers{0, 3});
}

TEST_CASE("interactions of one time stay together where they are to, whatever they lose") {
  for (const bool whole : {false, true}) {
    const Times times = whole ? Times(Numbers{1, 2, 2, 2, 3}) : Times(std::vector<double>{0.1, 0.2, 0.2, 0.2, 0.3});
    const Events events = events_of({0, 0, 0, 0, 5}, {1, 1, 1, 1, 6}, times);
    CHECK(split(events, 1)->offsets == Numbers{0, 1, 2, 3, 5});
    const auto kept = split(events, 1, {.ties = Ties::keep});
    CHECK(kept->offsets == Numbers{0, 1, 4, 5});
    CHECK(kept->losses == Numbers{0, 4, 0});
    CHECK(split(events, 4, {.ties = Ties::keep})->offsets == Numbers{0, 1, 5});
  }
}

TEST_CASE("thresholds and sizes that cannot be") {
  const Events events = events_of({4}, {2}, Numbers{7});
  CHECK(split(events, -1).error().code == ErrorCode::negative);
  CHECK(split(events, std::numeric_limits<std::int64_t>::max())->batches() == 1);
  for (const std::int64_t size : {0, -1}) {
    CHECK(split_fixed(events, size).error().code == ErrorCode::limit_not_positive);
  }
  CHECK(split_fixed(events, std::numeric_limits<std::int64_t>::max())->offsets == Numbers{0, 1});
}

TEST_CASE("shares of interactions are not rounded by the product of doubles") {
  Numbers times(90);
  std::iota(times.begin(), times.end(), 0);
  const Events events = events_of(Numbers(90, 0), Numbers(90, 1), times);
  const double shares[] = {0.29, 0.7, 0.8};
  CHECK(find_cuts(events, shares) == Numbers{26, 63, 72});
}

TEST_CASE("scores and ties go by names") {
  for (const LossScore score : {LossScore::eq7, LossScore::eq8}) CHECK(loss_score_by_name(name(score)) == score);
  for (const Ties ties : {Ties::split, Ties::keep}) CHECK(ties_by_name(name(ties)) == ties);
  CHECK(loss_score_by_name("eq9").error().code == ErrorCode::unknown_name);
  CHECK(ties_by_name("cut").error().code == ErrorCode::unknown_name);
}

}  // namespace tuplepack::tests::split_test
